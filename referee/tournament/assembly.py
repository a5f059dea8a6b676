"""Puts together what plays a stored tournament: its agenda, its clerk, and a worker for each match at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

import msgspec

from referee.tournament.agenda import Agenda
from referee.tournament.assignments import Terms
from referee.tournament.budget import blocks_allowed
from referee.tournament.clerk import Audience, Clerk
from referee.tournament.folder import plan_in
from referee.tournament.pace import Pace
from referee.tournament.plan import PlanError
from referee.tournament.runner import Runner
from referee.tournament.schedule.formats import matches_at_once
from referee.tournament.standings.extra import NEEDS_STATS, is_available
from referee.tournament.standings.ratings import fit_points
from referee.tournament.store.store import Store
from referee.tournament.workers import cores_of_this_process


def runner_for(
    store: Store,
    folder: Path,
    cores: Sequence[int | None],
    audience: Audience,
    is_decided: Callable[[], bool] = lambda: False,
    hidden: Sequence[Path] = (),
) -> Runner:
    """A run of the tournament in this folder under its bounds, a match at a time on each of the ``cores``.

    Contained bots see nothing of the files ``hidden``, nor of the folder.

    Raises ``PlanError`` where its bounds can't be met or an extra is missing, and ``StoreError``.
    """
    plan, folder, played = plan_in(store), folder.resolve(), store.progress()
    if plan.format == "rounds" and not is_available():
        raise PlanError(f"the format rounds draws its groups by rating, and {NEEDS_STATS}")
    agenda = Agenda(store, plan, bytes.fromhex(store.tournament().master), blocks_allowed(plan), fit_points)
    left = agenda.matches_left
    cores = cores if left is None else cores[: max(left, 1)]  # nobody is started to look on
    return Runner(
        store=store,
        folder=folder,
        agenda=agenda,
        clerk=Clerk(store, folder, agenda, Pace(len(cores), played.played, played.wall_ms / 1000), audience),
        terms=Terms(
            plan=msgspec.json.encode(plan).decode(),
            containment=plan.containment,
            folder=str(folder),
            kept_back=tuple(str(path.resolve()) for path in hidden),
        ),
        cores=cores,
        matches_at_once=matches_at_once(plan),
        until=None if plan.bounds.until is None else datetime.fromisoformat(plan.bounds.until),
        is_decided=is_decided,
    )


def cores_for(at_a_time: int | None) -> list[int | None]:
    """A core for each match at a time, all there are for None; no core in particular where there are fewer."""
    cores: list[int | None] = [*cores_of_this_process()]
    if at_a_time is None or at_a_time <= len(cores):
        return cores[:at_a_time]
    return [None] * at_a_time
