"""The bot as a program of this machine: its lines, and its end."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Sequence

from protocol.lines import MAX_LINE_BYTES, Discarded, LineBuffer, Overlong

_GRACE_S = 1.0
_CHUNK_BYTES = 64 * 1024


class Program:
    """A program that has been started, with its standard error where ours goes; a session of processes of its own."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, command: Sequence[str]) -> "Program":
        """Start it. Raises `OSError` where that can't be."""
        pipe = asyncio.subprocess.PIPE
        return cls(await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, start_new_session=True))

    def write(self, line: bytes) -> None:
        """Send it a line. What it does not read is kept: a match has an end, and so has what is said in it."""
        assert self._process.stdin is not None
        if not self._process.stdin.is_closing():
            self._process.stdin.write(line)

    async def lines(self) -> AsyncIterator[bytes]:
        """What it says, until it ends or closes its output. Of a line that is too long enough comes to show that."""
        assert self._process.stdout is not None
        buffer = LineBuffer()
        while data := await self._process.stdout.read(_CHUNK_BYTES):
            for framed in buffer.feed(data):
                if isinstance(framed, Overlong):
                    yield framed.head.ljust(MAX_LINE_BYTES + 1, b".") + b"\n"
                elif not isinstance(framed, Discarded):
                    yield framed + b"\n"

    async def end(self) -> None:
        """Close its input, ask it, force it: as a referee ends a program that it has started itself."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        for number in (None, signal.SIGTERM, signal.SIGKILL):
            if number is not None:
                self._signal(number)
            try:
                await asyncio.wait_for(self._process.wait(), _GRACE_S)
                break
            except TimeoutError:
                continue
        self._signal(signal.SIGKILL)  # what it has started and left behind

    async def kill(self) -> None:
        """End it now, with all that it has started."""
        self._signal(signal.SIGKILL)
        await self._process.wait()

    def _signal(self, number: signal.Signals) -> None:
        try:
            os.killpg(self._process.pid, number)
        except ProcessLookupError:
            return  # nothing of it is left
