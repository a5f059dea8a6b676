"""Plays a tournament: a lane for each worker takes what is next, has it played, and has what came of it entered.

A match is entered once its record is on the disk, and from then on it counts. Whatever stops a run, the matches that
were on are played again by the next one, from the same seed, which nobody has seen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from referee import __version__
from referee.replays.utc import utc_now
from referee.tournament.agenda import Agenda, Task
from referee.tournament.assignments import Assignment, Disclosure, Reply, Seated, Terms, Unable, Void
from referee.tournament.clerk import Clerk
from referee.tournament.match_rows import replay_path
from referee.tournament.sealed import still_sealed
from referee.tournament.stopped import RunStopped
from referee.tournament.store.errors import StoreError
from referee.tournament.store.store import Store
from referee.tournament.workers import NoWorker, Worker, WorkerLost, earlier_workers_gone

LOG = "workers.log"
"""Where in a tournament's folder the workers log."""


@dataclass
class Runner:
    """One run, played once by ``run``.

    ``cores`` has a core for each worker, None for any. After ``until`` no block is to be running, as far as that can be
    foreseen: so many ``matches_at_once`` are begun, a block's or a round's. ``is_decided`` is asked before each block
    whether the answer is known already.
    """

    store: Store
    folder: Path
    agenda: Agenda
    clerk: Clerk
    terms: Terms
    cores: Sequence[int | None]
    matches_at_once: int
    until: datetime | None = None
    is_decided: Callable[[], bool] = lambda: False

    def __post_init__(self) -> None:
        self._entrants = self.store.entrants()
        self._changed = asyncio.Condition()
        self._is_stopping = False
        self._trouble: RunStopped | StoreError | None = None

    async def run(self) -> None:
        """Play until the budget is used up, the answer is known or ``stop`` is called.

        Raises ``RunStopped`` where this machine can't go on, and ``StoreError``. No worker and no bot is left then.
        """
        async with AsyncExitStack() as stack:
            try:
                workers = await self._start_workers(stack)
            except NoWorker as error:
                raise RunStopped(str(error)) from None
            await self._reveal(workers[0])
            async with asyncio.TaskGroup() as lanes:
                for worker in workers:
                    lanes.create_task(self._lane(worker))
            if self._trouble is None:
                await self._reveal(workers[0])
        if self._trouble is not None:
            raise self._trouble
        if self.agenda.bots_missing and not self._is_stopping:
            benched = [row.name for row in self._entrants if self.agenda.is_benched(row.number)]
            raise RunStopped(f"too many bots are benched for another block: {', '.join(benched)}")

    def stop(self) -> None:
        """Begin no more matches: ``run`` returns when those that are on are entered."""
        self._is_stopping = True

    @property
    def was_stopped(self) -> bool:
        """Was it stopped before its end, or before the answer was known?"""
        return self._is_stopping and self.agenda.matches_left != 0 and not self.is_decided()

    # -- inside ---------------------------------------------------------------------------------------------

    async def _start_workers(self, stack: AsyncExitStack) -> list[Worker]:
        """All at the same time; where one can't be started, the others are ended. Raises ``NoWorker``."""
        await earlier_workers_gone(self.folder / LOG)
        workers = [Worker(self._terms_on(core), self.folder / LOG) for core in self.cores]
        starts = (stack.enter_async_context(worker) for worker in workers)
        for started in await asyncio.gather(*starts, return_exceptions=True):  # none goes on behind our back
            if isinstance(started, BaseException):
                raise started
        for worker in workers:
            stack.callback(worker.tell_to_go)  # all, before the first is waited for
        return workers

    def _terms_on(self, core: int | None) -> Terms:
        return msgspec.structs.replace(self.terms, core=core)

    async def _lane(self, worker: Worker) -> None:
        """Play one match after another; what ends one lane ends all, once the matches that are on are entered."""
        try:
            while (task := await self._next()) is not None:
                reply = await self._play(worker, task)
                if self.clerk.enter(task, reply):
                    await self._reveal(worker, task.block)
                await self._tell_lanes()
        except (RunStopped, StoreError) as error:
            self._trouble = self._trouble or error
            await self._tell_lanes()

    async def _tell_lanes(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    async def _next(self) -> Task | None:
        """The next match for a lane; waits where there is none only because others are still being played."""
        async with self._changed:
            while not self._is_stopping and self._trouble is None:
                task = self.agenda.next_open()
                if task is not None:
                    return task
                if not (self._may_begin() and self.agenda.begin()):
                    if not self.agenda.has_open_blocks:
                        break
                    await self._changed.wait()
            return None

    def _may_begin(self) -> bool:
        if self.is_decided():
            return False
        if self.until is None:
            return True
        needed = self.clerk.pace.time_for(self.matches_at_once)
        return datetime.now(UTC) + (needed or timedelta(0)) <= self.until

    async def _play(self, worker: Worker, task: Task) -> Reply:
        started = utc_now()
        try:
            return await worker.order(self._assignment(task))
        except WorkerLost as error:
            return Void(
                verdict="referee_fault", reason=str(error), started=started, ended=utc_now(), sandbox="", machine="",
                referee=__version__,
            )  # fmt: skip
        except NoWorker as error:
            return Unable(reason=str(error))

    def _assignment(self, task: Task) -> Assignment:
        seated = []
        for number in task.entrants:
            row = self._entrants[number]
            seated.append(Seated(entrant=number, spec=row.spec, name=row.name, version=row.version, digest=row.digest))
        return Assignment(
            match_id=task.match_id, block=f"{task.block}/{task.attempt}", seed=task.seed,
            replay=str(self.folder / replay_path(task)), seated=tuple(seated),
        )  # fmt: skip

    async def _reveal(self, worker: Worker, block: int | None = None) -> None:
        """Reveal the seeds that are no longer secret: of this block, or of all that are over (None)."""
        replays = still_sealed(self.store, self.folder, block)
        if not replays:
            return
        try:
            reply = await worker.order(Disclosure(replays=tuple(map(str, replays))))
        except (WorkerLost, NoWorker) as error:
            reply = Unable(reason=str(error))
        if isinstance(reply, Unable):
            raise RunStopped(reply.reason)
