"""One WebSocket of a bot: a text frame is a line, both ways, and nothing is kept without bounds."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

from aiohttp import WebSocketError, WSMsgType, web

from referee.bots.remote.closing import LEFT, OVER, TEXT_ONLY, Parting

MOST_UNREAD_BYTES: Final = 1024 * 1024
"""What may wait for a bot that does not read; a whole match of lines is a few times that."""
MOST_FRAME_BYTES: Final = 64 * 1024
"""A longer frame ends the connection (1009); up to that the session judges whether a line is too long."""
_GRACE_S: Final = 1.0


class Connection:
    """A bot that has shown its token, for as long as ``run`` goes on."""

    def __init__(self, heartbeat_s: float) -> None:
        """A bot that does not answer a ping, sent after this long without a word, within half of that is dropped."""
        self._socket = web.WebSocketResponse(
            timeout=_GRACE_S, heartbeat=heartbeat_s, compress=False, max_msg_size=MOST_FRAME_BYTES
        )
        self._transport: asyncio.Transport | None = None
        self._unread: deque[bytes] = deque()
        self._unread_bytes = 0
        self._has_work = asyncio.Event()
        self._closing: tuple[int, str] | None = None
        self._dropped_for = ""
        self._is_closed_by_bot = False
        self._last_moment: asyncio.TimerHandle | None = None
        self._ended = asyncio.Event()

    async def open(self, request: web.Request) -> None:
        """Answer the handshake. Raises ``aiohttp.web.HTTPException`` for a request that is none."""
        self._transport = request.transport
        try:
            await self._socket.prepare(request)
        except BaseException:
            self._ended.set()
            raise

    @property
    def response(self) -> web.WebSocketResponse:
        """What the request is answered with, when ``run`` has ended."""
        return self._socket

    # -- what whoever speaks with the bot calls ---------------------------------------------------------------

    def send(self, lines: bytes) -> None:
        """Send these lines when the bot reads. One that leaves too much unread is dropped. Never blocks."""
        if self._closing is not None:
            return
        self._unread_bytes += len(lines)
        if self._unread_bytes > MOST_UNREAD_BYTES:
            self.drop(f"it left more than {MOST_UNREAD_BYTES // 1024} KiB unread")
            return
        self._unread.extend(lines.splitlines())
        self._has_work.set()

    def close(self, code: int, reason: str) -> None:
        """Send what is left, then close, both within two seconds; what the bot still says is not heard."""
        if self._closing is None:
            self._closing = code, reason
            self._has_work.set()
            loop = asyncio.get_running_loop()
            self._last_moment = loop.call_later(2 * _GRACE_S, self.drop, "it did not read")

    def drop(self, why: str) -> None:
        """End the connection now, without a word."""
        self._dropped_for = self._dropped_for or why
        if self._transport is not None:
            self._transport.abort()

    async def ended(self) -> None:
        """Wait until nothing of it is left."""
        await self._ended.wait()

    # -- its course -------------------------------------------------------------------------------------------

    async def run(self, heard: Callable[[bytes], None]) -> Parting:
        """Tell what comes, line by line, and send what is to be sent, until the connection has ended; why it has."""
        reading = asyncio.create_task(self._read(heard))
        writing = asyncio.create_task(self._write())
        try:
            await asyncio.wait((reading, writing), return_when=asyncio.FIRST_COMPLETED)
            if self._closing is None:
                return await reading
            reading.cancel()  # the handshake at the end is for one reader
            await asyncio.wait((reading,))
            await self._shake_hands(*self._closing)
            return Parting("closed by the referee")
        finally:
            reading.cancel()
            writing.cancel()
            if self._last_moment is not None:
                self._last_moment.cancel()
            if not self._is_closed_by_bot:  # else the answer to that may not have left yet
                self.drop("")
            self._ended.set()

    async def _read(self, heard: Callable[[bytes], None]) -> Parting:
        while True:
            message = await self._socket.receive()
            if message.type is WSMsgType.TEXT:
                if self._closing is None:
                    line = message.data.encode()
                    heard(line if line.endswith(b"\n") else line + b"\n")
            elif message.type is WSMsgType.BINARY:
                await self._shake_hands(TEXT_ONLY, "text frames only")
                return Parting("it sent a binary frame")
            elif message.type is WSMsgType.CLOSE:
                self._is_closed_by_bot = True
                is_for_good = (message.data, message.extra) == (OVER, LEFT)
                return Parting(f"closed by the bot with code {message.data}", is_for_good)
            else:
                return Parting(self._dropped_for or _why_lost(message.data))

    async def _write(self) -> None:
        while True:
            while self._unread:
                line = self._unread.popleft()
                try:
                    await self._socket.send_str(line.decode())
                except ConnectionResetError:
                    return  # the reader finds out why
                self._unread_bytes -= len(line) + len(b"\n")
            if self._closing is not None:
                return
            self._has_work.clear()
            await self._has_work.wait()

    async def _shake_hands(self, code: int, reason: str) -> None:
        try:
            async with asyncio.timeout(2 * _GRACE_S):
                await self._socket.close(code=code, message=reason.encode())
        except TimeoutError:
            self.drop("it did not read")


def _why_lost(error: object) -> str:
    """In words for the bot's author, from what aiohttp says of a connection that ended without being closed."""
    if isinstance(error, WebSocketError):
        return f"closed with code {error.code}: {error}"
    if isinstance(error, TimeoutError):
        return "no answer to a ping"
    return "cut off"
