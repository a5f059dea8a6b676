"""The plies of a record by their numbers, and the match as it stood after one of them."""

from __future__ import annotations

from engine import Game, Rules
from protocol.replay_records import Header, Ply
from referee.replays.playback import Playback
from referee.replays.reader import Replay
from referee.replays.seed_file import Secret


class NoSuchPlyError(ValueError):
    """A number that is no ply of the record; the text says which there are."""


def plies_through(replay: Replay, ply: int | None) -> int:
    """How many plies of the record are played when this one has been.

    ``ply`` is a number from 0, or from the end: -1 is the last. None: all that there are, which may be none.
    Raises ``NoSuchPlyError``.
    """
    count = len(recorded_plies(replay))
    if ply is None:
        return count
    number = ply if ply >= 0 else count + ply
    if not 0 <= number < count:
        there_are = f"0 to {count - 1}, or -1 for the last, -2 for the one before" if count else "none"
        raise NoSuchPlyError(f"there is no ply {ply} in this record; its plies are {there_are}")
    return number + 1


def recorded_plies(replay: Replay) -> list[Ply]:
    """The actions on record, in their order."""
    return [record for _, record in replay.moves() if isinstance(record, Ply)]


def game_after(replay: Replay, secret: Secret, count: int) -> Game:
    """The match when so many plies had been played, and nothing else had come of it yet.

    A forfeit, a broken-off match or a cap on plies or time that ended it there is not in it: it can be played on,
    unless the last action itself ended the match. The record must be one that plays back (``read_playable``).
    """
    playback = Playback(replay)
    playback.begin(secret)
    moves = replay.moves()
    while playback.plies < count:
        playback.take(*next(moves))
    return playback.game


def rules_of(header: Header) -> Rules:
    """The rules of the recorded match, of a record that plays back."""
    return Rules.from_dict(dict(header.rules))
