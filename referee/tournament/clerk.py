"""Enters what came of each match: results and void matches into the store, bots that don't start on the bench."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from referee.tournament.agenda import Agenda, Task
from referee.tournament.assignments import Played, Reply, Unable, Unstartable, Void
from referee.tournament.match_rows import played_row, void_row
from referee.tournament.pace import Pace
from referee.tournament.stopped import RunStopped
from referee.tournament.store.rows import EntrantRow, Start
from referee.tournament.store.store import Store

VOIDS_IN_A_ROW: Final = 3
"""So many void matches one after another, and the machine is taken to be unfit for more."""
NO_STARTS_IN_A_ROW: Final = 3
"""A bot that forfeits before the first roll in so many of its matches, one after another, is benched: it did not start,
or might as well not have, and the others have played for nothing."""


class Audience(Protocol):
    """Who is told how the tournament goes."""

    def played(self) -> None:
        """One match more is over."""

    def block_closed(self, number: int) -> None:
        """A block is whole: standings have changed."""

    def news(self, text: str) -> None:
        """Something that the organiser should know."""


@dataclass
class Clerk:
    """Enters results. ``pace`` learns how long matches take."""

    store: Store
    folder: Path
    agenda: Agenda
    pace: Pace
    audience: Audience

    def __post_init__(self) -> None:
        self._entrants: list[EntrantRow] = self.store.entrants()
        self._voids = 0
        self._no_starts: Counter[int] = Counter()
        for start in self.store.starts():
            self._note_start(start)

    def enter(self, task: Task, reply: Reply) -> bool:
        """Enter what came of this task; True where its block is whole with it.

        Raises ``RunStopped`` where another match would fare no better, and ``StoreError``, and nothing is entered then.
        """
        if isinstance(reply, Played):
            return self._enter_played(task, reply)
        if isinstance(reply, Void):
            self._enter_void(task, reply)
        elif isinstance(reply, Unstartable):
            self.agenda.not_played(task)
            self._bench(reply.entrant, reply.reason)
        else:
            assert isinstance(reply, Unable), "a worker replies to a task with one of these four"
            self.agenda.not_played(task)
            raise RunStopped(reply.reason)
        return False

    def _enter_played(self, task: Task, played: Played) -> bool:
        self._voids = 0
        row = played_row(task, played)
        is_whole = self.agenda.played(row)
        self.pace.add(row.wall_ms / 1000, played.referee_cpu_ms / 1000)
        self.audience.played()
        if is_whole:
            self.audience.block_closed(task.block)
        for entrant in self._note_start(Start(row.entrants, row.offenders, row.rolls)):
            many = f"forfeited before the first roll in {NO_STARTS_IN_A_ROW} matches running"
            self._bench(entrant, f"{many}; the last: {row.reason}. Evidence lies beside {row.replay}")
        return is_whole

    def _note_start(self, start: Start) -> list[int]:
        """Those who are to be benched for it: who comes back from there begins anew."""
        failed = {start.entrants[seat] for seat in start.offenders} if start.rolls == 0 else set()
        for entrant in set(start.entrants):
            self._no_starts[entrant] = self._no_starts[entrant] + 1 if entrant in failed else 0
        hopeless = sorted(entrant for entrant in failed if self._no_starts[entrant] >= NO_STARTS_IN_A_ROW)
        for entrant in hopeless:
            self._no_starts[entrant] = 0
        return hopeless

    def _enter_void(self, task: Task, void: Void) -> None:
        self._voids += 1
        self.agenda.void(void_row(task, void, self.folder))
        self.audience.news(f"void: match {task.match_id} of block {task.block}, attempt {task.attempt}: {void.reason}")
        if self._voids >= VOIDS_IN_A_ROW:
            raise RunStopped(f"{VOIDS_IN_A_ROW} void matches one after another; the last: {void.reason}")

    def _bench(self, entrant: int, reason: str) -> None:
        if self.agenda.is_benched(entrant):
            return
        withdrawn = self.agenda.bench(entrant, reason)
        also = f"; withdrawn: block {', '.join(map(str, withdrawn))}" if withdrawn else ""
        self.audience.news(f"benched: {self._entrants[entrant].name}: {reason}{also}")
