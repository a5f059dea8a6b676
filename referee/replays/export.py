"""A record as a table: one row a ply, for spreadsheets and programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from engine import Game
from protocol.replay_records import Ply
from referee.replays.playback import Playback
from referee.replays.reader import Replay
from referee.replays.render.spreadsheet import csv_line, harmless
from referee.replays.seed_file import Secret

_COLUMNS: Final = ("n", "turn", "roll", "seat", "name", "action", "verb", "chance", "asked", "ms")

Row = dict[str, Any]
"""One ply by column. Counts per seat are lists."""


def rows_of(replay: Replay, secret: Secret) -> Iterator[Row]:
    """Yield a row for each ply, with points and hands as they stand after it.

    ``turn`` is the one in which the action was played, 0 in setup, ``roll`` the number of rolls so far, its own
    included. ``points`` are those with hidden cards, ``public_points`` those without, ``resource_cards`` and
    ``dev_cards`` the cards in each seat's hand. ``asked`` is false where no answer was played: a default action, or one
    that the match was begun with. The record must be one that plays back with this secret (``read_playable``).
    """
    names = [seat.name for seat in replay.header.seats]
    playback = Playback(replay)
    playback.begin(secret)
    for number, record in replay.moves():
        turn, is_answer = playback.game.turn, playback.asked(record) is not None
        playback.take(number, record)
        if isinstance(record, Ply):
            yield _row(record, names[record.seat], playback.game, turn, is_answer=is_answer)


def _row(ply: Ply, name: str, game: Game, turn: int, *, is_answer: bool) -> Row:
    starts = range(0, 5 * game.seats, 5)
    return {
        "n": ply.n,
        "turn": turn,
        "roll": game.rolls,
        "seat": ply.seat,
        "name": name,
        "action": ply.action,
        "verb": ply.action.partition(":")[0],
        "chance": ply.chance,
        "asked": is_answer,
        "ms": ply.ms,
        "points": game.totals[:],
        "public_points": game.points[:],
        "resource_cards": [sum(game.hands[at : at + 5]) for at in starts],
        "dev_cards": [sum(game.dev_hands[at : at + 5]) for at in starts],
    }


def jsonl_lines(rows: Iterator[Row]) -> Iterator[str]:
    """Each row as a JSON object on a line of ASCII, its LF included."""
    for row in rows:
        yield json.dumps(row, separators=(",", ":")) + "\n"


def csv_lines(rows: Iterator[Row], seats: int) -> Iterator[str]:
    """The heading and each row as a line of RFC 4180, its CRLF included; a column for each seat's counts.

    Text is safe for a spreadsheet: control characters are escaped, and what could be taken for a formula follows an
    apostrophe.
    """
    per_seat = ("points", "public_points", "resource_cards", "dev_cards")
    yield csv_line([*_COLUMNS, *(f"{column}_{seat}" for column in per_seat for seat in range(seats))])
    for row in rows:
        counts = [count for column in per_seat for count in row[column]]
        yield csv_line([*(_cell(row[column]) for column in _COLUMNS), *counts])


def _cell(value: Any) -> Any:
    """Dice as ``3+5``, what is not there as nothing, truth as JSON has it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "+".join(map(str, value))
    return value if isinstance(value, int) else harmless(value)
