"""A remote bot by hand, which says what the test says, and who listens to its link in the place of a match."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import aiohttp

from referee.bots.remote.link import RemoteLink
from referee.bots.remote.lobby import Lobby
from referee.bots.remote.tokens import new_token

WITHIN_S: Final = 20.0
"""Nothing here takes as long, unless something is broken."""


class RemoteBot:
    """One connection."""

    def __init__(self, session: aiohttp.ClientSession, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._session, self.socket = session, socket
        self.token = session.headers["Authorization"].removeprefix("Bearer ")

    @classmethod
    async def connect(cls, port: int, token: str, hello: str = "ready itself 7", match_id: str = "") -> RemoteBot:
        session = aiohttp.ClientSession(headers={"Authorization": f"Bearer {token}", "Match-Id": match_id})
        try:
            socket = await session.ws_connect(f"http://127.0.0.1:{port}/play", max_msg_size=0)
        except BaseException:
            await session.close()
            raise
        bot = cls(session, socket)
        if hello:
            await bot.say(hello)
        return bot

    async def say(self, line: str) -> None:
        await self.socket.send_str(line)

    async def hear(self) -> dict[str, Any]:
        """The next message."""
        async with asyncio.timeout(WITHIN_S):
            message = await self.socket.receive()
        assert message.type is aiohttp.WSMsgType.TEXT, message
        assert "\n" not in message.data
        decoded: dict[str, Any] = json.loads(message.data)
        return decoded

    async def hear_until(self, kind: str) -> list[dict[str, Any]]:
        """All messages up to the next of this type."""
        messages = [await self.hear()]
        while messages[-1]["type"] != kind:
            messages.append(await self.hear())
        return messages

    async def closed(self) -> tuple[int, str]:
        """The code and reason with which the referee closes, whatever comes before."""
        async with asyncio.timeout(WITHIN_S):
            while True:
                message = await self.socket.receive()
                if message.type is aiohttp.WSMsgType.CLOSE:
                    return message.data, message.extra or ""
                assert message.type is aiohttp.WSMsgType.TEXT, message

    async def play_on(self) -> tuple[dict[str, Any], tuple[int, str]]:
        """Answer with the first legal action to the end: ``match_end``, then the referee's code and reason."""
        while True:
            message = await self.hear()
            if message["type"] == "request":
                await self.say(first_legal(message))
            elif message["type"] == "match_end":
                return message, await self.closed()

    async def part(self, parting: Coroutine[Any, Any, None]) -> tuple[int, str]:
        """Answer the referee's close at the end, and leave; its code and reason."""
        how: tuple[int, str]
        _, how = await asyncio.gather(parting, self.closed())
        await self.leave()
        return how

    async def leave(self, code: int = 1000, reason: str = "") -> None:
        await self.socket.close(code=code, message=reason.encode())
        await self._session.close()


def first_legal(request: dict[str, Any]) -> str:
    return f"@{request['id']} {request['legal_actions'][0]}"


class Ear:
    """A listener that keeps what it is told until the test asks."""

    def __init__(self) -> None:
        self._told: asyncio.Queue[str] = asyncio.Queue()

    async def told(self) -> str:
        """The next thing that it is told: a line, or ``lost`` or ``gone`` in brackets."""
        async with asyncio.timeout(WITHIN_S):
            return await self._told.get()

    @property
    def has_been_told_all(self) -> bool:
        """Is there nothing that the test has not asked for?"""
        return self._told.empty()

    def heard(self, data: bytes) -> None:
        self._told.put_nowait(data.decode())

    def lost(self) -> None:
        self._told.put_nowait("[lost]")

    def gone(self) -> None:
        self._told.put_nowait("[gone]")

    def complained(self, data: bytes) -> None:
        raise AssertionError("a remote bot has no standard error")

    def broke(self, error: Exception) -> None:
        raise error


class Entrance:
    """A lobby that is open, with a token for ``it``."""

    def __init__(self, lobby: Lobby, port: int, token: str, tokens: Path) -> None:
        self.lobby, self.port, self.token, self.tokens = lobby, port, token, tokens

    async def bot(self, hello: str = "ready itself 7", port: int | None = None) -> RemoteBot:
        return await RemoteBot.connect(port or self.port, self.token, hello)

    async def arrived(self, name: str = "it") -> None:
        """Wait until this bot is in the lobby."""
        async with asyncio.timeout(WITHIN_S):
            await self.lobby.wait_for([name], lambda missing: None)

    def seat(self) -> tuple[RemoteLink, Ear]:
        """A match begins for ``it``."""
        link, ear = RemoteLink("it", self.lobby), Ear()
        link.listen(ear)
        return link, ear


@asynccontextmanager
async def entrance(folder: Path, **options: Any) -> AsyncIterator[Entrance]:
    tokens = folder / "tokens"
    token = new_token(tokens, "it")
    lobby = Lobby(tokens, **options)
    port = await lobby.open("127.0.0.1", 0)
    try:
        yield Entrance(lobby, port, token, tokens)
    finally:
        await lobby.close()
