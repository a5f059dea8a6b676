"""A network between a client and a server of this machine: slow, cut, or dead without a word."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Final, Self

_CHUNK_BYTES: Final = 64 * 1024


class Network:
    """A TCP proxy to a port, from a port of its own.

    ``delay_s`` is how long everything takes, each way. With ``cut_every`` it cuts all connections whenever it has
    carried so many pieces; ``cuts`` is how often that was.
    """

    def __init__(self, to_port: int, delay_s: float = 0.0, cut_every: int = 0) -> None:
        self.port = 0
        self.cuts = 0
        self._to_port, self._delay_s = to_port, delay_s
        self._cut_every, self._pieces = cut_every, 0
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._ends: list[asyncio.StreamWriter] = []

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        self.cut()

    def cut(self) -> None:
        """Break every connection that there is; new ones are made as before."""
        self.go_dead()
        for end in self._ends:
            end.transport.abort()
        self._ends.clear()

    def go_dead(self) -> None:
        """Carry nothing more on the connections that there are, and close none: each side believes the other there."""
        for task in self._tasks:
            task.cancel()
        self._tasks.clear()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to_port)
        except ConnectionRefusedError:
            writer.transport.abort()
            return
        self._ends += [writer, far_writer]
        for source, target in ((reader, far_writer), (far_reader, writer)):
            self._tasks.add(asyncio.create_task(self._carry(source, target)))

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        """Pass on what comes, in order, each piece when its time has come; then the end."""
        loop = asyncio.get_running_loop()
        on_the_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def arrive() -> None:
            while True:
                due, data = await on_the_way.get()
                await asyncio.sleep(due - loop.time())
                if not data:
                    target.close()
                    return
                target.write(data)

        arriving = asyncio.create_task(arrive())
        try:
            while data := await source.read(_CHUNK_BYTES):
                self._pieces += 1
                if self._cut_every and self._pieces % self._cut_every == 0:
                    self.cuts += 1
                    self.cut()
                on_the_way.put_nowait((loop.time() + self._delay_s, data))
            on_the_way.put_nowait((loop.time() + self._delay_s, b""))
            await arriving
        except ConnectionResetError:
            target.transport.abort()
        finally:
            arriving.cancel()
