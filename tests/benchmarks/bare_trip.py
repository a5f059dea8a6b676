"""The bare round trip: the same bytes to and fro between us and four programs in C, with nothing in between."""

from __future__ import annotations

import asyncio
from pathlib import Path

from referee.bots.process import BotProcess
from tests.benchmarks.c_programs import spec
from tests.benchmarks.rate import Rate, Stopwatch


class _Echo:
    """One program, and the least that can be done to hear it."""

    def __init__(self, program: Path) -> None:
        self._process = BotProcess.start(spec(program))
        self._process.listen(self)
        self._loop = asyncio.get_running_loop()
        self._heard: asyncio.Future[None] = self._loop.create_future()
        self.end = self._process.end

    async def trip(self, line: bytes) -> None:
        self._heard = self._loop.create_future()
        self._process.write(line)
        await self._heard

    def heard(self, data: bytes) -> None:
        self._heard.set_result(None)

    def complained(self, data: bytes) -> None:
        raise RuntimeError(f"the echo complained: {data!r}")

    def gone(self) -> None:
        if not self._heard.done():
            self._heard.set_exception(RuntimeError("the echo ended"))

    def broke(self, error: Exception) -> None:
        raise error


async def bare_trips(program: Path, line_bytes: int, count: int) -> Rate:
    """``count`` trips, one at a time, to four programs in turn as in a match; ``program`` is ``echo_bot``."""
    echoes = [_Echo(program) for _ in range(4)]
    line = b"x" * (line_bytes - 1) + b"\n"
    for echo in echoes:
        await echo.trip(line)  # it has started
    stopwatch = Stopwatch()
    for number in range(count):
        await echoes[number % 4].trip(line)
    rate = stopwatch.rate(count)
    await asyncio.gather(*(echo.end() for echo in echoes))
    return rate
