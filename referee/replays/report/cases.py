"""What a seat did wrong, what the record proves of it, and what would have been right."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from engine import Game, IllegalAction, NotationError
from protocol.replay_records import EvidenceRecord, FaultRecord

MOST_LISTED: Final = 60
"""How many legal actions of a fault are listed; more than anybody reads."""


@dataclass(frozen=True, slots=True)
class Right:
    """What the seat could have answered: of ``count`` legal actions the first, and verbs with free arguments.

    ``default`` is what a match that refuses bad answers plays in the end.
    """

    phase: str
    count: int
    legal_actions: tuple[str, ...]
    free_form: tuple[str, ...]
    default: str


@dataclass(frozen=True, slots=True)
class Proof:
    """What an evidence line says; see the record's format. Times are null without a limit."""

    request: int | None
    attempt: int | None
    answer: str | None
    move_ms: int | None
    reserve_ms: int | None
    used_ms: int | None
    overrun_ms: int | None
    given_back_ms: int | None
    reason: str
    command: str
    author: str | None
    sealed: str | None


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of ``seat`` while ``ply`` was to be played, in the record's words, and what the game says of it.

    ``why`` is the engine's reason against the answer, null where it has none: no answer, or one that was legal as an
    action. ``right`` is null where the seat was not asked, or the record can't be played again. ``proof`` is null
    where the record has no evidence.
    """

    ply: int
    seat: int
    kind: str
    outcome: str
    answer: str | None
    ms: int
    why: str | None
    right: Right | None
    proof: Proof | None


class FaultList:
    """The faults of a record in their order, evidence with the forfeit that it is of."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []
        self._forfeits: dict[int, int] = {}

    def add(self, fault: Fault) -> None:
        """The next fault."""
        if fault.outcome == "forfeit":
            self._forfeits.setdefault(fault.seat, len(self._faults))
        self._faults.append(fault)

    def prove(self, record: EvidenceRecord) -> None:
        """Evidence, which stands after the forfeit; of a seat that has not forfeited it says nothing."""
        index = self._forfeits.get(record.seat)
        if index is not None:
            self._faults[index] = replace(self._faults[index], proof=proof_of(record))

    def facts(self) -> tuple[Fault, ...]:
        """All of them."""
        return tuple(self._faults)


def fault_on_record(record: FaultRecord) -> Fault:
    """The fault as its line has it, nothing played."""
    return Fault(
        record.n, record.seat, record.kind, record.outcome, record.answer, record.ms, why=None, right=None, proof=None
    )


def fault_in(game: Game, record: FaultRecord) -> Fault:
    """The same, judged in the match as it stood."""
    was_asked = record.outcome != "noted" and record.kind != "no_start" and record.seat == game.to_act
    return Fault(
        ply=record.n,
        seat=record.seat,
        kind=record.kind,
        outcome=record.outcome,
        answer=record.answer,
        ms=record.ms,
        why=None if record.answer is None or not was_asked else _why_not(game, record.answer),
        right=_right(game) if was_asked else None,
        proof=None,
    )


def proof_of(record: EvidenceRecord) -> Proof:
    """What this evidence says."""
    request, clock = record.request, record.clock
    return Proof(
        request=None if request is None else request.id,
        attempt=None if request is None else request.attempt,
        answer=record.answer,
        move_ms=None if clock is None else clock.move_ms,
        reserve_ms=None if clock is None else clock.reserve_ms,
        used_ms=None if clock is None else clock.used_ms,
        overrun_ms=None if clock is None else clock.overrun_ms,
        given_back_ms=None if clock is None else clock.given_back_ms,
        reason=record.reason,
        command=record.command,
        author=record.author,
        sealed=record.sealed,
    )


def _why_not(game: Game, answer: str) -> str | None:
    try:
        game.copy().apply(answer)
    except (IllegalAction, NotationError) as error:
        return error.reason
    return None


def _right(game: Game) -> Right:
    legal_actions = game.legal_actions()
    return Right(
        phase=game.phase,
        count=len(legal_actions),
        legal_actions=tuple(legal_actions[:MOST_LISTED]),
        free_form=tuple(game.free_form_verbs()),
        default=game.default_action(),
    )
