"""A bot that its author starts, under a debugger for instance: the referee waits for it on a port of this machine."""

from __future__ import annotations

import asyncio
import os
import socket
from typing import Final, cast

from referee.bots.link import Departure, Listener, NoHold

_HOST: Final = "127.0.0.1"
_GRACE_S: Final = 1.0


class WaitingLink(NoHold, asyncio.Protocol):
    """One seat kept for the first program that connects and says something; see ``BotLink``.

    It belongs to its author: the referee ends the connection, never the program.
    """

    def __init__(self, port: int) -> None:
        """Listen on the port. Raises ``OSError`` where it is taken or not ours to take."""
        self._loop = asyncio.get_running_loop()
        self._server = self.open_port(port)
        self._server.setblocking(False)
        self._listener: Listener | None = None
        self._transport: asyncio.Transport | None = None
        self._accepting: asyncio.Task[None] | None = None
        self._has_spoken = self._is_ending = False
        self._closed = asyncio.Event()

    @staticmethod
    def open_port(port: int) -> socket.socket:
        """A socket that listens there. Raises ``OSError`` naming the port."""
        try:
            return socket.create_server((_HOST, port))
        except OSError as error:
            raise OSError(error.errno, os.strerror(error.errno or 0), f"wait:{port}") from error

    def listen(self, listener: Listener) -> None:
        """Tell this listener from now on; take the first that comes and says something."""
        self._listener = listener
        self._accept_next()

    def _accept_next(self) -> None:
        self._accepting = self._loop.create_task(self._accept())
        self._accepting.add_done_callback(self._accepted)

    async def _accept(self) -> None:
        connection, _ = await self._loop.sock_accept(self._server)
        try:
            await self._loop.connect_accepted_socket(lambda: self, connection)
        except asyncio.CancelledError:
            connection.close()
            raise

    def _accepted(self, accepting: asyncio.Task[None]) -> None:
        error = None if accepting.cancelled() else accepting.exception()
        if isinstance(error, Exception):
            assert self._listener is not None
            self._listener.broke(error)

    # -- what the connection tells --------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's is one in all but its class

    def data_received(self, data: bytes) -> None:
        assert self._listener is not None
        if not self._has_spoken:
            self._has_spoken = True
            self._server.close()
        self._listener.heard(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if not self._has_spoken and not self._is_ending:  # somebody who only looked whether the port is open
            self._accept_next()
            return
        self._closed.set()
        assert self._listener is not None
        self._listener.gone()

    # -- what a match asks of a link ------------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        if self._transport is not None:
            self._transport.write(data)

    def read_waiting(self) -> None:
        """What has arrived is told as it comes; a bot under a debugger is in no hurry."""

    def stop_reading(self) -> None:
        if self._transport is not None:
            self._transport.pause_reading()

    async def exit_status(self, within_s: float) -> int | None:
        """Not ours to know."""
        return None

    def departure(self, status: int | None) -> Departure:
        return Departure("disconnect", "closed the connection")

    async def end(self) -> None:
        """Send what is left and close; a program that does not read it is not waited for."""
        self._is_ending = True
        if self._transport is not None:
            self._transport.close()
            try:
                await asyncio.wait_for(self._closed.wait(), _GRACE_S)
            except TimeoutError:
                await self.kill()
        self._stop_accepting()

    async def kill(self) -> None:
        self._is_ending = True
        if self._transport is not None:
            self._transport.abort()
            await self._closed.wait()
        self._stop_accepting()

    def _stop_accepting(self) -> None:
        if self._accepting is not None:
            self._accepting.cancel()
        self._server.close()
