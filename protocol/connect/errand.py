"""One match of a program: it is started, connected, and ended."""

import asyncio
from collections.abc import Callable, Iterable, Sequence

import aiohttp
import msgspec

from protocol.connect.call import Address, CallError, Lost, call
from protocol.connect.program import Program
from protocol.connect.relay import Relay, StartOver, Step, ToProgram

_LEFT = b"left"
_OVER, _CUT_OFF = 1000, 1006


class MatchGone(Exception):
    """The match came to its end unseen: it was broken off, or was over before the connection was there again."""


async def play_match(command: Sequence[str], address: Address, tell: Callable[[str], None]) -> None:
    """Start the program, let it play one match to its end, end it.

    Connects once it has said `ready`, so that it may take its time to start. Raises `OSError` where the program
    can't be started, `CallError` where the match can't be played or the program leaves it, and `MatchGone`.
    """
    program = await Program.start(command)
    errand = _Errand(program)
    listening = asyncio.create_task(errand.listen())
    try:
        await errand.is_settled.wait()
        if not errand.relay.is_ready:
            raise CallError(f"the program {await program.ending()} before it said ready")
        await call(address, errand, tell)
        await program.end()
    finally:
        listening.cancel()
        await program.kill()


class _Errand:
    """A program and its connections. `is_settled` when it has said `ready` or ended."""

    def __init__(self, program: Program) -> None:
        self.relay = Relay()
        self.is_settled = asyncio.Event()
        self._program = program
        self._has_ended = False
        self._socket: aiohttp.ClientWebSocketResponse | None = None

    @property
    def match_id(self) -> str:
        return self.relay.match_id

    async def listen(self) -> None:
        """Pass on what the program says; when it has ended, leave."""
        async for line in self._program.lines():
            await self._take(self.relay.from_program(line))
            if self.relay.is_ready:
                self.is_settled.set()
        self._has_ended = True
        self.is_settled.set()
        if self._socket is not None and not self.relay.is_over:
            await self._socket.close(message=_LEFT)

    async def talk(self, socket: aiohttp.ClientWebSocketResponse) -> Lost | None:
        """Pass on what comes by this connection, until it is lost or the match is over (None)."""
        self._socket = socket
        has_heard = False
        try:
            await self._take(self.relay.connected())
            while not self.relay.is_over and not self._has_ended:
                message = await socket.receive()
                if message.type is aiohttp.WSMsgType.TEXT:
                    line = message.data.rstrip("\n").encode() + b"\n"
                    await self._take(self.relay.from_referee(line))
                    has_heard = True
                elif message.type is aiohttp.WSMsgType.CLOSE:
                    if message.data == _OVER and self.relay.match_id:
                        raise MatchGone
                    return Lost(message.data, message.extra or "", has_heard)
                elif not self._has_ended:
                    return Lost(_CUT_OFF, "cut off", has_heard)
        except msgspec.DecodeError:
            raise CallError("what came is no message of a referee") from None
        except asyncio.CancelledError:
            await socket.close(message=_LEFT)
            raise
        finally:
            self._socket = None
            self.relay.disconnected()
        if self.relay.is_over:
            return None
        await socket.close(message=_LEFT)
        raise CallError(f"the program {await self._program.ending()} before its match was over")

    async def _take(self, steps: Iterable[Step]) -> None:
        for step in steps:
            if isinstance(step, StartOver):
                raise MatchGone
            if isinstance(step, ToProgram):
                self._program.write(step.line)
            elif self._socket is not None:
                try:
                    await self._socket.send_str(step.line.rstrip(b"\r\n").decode(errors="replace"))
                except ConnectionResetError:
                    return  # who listens on that connection finds out
