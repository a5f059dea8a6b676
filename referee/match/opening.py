"""The first message to a bot, of a match that begins and of one that is played to it again."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.island import Island
from protocol import PROTOCOL_VERSION
from protocol.board import Board
from protocol.messages import MatchStart, MatchTerms, TimeControl, encode_message
from protocol.vocabulary import RuleTable


def match_start(
    seat: int,
    *,
    match_id: str,
    names: Sequence[str] | None,
    rules: RuleTable,
    control: TimeControl | None,
    terms: MatchTerms,
    board: Island,
    commitment: str,
) -> bytes:
    """``match_start`` for one seat, as a line; ``names`` None where bots are not to know each other.

    ``rules`` has every field, and so says how many seats there are.
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
    return encode_message(message)
