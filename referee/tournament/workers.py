"""The processes that play a tournament's matches, one on each core it may use, as seen from the process that orders.

A worker that dies takes one match with it and is replaced. When this process dies, its workers see their input end,
end their bots and go; until then each holds a lock on the log that it writes to, so that the next run can wait for it.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self

from referee.tournament.assignments import Order, Reply, Terms, Unable, decode_reply, encode

_LONGEST_REPLY: Final = 1 << 24
_PATIENCE_S: Final = 30.0
"""How long a worker has to end its bots once it is told to go."""
_LOOK_AGAIN_S: Final = 0.05


class WorkerLost(Exception):
    """The process ended before it replied; the text says how."""


class NoWorker(Exception):
    """No match can be played on this machine; the text says why."""


class Worker:
    """One process. ``async with`` it; what it is ordered it does one thing after another."""

    def __init__(self, terms: Terms, log: Path) -> None:
        self._terms, self._log = terms, log
        self._process: subprocess.Popen[bytes] | None = None
        self._replies: asyncio.StreamReader | None = None
        self._transport: asyncio.BaseTransport | None = None

    async def __aenter__(self) -> Self:
        try:
            await self._start()
        except BaseException:
            await self.stop()
            raise
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None,
                        at: TracebackType | None) -> None:  # fmt: skip
        await asyncio.shield(asyncio.ensure_future(self.stop()))

    @property
    def pid(self) -> int:
        """Of the process that runs now."""
        assert self._process is not None, "not started"
        return self._process.pid

    async def order(self, order: Order) -> Reply:
        """Have it done. Raises ``WorkerLost`` where the process ends meanwhile; a new one has been started then.

        Raises ``NoWorker`` where none could be. When this is cancelled nothing more can be ordered: ``stop`` ends what
        it was at.
        """
        try:
            return await self._ask(order)
        except WorkerLost:
            await self._start()
            raise

    def tell_to_go(self) -> None:
        """End its input, and with that its match and bots; ``stop`` waits for it. Several may go at the same time."""
        if self._process is not None:
            assert self._process.stdin is not None
            self._process.stdin.close()

    async def stop(self) -> None:
        """Tell it to go and wait for it; end it by force if it does not."""
        self.tell_to_go()
        process, transport = self._process, self._transport
        self._process = self._transport = None
        if process is None:
            return
        await _end_of(process)
        if transport is not None:
            transport.close()

    async def _start(self) -> None:
        await self.stop()
        try:
            self._process = process = self._spawn()
        except OSError as error:
            raise NoWorker(f"{error.filename or 'the system'}: {error.strerror or error}") from None
        loop = asyncio.get_running_loop()
        self._replies = asyncio.StreamReader(limit=_LONGEST_REPLY, loop=loop)
        protocol = asyncio.StreamReaderProtocol(self._replies)
        self._transport, _ = await loop.connect_read_pipe(lambda: protocol, process.stdout)
        try:
            reply = await self._ask(self._terms)
        except WorkerLost as error:
            raise NoWorker(f"{error}; see {self._log}") from None
        if isinstance(reply, Unable):
            raise NoWorker(reply.reason)

    def _spawn(self) -> subprocess.Popen[bytes]:
        """In a session of its own: Ctrl-C at the terminal is for the tournament to judge, not for its workers."""
        with self._log.open("ab") as log:
            fcntl.flock(log, fcntl.LOCK_SH)  # goes with the open file, which is the worker's alone from here on
            return subprocess.Popen(
                [sys.executable, "-m", "referee.tournament.worker"],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, start_new_session=True, bufsize=0,
            )  # fmt: skip

    async def _ask(self, order: Order) -> Reply:
        process, replies = self._process, self._replies
        assert process is not None, "not started"
        assert process.stdin is not None
        assert replies is not None
        rest = encode(order) + b"\n"
        try:
            while rest:  # all at once, as a rule: a pipe holds 64 kilobytes, and the worker reads at any time
                rest = rest[process.stdin.write(rest) :]
        except BrokenPipeError:
            raise WorkerLost(await self._how_it_ended()) from None
        line = await replies.readline()
        if not line.endswith(b"\n"):
            raise WorkerLost(await self._how_it_ended())
        return decode_reply(line)

    async def _how_it_ended(self) -> str:
        process = self._process
        assert process is not None, "not started"
        status = await _end_of(process)
        how = f"was ended by signal {-status}" if status < 0 else f"ended with status {status}"
        return f"the process that refereed the match {how}"


async def _end_of(process: subprocess.Popen[bytes]) -> int:
    """Its status; one that does not end by itself is ended."""
    try:
        return await asyncio.to_thread(process.wait, _PATIENCE_S)
    except subprocess.TimeoutExpired:
        process.kill()
        return await asyncio.to_thread(process.wait)


async def earlier_workers_gone(log: Path) -> None:
    """Wait for the workers of a run that was killed: each closes the record that it was at, which is to be made anew.

    Raises ``NoWorker`` where they don't go.
    """
    loop = asyncio.get_running_loop()
    end = loop.time() + _PATIENCE_S
    with log.open("ab") as file:
        while not _is_free(file):
            if loop.time() > end:
                raise NoWorker(f"{log}: workers of a run that was killed still write to it, and do not go: end them")
            await asyncio.sleep(_LOOK_AGAIN_S)  # such a lock can't be waited for with a limit


def _is_free(log: IO[bytes]) -> bool:
    try:
        fcntl.flock(log, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def cores_of_this_process() -> list[int]:
    """The processors that it may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))
