"""Plays what is left of a tournament, and tells how it goes; the same for each command that plays blocks."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path

from referee.commands.tournament.progress import Announcer
from referee.event_loop import first_interrupt
from referee.event_loop import run as run_loop
from referee.exit_status import INTERRUPTED
from referee.tournament.assembly import cores_for, runner_for
from referee.tournament.folder import plan_in
from referee.tournament.pages.words import duration_words
from referee.tournament.plan import Plan
from referee.tournament.runner import Runner
from referee.tournament.store.store import Store


def play_out(
    store: Store,
    folder: Path,
    at_a_time: int | None,
    announcer: Announcer,
    is_decided: Callable[[], bool] = lambda: False,
    hidden: Sequence[Path] = (),
) -> bool:
    """Play what is left of it under its bounds; False where an interrupt kept it from that.

    Contained bots see nothing of the files ``hidden``, nor of the tournament's folder.
    Raises ``KeyboardInterrupt`` where a second one ended it at once, ``RunStopped``, ``StoreError``, ``PlanError``.
    """
    runner = runner_for(store, folder, cores_for(at_a_time), announcer, is_decided, hidden)
    for entrant in store.entrants():
        if entrant.benched is not None:
            announcer.news(f"benched: {entrant.name}: {entrant.benched}")
    announcer.news(f"seeds: commitment {store.tournament().commitment}")
    announcer.news(_estimate(plan_in(store), runner))

    def stop() -> None:
        announcer.news("stopping after the running matches; interrupt again to stop at once")
        runner.stop()

    async def play() -> None:
        with first_interrupt(stop), announcer.watching(runner.agenda, runner.clerk.pace):
            await runner.run()

    run_loop(play())
    if runner.was_stopped:
        announcer.news("stopped; the same command goes on with it")
    return not runner.was_stopped


def status_when(is_finished: bool, status: int) -> int:
    """The exit status of a run that was to end with this one."""
    return status if is_finished else INTERRUPTED


def _estimate(plan: Plan, runner: Runner) -> str:
    """What is to come, before it begins: so many matches, and how long they will take."""
    at_a_time, left = len(runner.cores), runner.agenda.matches_left
    if left is None:
        end = f"{runner.until:%Y-%m-%d %H:%M} UTC"
        return f"to play: blocks of {plan.matches_a_block} matches until {end}, {at_a_time} at a time"
    blocks = math.ceil(left / plan.matches_a_block)
    words = f"to play: {left} matches, in {blocks} blocks of {plan.matches_a_block}, {at_a_time} at a time"
    likely = runner.clerk.pace.time_for(left)
    if likely is not None:
        return f"{words}; about {duration_words(likely)}"
    most = timedelta(milliseconds=left * plan.time_control.match_ms / at_a_time)
    bound = f", at the most {duration_words(most)} by the clocks" if plan.time_control.match_ms else ""
    return f"{words}; {duration_words(timedelta(seconds=left / at_a_time))} if a match takes a second{bound}"
