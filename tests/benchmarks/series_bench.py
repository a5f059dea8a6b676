"""Match after match: what it saves to play many in one process, beside new processes for each match."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from referee.bots.sandbox.choice import Wanted, open_sandbox
from referee.bots.sandbox.protections import RATED
from referee.bots.sandbox.sandboxes import UNCONTAINED, Sandbox
from referee.bots.spec import BotSpec, parse_spec
from referee.match.series import Played, play_series
from referee.match.settings import MatchSettings
from tests.benchmarks.bench import Figures, UnavailableError
from tests.benchmarks.c_programs import compile_program, spec
from tests.benchmarks.match_bench import LoopFactory
from tests.benchmarks.rate import Stopwatch
from tests.benchmarks.table import Row

MATCHES: Final = 8


class SeriesBench:
    """The same matches by new processes and by ones that stay: four bots in C, and four in Python, contained too.

    Raises ``UnavailableError`` where bots can't be contained well enough for rated play, or without a C compiler.
    """

    def __init__(self, loop_factory: LoopFactory, folder: Path) -> None:
        self._loop_factory = loop_factory
        bot = compile_program("fast_bot.c", folder)
        in_c = [replace(spec(bot, str(seat + 1)), matches="many") for seat in range(4)]
        in_python = [parse_spec("random")] * 4
        assert all(isinstance(bot, BotSpec) for bot in in_python)
        contained = asyncio.run(open_sandbox(Wanted()))
        if contained.level < RATED:
            raise UnavailableError("; ".join(map(str, contained.missing)))
        self._tables: dict[str, tuple[Sequence[BotSpec], Sandbox]] = {
            "C": (in_c, UNCONTAINED),
            "Python": (in_python, UNCONTAINED),  # type: ignore[dict-item]  # asserted above
            "Python, contained": (in_python, contained),  # type: ignore[dict-item]
        }
        self.title = "Match after match, by new processes for each and by ones that stay"

    def measure(self, number: int) -> Figures:
        figures: Figures = {}
        with asyncio.Runner(loop_factory=self._loop_factory) as runner:
            for name, (specs, sandbox) in self._tables.items():
                anew = [replace(spec, matches="one") for spec in specs]
                figures[f"{name}: new"] = runner.run(self._matches_a_minute(number, anew, sandbox))
                figures[f"{name}: one"] = runner.run(self._matches_a_minute(number, specs, sandbox))
                figures[f"{name}: times"] = figures[f"{name}: one"] / figures[f"{name}: new"]
        return figures

    def rows(self, medians: Mapping[str, float]) -> list[Row]:
        rows = []
        for name in self._tables:
            rows += [
                Row(f"matches a minute, new processes ({name})", medians[f"{name}: new"], "/min"),
                Row(f"the same, one process for many ({name})", medians[f"{name}: one"], "/min"),
                Row(f"so many times as fast ({name})", medians[f"{name}: times"], "times"),
            ]
        return rows

    async def _matches_a_minute(self, number: int, specs: Sequence[BotSpec], sandbox: Sandbox) -> float:
        played: list[Played] = []
        with tempfile.TemporaryDirectory() as folder:
            stopwatch = Stopwatch()
            await play_series(
                MatchSettings(), specs, Path(folder), matches=MATCHES, seed=f"series-{number}", tell=played.append,
                sandbox=sandbox,
            )  # fmt: skip
            rate = stopwatch.rate(MATCHES)
        assert [one.outcome.result.reason for one in played if one.outcome.offences] == []
        return rate.per_second * 60
