"""Tournaments that are planned and stored, and whose matches are made up: nothing is started."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from engine import COMPETITION
from referee.match.settings import DEFAULT_TIME_CONTROL
from referee.tournament.agenda import Agenda, Task
from referee.tournament.assignments import Played, Void
from referee.tournament.budget import blocks_allowed
from referee.tournament.plan import Bounds, Plan, PlannedBot
from referee.tournament.results import Dealings
from referee.tournament.seeds import master_commitment, new_master
from referee.tournament.store.rows import EntrantRow, MatchRow, TournamentRow
from referee.tournament.store.store import Store
from tests.tournament.store.made import match, void

MASTER: Final = new_master("planned")


def new_plan(bots: int = 5, **changes: Any) -> Plan:
    """So many bots; ``changes`` are fields of the plan, and ``bounds`` keys of its bounds."""
    seats = changes.pop("seats", 4)
    bounds = Bounds(**changes.pop("bounds", {"blocks": 5}))
    names = tuple(PlannedBot(spec=f"env {name}", name=name) for name in names_of(bots))
    rules = {**COMPETITION.as_dict(), "seats": seats}
    plan = Plan(
        name="made up", format="round_robin", bots=names, rules=rules, time_control=DEFAULT_TIME_CONTROL, bounds=bounds
    )
    return msgspec.structs.replace(plan, **changes)


def names_of(bots: int) -> list[str]:
    """One for each: bot0, bot1 and so on."""
    return [f"bot{number}" for number in range(bots)]


def new_store(folder: Path, plan: Plan) -> Store:
    """The tournament as it is begun, none of its bots looked at."""
    row = TournamentRow(
        name=plan.name, plan=msgspec.json.encode(plan).decode(), master=MASTER.hex(),
        commitment=master_commitment(MASTER), referee="0.1.0", created="2026-11-30T12:00:00Z",
    )  # fmt: skip
    entrants = [
        EntrantRow(number=number, name=bot.name, version="1", team="", spec=bot.spec)
        for number, bot in enumerate(plan.bots)
    ]
    return Store.create(folder, row, entrants)


def new_agenda(store: Store, plan: Plan) -> Agenda:
    """As a run has it; without ratings."""
    return Agenda(store, plan, MASTER, blocks_allowed(plan), lambda results: {})


def next_task(agenda: Agenda) -> Task | None:
    """Of an open block or of one that is begun for it; None where there is nothing to do now."""
    while (task := agenda.next_open()) is None:
        if not agenda.begin():
            return None
    return task


def play_all(agenda: Agenda) -> list[Task]:
    """Play everything that is left, one match after another."""
    tasks = []
    while (task := next_task(agenda)) is not None:
        agenda.played(row_of(task))
        tasks.append(task)
    return tasks


def row_of(task: Task, **changes: Any) -> MatchRow:
    """A result of this match: the seats come in as they sit."""
    seats = tuple(range(len(task.entrants)))
    row = match(
        0, 0, match_id=task.match_id, entrants=task.entrants, ranking=seats, points=(10, *seats[:0:-1]),
        luck=(0.0,) * len(seats), used_ms=seats, slowest_ms=seats, dealings=None,
    )  # fmt: skip
    row = msgspec.structs.replace(row, block=task.block, attempt=task.attempt, order=task.order)
    return msgspec.structs.replace(row, **changes)


def void_of(task: Task) -> MatchRow:
    """The same, but the machine failed it."""
    row = void(0, 0)
    return msgspec.structs.replace(
        row, match_id=task.match_id, block=task.block, attempt=task.attempt, order=task.order, entrants=task.entrants
    )


def played(task: Task, *, no_start: Sequence[int] = ()) -> Played:
    """What a worker replies; the seats ``no_start`` have not started."""
    row = row_of(task)
    assert row.game_digest is not None
    assert row.record_digest is not None
    zeros = tuple(tuple(0 for _ in row.ranking) for _ in row.ranking)
    return Played(
        verdict="forfeit_no_start" if no_start else "victory", reason="", ranking=row.ranking, points=row.points,
        offenders=tuple(no_start), rolls=0 if no_start else row.rolls, plies=row.plies, luck=row.luck,
        dealings=Dealings(zeros, zeros, zeros, zeros, zeros), used_ms=row.used_ms, slowest_ms=row.slowest_ms,
        wall_ms=row.wall_ms, referee_cpu_ms=5, started=row.started, ended=row.ended, sandbox=row.sandbox,
        machine=row.machine, referee=row.referee, game_digest=row.game_digest, record_digest=row.record_digest,
    )  # fmt: skip


def failed(reason: str = "out of processes") -> Void:
    """What a worker replies where the machine fails a match."""
    row = void(0, 0)
    return Void(
        verdict=row.verdict, reason=reason, started=row.started, ended=row.ended, sandbox="none", machine="", referee=""
    )
