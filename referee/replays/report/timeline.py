"""The plies that decided a match, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine import Event, Game
from referee.replays.render.words import action_words
from referee.replays.report.cases import Fault
from referee.replays.tallies.clocks import Answer

LAST_POINTS: Final = 5
"""How many of the last plies that changed anybody's points are told."""
MOST_OVERRUNS: Final = 3
"""How many of the answers that went furthest over their time are told."""
_FAULT: Final = {
    "forfeit": "forfeits",
    "refused": "is refused an answer",
    "default": "is refused its last answer, and the default is played",
    "noted": "is noted, without effect",
}
_AWARDS: Final = (("longest_road_holder", "longest road"), ("largest_army_holder", "largest army"))


@dataclass(frozen=True, slots=True)
class Entry:
    """A decisive ply: its number in the record, the turn it fell in, and every seat's points after it, hidden ones too.

    ``why`` says what makes it decisive: ``award``, ``lead`` (another seat is alone in front), ``points`` (somebody's
    changed; where that is all, it is among the last such), ``fault`` or ``overrun``. ``seat`` is the one that acted
    or was at fault.
    """

    ply: int
    turn: int
    seat: int
    why: tuple[str, ...]
    words: str
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AwardChange:
    """An award went from one seat to another; null: nobody had it, or has it."""

    ply: int
    turn: int
    award: str
    from_seat: int | None
    to_seat: int | None


class Timeline:
    """Collects entries: ``take`` and ``take_fault`` as the match goes on, then ``entries`` and ``awards``."""

    def __init__(self, seats: int) -> None:
        self._names = [f"seat {seat}" for seat in range(seats)]
        self._points: tuple[int, ...] = (0,) * seats
        self._leader: int | None = None
        self._holders: dict[str, int | None] = {}
        self._turns: list[tuple[int, tuple[int, ...]]] = []
        self._now: tuple[int, tuple[int, ...]] = (0, (0,) * seats)
        self._told: list[Entry] = []
        self.awards: list[AwardChange] = []

    def take(self, event: Event, game: Game) -> None:
        """An event that has just been applied to ``game``."""
        points, turn = tuple(game.totals), self._turn_of(event, game)
        self._turns.append((turn, points))
        self._now = (game.turn, points)
        why = ["award"] if self._note_awards(event, turn) else []
        leader, led = _alone_in_front(points), ""
        if turn and leader is not None and leader != self._leader:
            self._leader = leader
            why.append("lead")
            led = f"; seat {leader} leads alone with {points[leader]} points"
        if turn and points != self._points:
            why.append("points")
        self._points = points
        if why:
            words = action_words(event.seen_by(event.seat), self._names) + led
            self._told.append(Entry(event.ply, turn, event.seat, tuple(why), words, points))

    @staticmethod
    def _turn_of(event: Event, game: Game) -> int:
        """The turn that the action belonged to: the one before, where it passed the turn on."""
        return game.turn - 1 if event.action == "end_turn" and game.result is None else game.turn

    def _note_awards(self, event: Event, turn: int) -> bool:
        for key, award in _AWARDS:
            if key in event.details:
                holder = event.details[key]
                self.awards.append(AwardChange(event.ply, turn, award, self._holders.get(key), holder))
                self._holders[key] = holder
        return any(key in event.details for key, _ in _AWARDS)

    def take_fault(self, fault: Fault, game: Game) -> None:
        """Something that a seat did wrong while the next ply was to be played."""
        words = f"seat {fault.seat} {_FAULT[fault.outcome]}: {fault.kind.replace('_', ' ')}"
        self._told.append(Entry(fault.ply, game.turn, fault.seat, ("fault",), words, tuple(game.totals)))

    def entries(self, answers: Sequence[Answer]) -> tuple[Entry, ...]:
        """The decisive plies, in their order. ``answers`` are all of the match, for the ones that took too long."""
        scoring = [entry for entry in self._told if "points" in entry.why][-LAST_POINTS:]
        decisive = [e for e in self._told if e in scoring or {"award", "lead", "fault"} & {*e.why}]
        slowest = sorted((a for a in answers if a.over_ms), key=lambda answer: -answer.over_ms)[:MOST_OVERRUNS]
        return tuple(sorted([*decisive, *map(self._overrun, slowest)], key=lambda entry: entry.ply))

    def _overrun(self, answer: Answer) -> Entry:
        words = f"seat {answer.seat} takes {answer.ms} ms for {answer.what}, {answer.over_ms} ms over"
        turn, points = self._turns[answer.ply] if answer.ply < len(self._turns) else self._now
        return Entry(answer.ply, turn, answer.seat, ("overrun",), words, points)


def _alone_in_front(points: Sequence[int]) -> int | None:
    most = max(points)
    leaders = [seat for seat, n in enumerate(points) if n == most]
    return leaders[0] if len(leaders) == 1 else None
