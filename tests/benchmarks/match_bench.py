"""A refereed match with four bots in C, the bare round trip beside it, and playing the record again."""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from referee.bots.process import BotProcess
from referee.bots.spec import BotSpec
from referee.match.settings import MatchSettings
from referee.match.start import play_match
from referee.replays.verify import verify

HERE = Path(__file__).parent
LoopFactory = Callable[[], asyncio.AbstractEventLoop] | None


def build(folder: Path, source: str) -> BotSpec:
    """Compile one of the programs in C beside this file."""
    program = folder / Path(source).stem
    subprocess.run(["cc", "-O2", "-o", str(program), str(HERE / source)], check=True)
    return BotSpec(text=source, command=(str(program),), folder=folder, name=program.name)


@dataclass(frozen=True)
class Rate:
    """What one of something costs: by the clock on the wall, and in the referee's own processor time."""

    wall_us: float
    cpu_us: float

    @property
    def per_second(self) -> float:
        return 1e6 / self.wall_us


class _Echoes:
    """Waits for a line from the echo; the least that can be done to hear."""

    def __init__(self) -> None:
        self.future: asyncio.Future[None] | None = None

    def heard(self, data: bytes) -> None:
        if self.future is not None and not self.future.done():
            self.future.set_result(None)

    def complained(self, data: bytes) -> None: ...

    def gone(self) -> None: ...


async def _trips(spec: BotSpec, line: bytes, count: int) -> Rate:
    process, echoes = await BotProcess.start(spec), _Echoes()
    process.listen(echoes)
    loop = asyncio.get_running_loop()
    wall, cpu = time.perf_counter(), time.process_time()
    for _ in range(count):
        echoes.future = loop.create_future()
        process.write(line)
        await echoes.future
    rate = Rate((time.perf_counter() - wall) / count * 1e6, (time.process_time() - cpu) / count * 1e6)
    await process.end()
    return rate


def bare_trip(folder: Path, loop_factory: LoopFactory, size: int, count: int = 5000) -> Rate:
    """One line of ``size`` bytes to a program in C and a short one back, over and over."""
    spec = build(folder, "echo_bot.c")
    line = b"x" * (size - 1) + b"\n"
    with asyncio.Runner(loop_factory=loop_factory) as runner:
        rates = [runner.run(_trips(spec, line, count)) for _ in range(5)]
    return Rate(statistics.median(r.wall_us for r in rates), statistics.median(r.cpu_us for r in rates))


async def _matches(specs: list[BotSpec], folder: Path, count: int) -> tuple[Rate, int]:
    """Whole matches one after another; the time from the start of the programs to their end is in it."""
    plies, wall, cpu = 0, time.perf_counter(), time.process_time()
    for number in range(count):
        replay = folder / f"bench-{os.getpid()}-{time.monotonic_ns()}.jsonl"
        outcome = await play_match(MatchSettings(), specs, replay, match_id=f"bench-{number}", seed=str(number))
        plies += outcome.result.plies
    return Rate((time.perf_counter() - wall) / plies * 1e6, (time.process_time() - cpu) / plies * 1e6), plies


def refereed(folder: Path, loop_factory: LoopFactory, matches: int = 5) -> Rate:
    """The median over five runs of a few matches, each with four bots that answer at once."""
    bot = build(folder, "fast_bot.c")
    specs = [BotSpec(bot.text, (*bot.command, str(seat + 1)), bot.folder, bot.name) for seat in range(4)]
    with asyncio.Runner(loop_factory=loop_factory) as runner:
        rates = [runner.run(_matches(specs, folder, matches))[0] for _ in range(5)]
    return Rate(statistics.median(r.wall_us for r in rates), statistics.median(r.cpu_us for r in rates))


def verify_us(folder: Path) -> float:
    """Microseconds of processor time per ply to verify the records that the matches left."""
    records = sorted(folder.glob("bench-*.jsonl"))
    started = time.process_time()
    found = [verify(path) for path in records]
    assert all(one.status == "ok" for one in found)
    return (time.process_time() - started) / sum(one.plies for one in found) * 1e6


def request_size(folder: Path) -> int:
    """The mean size in bytes of what a bot is sent in one ply of such a match."""
    bot = build(folder, "fast_bot.c")
    specs = [BotSpec(bot.text, bot.command, bot.folder, bot.name)] * 4
    with tempfile.TemporaryFile("w+") as transcript:
        outcome = asyncio.run(
            play_match(MatchSettings(), specs, folder / "size.jsonl", match_id="size", seed="s", transcript=transcript)
        )
        transcript.seek(0)
        sent = sum(len(line) for line in transcript if "\t>\t" in line and '"match_start"' not in line)
    return sent // outcome.result.plies
