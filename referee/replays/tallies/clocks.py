"""The answers of a match and what they took, as the record has them: what only the referee's clock saw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median_low
from typing import Final

from protocol.replay_records import FaultRecord, Header, Ply

SLOWEST: Final = 5
"""How many of a seat's slowest answers are named."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a request, good or bad, or none: ``what`` is the action, or the kind of the fault.

    ``over_ms`` is what went beyond the time for a move, 0 without a time limit.
    """

    ply: int
    seat: int
    what: str
    ms: int
    over_ms: int


@dataclass(frozen=True, slots=True)
class SeatClock:
    """One seat's times in milliseconds, over all its ``answers``; null where there was none.

    ``overruns`` answers took longer than the time for a move, by ``overrun_ms`` together. ``reserve_left_ms`` follows
    from whole milliseconds, so that one may be missing for each overrun; null without a time limit or where the record
    can't be played again. ``slowest`` has the slowest first.
    """

    seat: int
    answers: int
    total_ms: int
    median_ms: int | None
    slowest_ms: int | None
    overruns: int
    overrun_ms: int
    reserve_left_ms: int | None
    slowest: tuple[Answer, ...]


class ClockTally:
    """Collects answers: ``take`` for each line of a record, then ``answers`` and ``facts``.

    The actions that a match began with and those in the place of bad answers were nobody's.
    """

    def __init__(self, header: Header) -> None:
        prelude = header.match.get("prelude", 0)
        self._prelude = prelude if isinstance(prelude, int) else 0
        self._move_ms = None if header.time_control is None else header.time_control.get("move_ms")
        self._default_is_due = False
        self.answers: list[Answer] = []

    def take(self, record: Ply | FaultRecord) -> None:
        """The next ply or fault."""
        if isinstance(record, Ply):
            if record.n >= self._prelude and not self._default_is_due:
                self._add(record, record.action)
            self._default_is_due = False
        elif record.outcome != "noted" and record.kind != "no_start":
            self._add(record, record.kind)
            self._default_is_due = record.outcome == "default"

    def _add(self, record: Ply | FaultRecord, what: str) -> None:
        over_ms = 0 if self._move_ms is None else max(0, record.ms - self._move_ms)
        self.answers.append(Answer(record.n, record.seat, what, record.ms, over_ms))

    def facts(self, seats: int, reserves_ms: Sequence[int] | None) -> tuple[SeatClock, ...]:
        """What they come to; ``reserves_ms`` is what is left of each seat's."""
        return tuple(self._of_seat(seat, None if reserves_ms is None else reserves_ms[seat]) for seat in range(seats))

    def _of_seat(self, seat: int, reserve_left_ms: int | None) -> SeatClock:
        own = [answer for answer in self.answers if answer.seat == seat]
        times = [answer.ms for answer in own]
        overruns = [answer.over_ms for answer in own if answer.over_ms]
        return SeatClock(
            seat=seat,
            answers=len(own),
            total_ms=sum(times),
            median_ms=median_low(times) if times else None,
            slowest_ms=max(times, default=None),
            overruns=len(overruns),
            overrun_ms=sum(overruns),
            reserve_left_ms=reserve_left_ms,
            slowest=tuple(sorted(own, key=lambda answer: -answer.ms)[:SLOWEST]),
        )
