"""What an evidence line of a record can't say: it must be of a forfeit above it, and show what the seat was sent."""

from __future__ import annotations

import re

import msgspec

from engine import Game
from protocol.messages import Clock, Request
from protocol.replay_records import EvidenceClock, EvidenceRecord, FaultRecord
from referee.replays.requests import RecordedRequests


def objection(
    evidence: EvidenceRecord, fault: FaultRecord, game: Game, requests: RecordedRequests, reason: str | None
) -> str | None:
    """Why this can't be the evidence of ``fault``, by which ``game`` ended; None where it can.

    ``requests`` stands at the request in question. ``reason`` is why the match ended, in the record's words; None
    where it has none. What only the referee saw is believed, as it is of a fault: times, silence, death.
    """
    if (evidence.n, evidence.kind) != (fault.n, fault.kind):
        return f"is evidence of {evidence.kind} at ply {evidence.n}, but the fault is {fault.kind} at ply {fault.n}"
    if evidence.verdict != f"forfeit_{fault.kind}":
        return f"the verdict is forfeit_{fault.kind}, the evidence says {evidence.verdict}"
    if reason is not None and evidence.reason not in reason:
        return f"the reason is not the result's: {evidence.reason!r}"
    if fault.answer is not None and not _is_line_of(fault.answer, evidence.answer):
        return f"the answer is {evidence.answer!r}, that of the fault {fault.answer!r}"
    if fault.kind == "no_start":
        return None if evidence.request is None and evidence.clock is None else "nobody was asked before the start"
    if evidence.request is None or evidence.clock is None:
        return "the request or the clock is missing"
    return _objection_to_request(evidence.request, fault.seat, game, requests) or _objection_to_clock(
        evidence.clock, evidence.request.clock, fault
    )


def _is_line_of(answer: str, line: str | None) -> bool:
    """Is it this answer, bare or after the number of a request?"""
    return line is not None and re.sub(r"^@[0-9]+ +", "", line) in (answer, re.sub(r"^@[0-9]+ +", "", answer))


def _objection_to_request(request: Request, seat: int, game: Game, requests: RecordedRequests) -> str | None:
    sent = msgspec.json.decode(requests.line(game, requests.clock()))
    shown = msgspec.to_builtins(request)
    if not requests.is_reserve(request.clock.reserve_ms):
        return f"request: clock: the reserves can't have been {request.clock.reserve_ms} by the times on record"
    sent["clock"]["reserve_ms"] = shown["clock"]["reserve_ms"]
    for key, value in sent["public_state"].items():
        if shown["public_state"][key] != value:
            return f"request: public_state: {key} was {value!r} for seat {seat}, not {shown['public_state'][key]!r}"
    for key, value in sent.items():
        if shown[key] != value:
            return f"request: {key} was {value!r}, not {shown[key]!r}"
    return None


def _objection_to_clock(clock: EvidenceClock, told: Clock, fault: FaultRecord) -> str | None:
    reserve_ms = None if told.reserve_ms is None else told.reserve_ms[fault.seat]
    overrun_ms = 0 if told.move_ms is None else max(0, clock.used_ms - told.move_ms)
    right = {"move_ms": told.move_ms, "reserve_ms": reserve_ms, "used_ms": fault.ms, "overrun_ms": overrun_ms}
    for key, value in right.items():
        if getattr(clock, key) != value:
            return f"clock: {key} was {value}, not {getattr(clock, key)}"
    return None
