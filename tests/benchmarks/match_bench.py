"""Whole refereed matches of four bots in C that answer at once, and the bare round trip beside them."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Final

from referee.match.settings import MatchSettings
from referee.match.start import play_match
from tests.benchmarks import ply_parts
from tests.benchmarks.bare_trip import bare_trips
from tests.benchmarks.bench import Figures
from tests.benchmarks.c_programs import compile_program, spec
from tests.benchmarks.rate import Rate, Stopwatch
from tests.benchmarks.table import Row

LoopFactory = Callable[[], asyncio.AbstractEventLoop] | None

MATCHES: Final = 5
TRIPS: Final = 5000
FASTCHESS_PER_SECOND: Final = 5600
FASTCHESS_CPU_US: Final = 105


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this process and the programs that it starts on one core. Linux only."""
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


class MatchBench:
    """Matches on one event loop. ``is_held_to_marks`` on the loop that a referee runs on.

    ``on_one_core`` keeps referee and bots on a single core. These bots work only when they are asked, so nothing is
    lost by it, and no request has to wake a core that sleeps.
    """

    def __init__(
        self,
        loop_name: str,
        loop_factory: LoopFactory,
        folder: Path,
        *,
        is_held_to_marks: bool,
        on_one_core: bool = False,
    ) -> None:
        self._loop_factory, self._is_held_to_marks = loop_factory, is_held_to_marks
        self._cores = one_core if on_one_core else nullcontext
        bot = compile_program("fast_bot.c", folder)
        self._specs = [spec(bot, str(seat + 1)) for seat in range(4)]
        self._echo = compile_program("echo_bot.c", folder)
        self._bytes = asyncio.run(self._bytes_a_ply(folder))
        self.title = f"One match at a time on {loop_name}: four bots in C, {self._bytes:,} bytes to a bot a ply"

    def measure(self, number: int) -> Figures:
        with self._cores(), asyncio.Runner(loop_factory=self._loop_factory) as runner:
            trip = runner.run(bare_trips(self._echo, self._bytes, TRIPS))
            played = runner.run(self._matches(number))
        figures = ply_parts.measure(seed=str(number))
        return figures | {
            "trips_per_second": trip.per_second,
            "trip": trip.cpu_us,
            "plies_per_second": played.per_second,
            "ply": played.cpu_us,
        }

    def rows(self, medians: Mapping[str, float]) -> list[Row]:
        speed, cost = (FASTCHESS_PER_SECOND, FASTCHESS_CPU_US) if self._is_held_to_marks else (None, None)
        parts = {"trip": "bare round trip"} | ply_parts.PARTS
        total = sum(medians[name] for name in parts)
        return [
            Row("bare round trips", medians["trips_per_second"], "/s"),
            Row("refereed plies, starts and ends included", medians["plies_per_second"], "/s", None, speed, "at_least"),
            Row("the referee's CPU a ply", medians["ply"], "us", None, cost, "at_most"),
            *(Row(f"  {words}", medians[name], "us") for name, words in parts.items()),
            Row("  sum of these", total, "us"),
            Row("  the rest: match loop, starts, cold caches", medians["ply"] - total, "us"),
        ]

    async def _matches(self, number: int) -> Rate:
        """Matches one after another; the time from the start of their programs to their end is in it."""
        plies = 0
        with tempfile.TemporaryDirectory() as folder:
            stopwatch = Stopwatch()
            for match in range(MATCHES):
                match_id = f"bench-{number}-{match}"
                replay = Path(folder) / f"{match_id}.jsonl"
                outcome = await play_match(MatchSettings(), self._specs, replay, match_id=match_id, seed=match_id)
                plies += outcome.result.plies
            return stopwatch.rate(plies)

    async def _bytes_a_ply(self, folder: Path) -> int:
        """The mean size of what is sent to the seat to act: the request and the events since its last."""
        with tempfile.TemporaryDirectory(dir=folder) as records, tempfile.TemporaryFile("w+") as transcript:
            replay = Path(records) / "size.jsonl"
            outcome = await play_match(
                MatchSettings(), self._specs, replay, match_id="size", seed="size", transcript=transcript
            )
            transcript.seek(0)
            sent = sum(
                len(line.rsplit("\t", 1)[-1])
                for line in transcript
                if '"type":"request"' in line or '"type":"event"' in line
            )
        return sent // outcome.result.plies
