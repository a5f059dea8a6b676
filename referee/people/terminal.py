"""Lines typed at the terminal, for whoever at the table asks for one."""

from __future__ import annotations

import asyncio
import os
import threading
from typing import Final

_READ_BYTES: Final = 4096


class Terminal:
    """Standard input, line by line, read beside the event loop. All human seats of a match share one.

    A thread reads it, since not every standard input can be watched by an event loop (a file can't). It is a daemon:
    a match that ends does not wait for somebody to press Enter.
    """

    def __init__(self, descriptor: int = 0) -> None:
        self._descriptor = descriptor
        self._loop = asyncio.get_running_loop()
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._has_ended = False
        threading.Thread(target=self._read, name="terminal", daemon=True).start()

    async def line(self) -> str | None:
        """The next line without its end, None when there will be no more."""
        if self._has_ended:
            return None
        line = await self._lines.get()
        self._has_ended = line is None
        return line

    def forget(self) -> None:
        """What was typed before it was asked for: a finger that slipped. What comes from a file or program stays."""
        if os.isatty(self._descriptor):
            while not self._lines.empty():
                self._has_ended |= self._lines.get_nowait() is None

    def _read(self) -> None:
        rest = b""
        while data := self._read_some():
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self._pass_on(line.decode("utf-8", "replace").strip())
        if rest.strip():
            self._pass_on(rest.decode("utf-8", "replace").strip())
        self._pass_on(None)

    def _read_some(self) -> bytes:
        try:
            return os.read(self._descriptor, _READ_BYTES)
        except OSError:  # the terminal is gone: as good as its end
            return b""

    def _pass_on(self, line: str | None) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._lines.put_nowait, line)
