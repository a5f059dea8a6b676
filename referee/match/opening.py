"""The first lines to a bot: of a match that begins, that it joins late, or that is played to it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.island import Island
from protocol import PROTOCOL_VERSION
from protocol.board import Board
from protocol.json_lines import MAX_LINE_BYTES
from protocol.messages import Event, MatchStart, MatchTerms, TimeControl, encode_event, encode_message
from protocol.vocabulary import RuleTable


def opening_lines(
    seat: int,
    *,
    match_id: str,
    names: Sequence[str] | None,
    rules: RuleTable,
    control: TimeControl | None,
    terms: MatchTerms,
    board: Island,
    commitment: str,
    history: Sequence[Mapping[str, Any]] = (),
) -> list[bytes]:
    """``match_start`` for one seat, and as lines of their own those events of the history that it has no room for.

    ``names`` None where bots are not to know each other; ``rules`` has every field, and so says how many seats there
    are. ``history`` is what has happened before, as the seat may know it: a bot that joins late is told all of it.
    """
    seats = rules["seats"]
    assert isinstance(seats, int)
    message = MatchStart(
        protocol=PROTOCOL_VERSION,
        match_id=match_id,
        seat=seat,
        seats=seats,
        names=None if names is None else list(names),
        rules=rules,
        time_control=control,
        match=terms,
        board=msgspec.convert(board.as_wire(), Board),
        seed_commitment=commitment,
        history=[],
    )
    line = encode_message(message)
    if not history:
        return [line]
    events = [encode_event(event) for event in history]
    fitting = _how_many_fit(events, MAX_LINE_BYTES - len(line))
    told = [msgspec.json.decode(event, type=Event) for event in events[:fitting]]
    return [encode_message(msgspec.structs.replace(message, history=told)), *events[fitting:]]


def _how_many_fit(events: Sequence[bytes], room_bytes: int) -> int:
    """How many of these lines, with a comma in the place of each line's end, a list has room for."""
    for number, event in enumerate(events):
        room_bytes -= len(event)
        if room_bytes < 0:
            return number
    return len(events)
