"""Many matches in one referee process: how many are played in a minute, and what a ply costs then."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from referee.match.settings import MatchSettings
from tests.benchmarks.bench import Figures
from tests.benchmarks.c_programs import compile_program, spec
from tests.benchmarks.match_bench import LoopFactory
from tests.benchmarks.rate import Rate, Stopwatch
from tests.benchmarks.table import Row
from tests.match.many import play_all

MATCHES: Final = {1: 8, 8: 16, 64: 64}
"""How many are played, by how many of them at a time."""
TIMES_THE_CPU: Final = 1.3


class ManyBench:
    """Matches of four bots in C that answer at once, without a sandbox."""

    def __init__(self, loop_name: str, loop_factory: LoopFactory, folder: Path) -> None:
        self._loop_factory = loop_factory
        bot = compile_program("fast_bot.c", folder)
        self._specs = [spec(bot, str(seat + 1)) for seat in range(4)]
        self.title = f"Many matches in one process on {loop_name}: four bots in C each"

    def measure(self, number: int) -> Figures:
        figures: Figures = {}
        with asyncio.Runner(loop_factory=self._loop_factory) as runner:
            for at_a_time, matches in MATCHES.items():
                a_match, a_ply = runner.run(self._play(matches, at_a_time))
                figures[f"matches {at_a_time}"] = a_match.per_second * 60
                figures[f"cpu {at_a_time}"] = a_ply.cpu_us
        figures["times"] = figures["cpu 64"] / figures["cpu 1"]
        return figures

    def rows(self, medians: Mapping[str, float]) -> list[Row]:
        return [
            *(Row(f"matches a minute, {n} at a time", medians[f"matches {n}"], "/min") for n in MATCHES),
            *(Row(f"the referee's CPU a ply, {n} at a time", medians[f"cpu {n}"], "us") for n in MATCHES),
            Row("64 at a time against 1", medians["times"], "times", None, TIMES_THE_CPU, "at_most"),
        ]

    async def _play(self, matches: int, at_a_time: int) -> tuple[Rate, Rate]:
        """What a match costs and what a ply does, starts and ends included. The same games in every round."""
        with tempfile.TemporaryDirectory() as folder:
            stopwatch = Stopwatch()
            outcomes = await play_all(
                [self._specs] * matches, Path(folder), settings=MatchSettings(), at_a_time=at_a_time
            )
            wall_and_cpu = stopwatch.rate(1)
        assert [outcome.result.reason for outcome in outcomes if outcome.offences] == []
        plies = sum(outcome.result.plies for outcome in outcomes)
        return wall_and_cpu.each_of(matches), wall_and_cpu.each_of(plies)
