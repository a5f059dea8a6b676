"""Where bots come in from elsewhere, show their token, say ``ready`` and wait for their match.

One place for each name: who comes later with the same token takes it over, so that a connection that died unnoticed
keeps nobody out.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import structlog
from aiohttp import web
from aiohttp.web_protocol import RequestHandler

from protocol.session import BotSession, Fault, Ready
from referee.bots.remote.closing import FLOOD, GOING_AWAY, NOT_READY, OVER, REPLACED, Parting
from referee.bots.remote.connection import Connection
from referee.bots.remote.link import RemoteLink
from referee.bots.remote.server_log import server_log
from referee.bots.remote.tokens import TokensError, name_of, read_tokens

log = structlog.get_logger()

PATH: Final = "/play"
_BEARER: Final = "bearer "
_HARDLY_S: Final = 0.1
_LONGEST_REASON: Final = 120  # of the 123 bytes that a close frame has room for


class Guest:
    """A bot that is there: its connection, its ``ready``, and the match that it plays, if it does.

    It goes by the name that its token is for, whatever it calls itself.
    """

    def __init__(self, name: str, match_id: str, connection: Connection) -> None:
        """``match_id`` is the match that it says it comes back to, empty where it says none."""
        self.name = name
        self.match_id = match_id
        self.connection = connection
        self.ready = b""
        self.link: RemoteLink | None = None
        self._session = BotSession()

    def heard(self, line: bytes) -> bool:
        """Take a line. Is it the ``ready`` that was waited for? What else is said before a match is dropped."""
        if self.link is not None:
            self.link.heard(line)
            return False
        for said in self._session.hear(line):
            if isinstance(said, Ready):
                self.ready = f"ready {self.name} {said.version}".rstrip().encode() + b"\n"
                return True
            if isinstance(said, Fault):
                code = FLOOD if said.code == "flood" else NOT_READY
                self.connection.close(code, said.detail[:_LONGEST_REASON])
        return False


class Lobby:
    """The door for remote bots, at one address.

    ``tokens`` is read at every knock, so a token counts as soon as it is made. ``heartbeat_s`` is how long a connection
    may be silent before it is pinged, ``ready_s`` how long a handshake, and then ``ready``, may take. There are
    ``most_connections`` at a time.
    """

    def __init__(
        self, tokens: Path, *, heartbeat_s: float = 5.0, ready_s: float = 10.0, most_connections: int = 256
    ) -> None:
        self._tokens = tokens
        self._heartbeat_s, self._ready_s, self._most_connections = heartbeat_s, ready_s, most_connections
        self._connections: set[Connection] = set()
        self._at_the_door: dict[str, Guest] = {}
        self._here: dict[str, Guest] = {}
        self._playing: dict[str, RemoteLink] = {}
        self._came = asyncio.Event()
        self._strangers: set[RequestHandler] = set()
        self._runner: web.AppRunner | None = None
        self._server: asyncio.AbstractServer | None = None

    async def open(self, host: str, port: int) -> int:
        """Listen there; the port, for 0 stands for any that is free. Raises ``OSError`` naming both."""
        app = web.Application()
        app.router.add_get(PATH, self._take_in)
        self._runner = web.AppRunner(app, access_log=None, logger=server_log())
        await self._runner.setup()
        try:
            self._server = await asyncio.get_running_loop().create_server(self._open_door, host, port)
        except OSError as error:
            await self._runner.cleanup()
            raise OSError(error.errno, os.strerror(error.errno or 0), f"{host}:{port}") from error
        return int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Send everybody away and listen no more."""
        assert self._runner is not None
        if self._server is not None:
            self._server.close()
        for connection in self._connections:
            connection.close(GOING_AWAY, "the referee goes away")
        await asyncio.gather(*(connection.ended() for connection in self._connections))
        await self._runner.cleanup()

    async def wait_for(self, names: Sequence[str], tell: Callable[[Sequence[str]], None]) -> None:
        """Wait until these bots are all here at once; tell who is missing, whenever that has changed."""
        told: Sequence[str] = ()
        while missing := [name for name in names if name not in self._here]:
            if missing != told:
                tell(missing)
                told = missing
            self._came.clear()
            await self._came.wait()

    # -- what links ask ---------------------------------------------------------------------------------------

    def seat(self, link: RemoteLink) -> None:
        """See ``Reception``. Raises ``ValueError`` for a bot that plays already."""
        if link.name in self._playing:
            raise ValueError(f"{link.name} has a match already")
        self._playing[link.name] = link
        if link.name in self._here:
            self._join(self._here[link.name], link)

    def release(self, link: RemoteLink) -> None:
        del self._playing[link.name]
        self._here.pop(link.name, None)

    # -- connections ------------------------------------------------------------------------------------------

    def _open_door(self) -> asyncio.BaseProtocol:
        """Somebody is at the door, and has so long to ask for something; where many stand there, hardly any time."""
        assert self._runner is not None
        assert self._runner.server is not None
        stranger = self._runner.server()
        is_full = sum(one.transport is not None for one in self._strangers) >= self._most_connections
        self._strangers.add(stranger)
        asyncio.get_running_loop().call_later(_HARDLY_S if is_full else self._ready_s, self._turn_away, stranger)
        return stranger

    def _turn_away(self, stranger: RequestHandler) -> None:
        if stranger in self._strangers:
            self._strangers.remove(stranger)
            stranger.force_close()

    async def _take_in(self, request: web.Request) -> web.StreamResponse:
        """One connection, from its handshake to its end."""
        try:
            guest = Guest(self._name_of(request), request.headers.get("Match-Id", ""), Connection(self._heartbeat_s))
            self._make_way(guest)
        except web.HTTPException as refusal:
            refusal.force_close()  # it may call again, but not stay for that
            raise
        self._connections.add(guest.connection)
        try:
            await guest.connection.open(request)
            self._strangers.discard(request.protocol)
            parting = await self._listen(guest)
        finally:
            self._connections.discard(guest.connection)
            if self._at_the_door.get(guest.name) is guest:
                del self._at_the_door[guest.name]
        self._depart(guest, parting)
        return guest.connection.response

    def _make_way(self, guest: Guest) -> None:
        """Of those with one token, one at a time may owe us its ``ready``: an older one goes, at once.

        Else one token could keep everybody out. Raises the answer to one for whom there is no room.
        """
        older = self._at_the_door.pop(guest.name, None)
        if older is not None:
            older.connection.drop("replaced by a newer connection with the same token")
            self._connections.discard(older.connection)
        if len(self._connections) >= self._most_connections:
            raise web.HTTPServiceUnavailable(text=f"{self._most_connections} bots are connected; come later\n")
        self._at_the_door[guest.name] = guest

    async def _listen(self, guest: Guest) -> Parting:
        """Hear all that it says, its ``ready`` first, which may take so long and no longer."""
        too_late = asyncio.get_running_loop().call_later(
            self._ready_s, guest.connection.close, NOT_READY, f"no ready within {self._ready_s:g} s"
        )

        def heard(line: bytes) -> None:
            if guest.heard(line):
                too_late.cancel()
                self._arrive(guest)

        try:
            return await guest.connection.run(heard)
        finally:
            too_late.cancel()

    def _name_of(self, request: web.Request) -> str:
        """Whose token the request shows. Raises the answer to one that shows none that counts."""
        shown = request.headers.get("Authorization", "")
        try:
            digests = read_tokens(self._tokens)
        except (OSError, TokensError) as error:
            log.error("tokens can't be read", error=str(error))
            raise web.HTTPServiceUnavailable(text="the referee can't check tokens\n") from None
        is_token = shown[: len(_BEARER)].lower() == _BEARER
        name = name_of(shown[len(_BEARER) :].strip(), digests) if is_token else None
        if name is None:
            log.warning("token refused", address=request.remote)
            raise web.HTTPUnauthorized(
                text="the token is unknown: send `Authorization: Bearer TOKEN`\n",
                headers={"WWW-Authenticate": "Bearer"},
            )
        return name

    def _arrive(self, guest: Guest) -> None:
        link = self._playing.get(guest.name)
        if guest.match_id and link is None:  # it ended without the bot, here or in a referee before this one
            guest.connection.close(OVER, "match over")
            return
        if self._at_the_door.get(guest.name) is guest:
            del self._at_the_door[guest.name]
        older = self._here.get(guest.name)
        if older is not None:
            older.connection.close(REPLACED, "replaced by a newer connection with the same token")
        self._here[guest.name] = guest
        log.info("bot connected", bot=guest.name, is_playing=link is not None)
        if link is not None:
            self._join(guest, link)
        self._came.set()

    def _join(self, guest: Guest, link: RemoteLink) -> None:
        guest.link = link
        link.connected(guest.connection, guest.ready)

    def _depart(self, guest: Guest, parting: Parting) -> None:
        if self._here.get(guest.name) is not guest:
            return  # its place has been taken over, or its match is over
        del self._here[guest.name]
        log.info("bot disconnected", bot=guest.name, why=parting.words)
        if guest.link is not None:
            guest.link.disconnected(parting)
        self._came.set()
