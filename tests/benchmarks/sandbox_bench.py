"""What containing bots costs: at their start, and while they play."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from referee.bots.process import BotProcess
from referee.bots.sandbox.choice import Wanted, open_sandbox
from referee.bots.sandbox.protections import RATED
from referee.bots.sandbox.sandboxes import UNCONTAINED, Sandbox
from referee.match.player import Player
from referee.match.settings import MatchSettings
from referee.match.start import play_match
from tests.benchmarks.bench import Figures, UnavailableError
from tests.benchmarks.c_programs import compile_program, spec
from tests.benchmarks.match_bench import LoopFactory
from tests.benchmarks.rate import Rate, Stopwatch
from tests.benchmarks.table import Row

STARTS: Final = 20
MATCHES: Final = 3


class SandboxBench:
    """Starts, and matches one at a time, without a sandbox and in the best one there is; there frozen as well.

    Raises ``UnavailableError`` where bots can't be contained well enough for rated play, or without a C compiler.
    """

    def __init__(self, loop_factory: LoopFactory, folder: Path) -> None:
        self._loop_factory = loop_factory
        programs = folder / "contained"
        programs.mkdir(mode=0o755)  # a contained bot is another user, and has to read it
        bot = compile_program("fast_bot.c", programs)
        self._specs = [replace(spec(bot, str(seat + 1)), files=(programs,)) for seat in range(4)]
        self._sandbox = asyncio.run(open_sandbox(Wanted()))
        if self._sandbox.level < RATED:
            raise UnavailableError("; ".join(map(str, self._sandbox.missing)))
        self.title = f"Contained bots, at the level {self._sandbox.level.word!r}, beside bots that are not"

    def measure(self, number: int) -> Figures:
        with asyncio.Runner(loop_factory=self._loop_factory) as runner:
            start = runner.run(self._starts(UNCONTAINED))
            contained_start = runner.run(self._starts(self._sandbox))
            played = runner.run(self._matches(number, UNCONTAINED, freeze=False))
            contained = runner.run(self._matches(number, self._sandbox, freeze=False))
            frozen = runner.run(self._matches(number, self._sandbox, freeze=True))
        return {
            "start": start.wall_us / 1000,
            "contained start": contained_start.wall_us / 1000,
            "start's CPU": start.cpu_us / 1000,
            "contained start's CPU": contained_start.cpu_us / 1000,
            "plies": played.per_second,
            "contained plies": contained.per_second,
            "frozen plies": frozen.per_second,
        }

    def rows(self, medians: Mapping[str, float]) -> list[Row]:
        return [
            Row("a bot's start until it is ready, without", medians["start"], "ms"),
            Row("the same, contained", medians["contained start"], "ms"),
            Row("the referee's CPU for a start, without", medians["start's CPU"], "ms"),
            Row("the same, contained", medians["contained start's CPU"], "ms"),
            Row("refereed plies, without", medians["plies"], "/s"),
            Row("refereed plies, contained", medians["contained plies"], "/s"),
            Row("refereed plies, contained and frozen between", medians["frozen plies"], "/s"),
        ]

    async def _starts(self, sandbox: Sandbox) -> Rate:
        """One bot after another; their ends are not in the time."""
        players = []
        stopwatch = Stopwatch()
        for number in range(STARTS):
            bot = self._specs[number % 4]
            link = BotProcess.start(bot, sandbox)
            player = Player(0, link, name=bot.name)
            link.listen(player)
            await player.ready(None)
            players.append(player)
        rate = stopwatch.rate(STARTS)
        await asyncio.gather(*(player.kill() for player in players))
        return rate

    async def _matches(self, number: int, sandbox: Sandbox, *, freeze: bool) -> Rate:
        """Matches one after another, their starts and ends included."""
        plies = 0
        with tempfile.TemporaryDirectory() as folder:
            stopwatch = Stopwatch()
            for match in range(MATCHES):
                name = f"sandbox-{number}-{match}"
                outcome = await play_match(
                    MatchSettings(freeze=freeze), self._specs, Path(folder) / f"{name}.jsonl",
                    match_id=name, seed=name, sandbox=sandbox,
                )  # fmt: skip
                assert outcome.offences == (), outcome.result.reason
                plies += outcome.result.plies
            return stopwatch.rate(plies)
