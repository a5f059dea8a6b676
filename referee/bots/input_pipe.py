"""A program's standard input, seen from our side: what the pipe does not take at once is sent as it is read."""

from __future__ import annotations

import asyncio
import os

from referee.bots.doing import unread_bytes


class InputPipe:
    """Writes to this descriptor, which does not block, by hand on the running event loop.

    A program that has closed its input is no error here: it is written to no more, and judged when it is asked.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._loop = asyncio.get_running_loop()
        self._unsent = bytearray()
        self._all_sent = asyncio.Event()
        self._all_sent.set()

    @property
    def is_closed(self) -> bool:
        """Whether nothing more is written, by the program's doing or by ours."""
        return self._descriptor < 0

    @property
    def has_unsent(self) -> bool:
        """Whether the pipe is full, and more is to be sent."""
        return bool(self._unsent)

    @property
    def has_unread(self) -> bool:
        """Whether there is something that the program has not read. The pipe must not be closed."""
        return bool(self._unsent) or unread_bytes(self._descriptor) > 0

    @property
    def inode(self) -> int:
        """By which the system knows the pipe, which must not be closed."""
        return os.fstat(self._descriptor).st_ino

    def write(self, data: bytes) -> None:
        """Send this, or as much as the pipe takes and the rest later."""
        if self._descriptor < 0:
            return
        if not self._unsent:
            sent = self._send(data)
            if self._descriptor < 0 or sent == len(data):
                return
            data = data[sent:]
            self._loop.add_writer(self._descriptor, self._send_rest)
            self._all_sent.clear()
        self._unsent += data

    async def all_sent(self) -> None:
        """Wait until the pipe has taken everything, or is closed."""
        await self._all_sent.wait()

    def close(self) -> None:
        """Send nothing more; once closed it stays so."""
        if self._descriptor >= 0:
            self._loop.remove_writer(self._descriptor)
            os.close(self._descriptor)
            self._descriptor = -1
            self._unsent.clear()
            self._all_sent.set()

    def _send(self, data: bytes | bytearray) -> int:
        """How many bytes the pipe took."""
        try:
            return os.write(self._descriptor, data)
        except BlockingIOError:
            return 0
        except OSError:  # the reading end is gone
            self.close()
            return 0

    def _send_rest(self) -> None:
        del self._unsent[: self._send(self._unsent)]
        if not self._unsent and self._descriptor >= 0:
            self._loop.remove_writer(self._descriptor)
            self._all_sent.set()
