"""What a fault line of a record can't say, judged by the game as it stood.

A bot's words can be judged again, its silence and its death can't: that a seat was too slow, crashed or said too
much is the referee's word.
"""

from __future__ import annotations

from typing import Final

from engine import Game, IllegalAction, NotationError
from protocol.messages import MatchTerms
from protocol.replay_records import FaultRecord

_ASKED_AGAIN: Final = ("refused", "default")
_REFUSED: Final = ("illegal", "malformed")


def objection(fault: FaultRecord, game: Game, terms: MatchTerms, *, has_clock: bool, reason: str | None) -> str | None:
    """Why this fault can't have been one when the next ply of ``game`` was to be played; None where it can.

    ``reason`` is why the match ended, in the record's words; None where it has none.
    """
    seat, kind, outcome = fault.seat, fault.kind, fault.outcome
    if fault.n != game.ply:
        return f"is a fault at ply {fault.n}, but ply {game.ply} comes next"
    if game.result is not None:
        return f"is a fault after the match was over: {game.result.reason}"
    if seat >= game.seats:
        return f"is a fault of seat {seat}, but there are {game.seats} seats"
    if outcome in _ASKED_AGAIN and terms.on_illegal == "forfeit":
        return f"the outcome is {outcome}, but in this match a fault is a forfeit"
    if outcome in _ASKED_AGAIN and kind not in _REFUSED:
        return f"the outcome is {outcome}, but a fault of kind {kind} is a forfeit"
    if outcome == "forfeit" and kind in _REFUSED and terms.on_illegal == "refuse":
        return f"the outcome is forfeit, but in this match an answer that is {kind} is refused"
    if kind == "timeout" and not has_clock:
        return f"seat {seat} is said to be late, but there was no time limit"
    if kind == "no_start":
        return f"seat {seat} had started: {game.ply} plies were played" if game.ply else None
    if outcome == "noted":
        return None
    if seat != game.to_act:
        return f"seat {seat} is at fault, but seat {game.to_act} was to act"
    return _objection_to_words(fault, game, reason)


def _objection_to_words(fault: FaultRecord, game: Game, reason: str | None) -> str | None:
    """Was the answer what it is called?

    A bare action is malformed of a bot that has used ``@<id>`` before. That it had, only the reason of a forfeit
    tells.
    """
    if fault.kind not in ("illegal", "malformed"):
        return None
    judged = None if fault.answer is None else _judgement(game, fault.answer)
    may_lack_id = fault.outcome != "forfeit" or reason is None or "@<id>" in reason
    if judged == fault.kind or (fault.kind == "malformed" and judged and may_lack_id):
        return None
    return f"{fault.answer!r} is said to be {fault.kind} and is not"


def _judgement(game: Game, answer: str) -> str:
    try:
        game.copy().apply(answer)
    except IllegalAction:
        return "illegal"
    except NotationError:
        return "malformed"
    return "legal"
