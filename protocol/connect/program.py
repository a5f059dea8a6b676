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

    def __init__(
        self, process: asyncio.subprocess.Process, output: asyncio.StreamReader, pipe: asyncio.BaseTransport
    ) -> None:
        self._process, self._output, self._pipe = process, output, pipe

    @classmethod
    async def start(cls, command: Sequence[str]) -> "Program":
        """Start it. Raises `OSError` where that can't be.

        Its output comes by a pipe of our own, which we can close while something that it left behind holds it open.
        """
        ours, theirs = os.pipe()
        try:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=asyncio.subprocess.PIPE, stdout=theirs, start_new_session=True
            )
        except BaseException:
            os.close(ours)
            raise
        finally:
            os.close(theirs)
        output = asyncio.StreamReader()
        pipe, _ = await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(output), os.fdopen(ours, "rb", 0)
        )
        return cls(process, output, pipe)

    def write(self, line: bytes) -> None:
        """Send it a line. What it does not read is kept: a match has an end, and so has what is said in it."""
        assert self._process.stdin is not None
        if not self._process.stdin.is_closing():
            self._process.stdin.write(line)

    async def lines(self) -> AsyncIterator[bytes]:
        """What it says, until it ends or closes its output. Of a line that is too long enough comes to show that."""
        buffer = LineBuffer()
        while data := await self._output.read(_CHUNK_BYTES):
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
        self._pipe.close()
        await self._process.wait()

    async def ending(self) -> str:
        """How it ended, in words that follow "it"; it is given a moment for that."""
        try:
            status = await asyncio.wait_for(self._process.wait(), _GRACE_S)
        except TimeoutError:
            return "closed its output"
        return f"exited with status {status}" if status >= 0 else f"was ended by {signal.Signals(-status).name}"

    def _signal(self, number: signal.Signals) -> None:
        try:
            os.killpg(self._process.pid, number)
        except ProcessLookupError:
            return  # nothing of it is left
