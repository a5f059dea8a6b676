"""A tournament: how many matches are played in a minute, and how much of the processors is the referee's."""

from __future__ import annotations

import asyncio
import os
import resource
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from referee.bots.sandbox.choice import Wanted, open_sandbox
from referee.bots.sandbox.protections import RATED
from referee.tournament.assembly import cores_for, runner_for
from referee.tournament.folder import begin
from referee.tournament.plan import Bounds, Containment, Plan, PlannedBot
from referee.tournament.plan_file import PlanFile, plan_of
from tests.benchmarks.bench import Figures, UnavailableError
from tests.benchmarks.c_programs import compile_program
from tests.benchmarks.table import Row

AT_A_TIME: Final = (1, 2, 4)
BLOCKS: Final = {"C": 8, "Python": 2}
"""So many blocks of four matches are played with each kind of bot."""
_OPEN: Final = Containment(choice="none", level="none")


class TournamentBench:
    """Whole blocks: four instant bots in C, uncontained, and four of the Python sample bots, as in rated play.

    Workers are started, sandboxes opened, matches verified, written and revealed: all that a tournament does. The
    referee's share is its processor time, all of its own processes together, of what all processors could give.

    Raises ``UnavailableError`` where bots can't be contained well enough for rated play, or without a C compiler.
    """

    def __init__(self, folder: Path) -> None:
        contained = asyncio.run(open_sandbox(Wanted()))
        if contained.level < RATED:
            raise UnavailableError("; ".join(map(str, contained.missing)))
        bot = compile_program("fast_bot.c", folder)
        in_c = tuple(PlannedBot(spec=f"env {bot} {seat + 1}", name=f"fast{seat}") for seat in range(4))
        in_python = tuple(PlannedBot(spec=name) for name in ("random", "raw", "greedy", "trader"))
        self._plans = {
            "C": _plan(in_c, _OPEN, BLOCKS["C"]),
            "Python": _plan(in_python, Containment(), BLOCKS["Python"]),
        }
        self.title = "A tournament: four instant bots in C, and four Python sample bots, contained"

    def measure(self, number: int) -> Figures:
        figures: Figures = {}
        for name, plan in self._plans.items():
            for at_a_time in AT_A_TIME:
                rate, share = _play(msgspec.structs.replace(plan, seed=f"bench-{number}"), at_a_time)
                figures[f"{name} {at_a_time}"], figures[f"{name} {at_a_time}: share"] = rate, share
        return figures

    def rows(self, medians: Mapping[str, float]) -> list[Row]:
        rows = []
        for name in self._plans:
            for at_a_time in AT_A_TIME:
                share = medians[f"{name} {at_a_time}: share"]
                rows += [
                    Row(f"matches a minute, {at_a_time} at a time ({name})", medians[f"{name} {at_a_time}"], "/min"),
                    Row("  the referee's CPU, of all there is", 100 * share, "%"),
                ]
        return rows


def _plan(bots: tuple[PlannedBot, ...], containment: Containment, blocks: int) -> Plan:
    plan = plan_of(PlanFile(name="bench", bots=bots))
    return msgspec.structs.replace(plan, containment=containment, bounds=Bounds(blocks=blocks))


class _Nobody:
    """An audience that looks elsewhere."""

    def played(self) -> None: ...

    def block_closed(self, number: int) -> None: ...

    def news(self, text: str) -> None:
        raise AssertionError(text)  # a void match or a benched bot would spoil the figures


def _play(plan: Plan, at_a_time: int) -> tuple[float, float]:
    """Matches a minute, and the referee's share of the processors."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "bench")
        with begin(folder, plan) as store:
            runner = runner_for(store, folder, cores_for(at_a_time), _Nobody())
            wall_s, cpu_s = time.perf_counter(), _own_cpu_s()
            asyncio.run(runner.run())
            wall_s, cpu_s = time.perf_counter() - wall_s, _own_cpu_s() - cpu_s
            matches = store.matches()
    assert len(matches) == (plan.bounds.blocks or 0) * plan.matches_a_block
    assert [match.reason for match in matches if match.offenders] == []
    share = (cpu_s + runner.clerk.pace.referee_cpu_s) / (wall_s * len(os.sched_getaffinity(0)))
    return 60 * len(matches) / wall_s, share


def _own_cpu_s() -> float:
    """Of this process, what its workers used not included."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
