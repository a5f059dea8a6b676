"""The way to the referee: one WebSocket after another, until there is no use in it."""

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import aiohttp

_FIRST_WAIT_S, _LONGEST_WAIT_S = 0.1, 5.0
_HANDSHAKE_S = 10.0
_MOST_LINE_BYTES = 64 * 1024
_NO_RETURN = range(4000, 5000)
"""Codes with which a referee closes a connection for good."""
_WRONG = {
    400: "is that the address?",
    401: "the token is unknown there",
    403: "a proxy in between refuses it",
    404: "is that the address?",
}
"""What is answered to an address or a token that is wrong, and will be wrong the next time."""


class CallError(Exception):
    """There is no use in calling again; the text says why."""


class Refused(CallError):
    """The address or the token is wrong."""


class Lost(NamedTuple):
    """How a connection ended, with a code of RFC 6455; whether it was of any use before."""

    code: int
    reason: str
    was_of_use: bool


@dataclass(frozen=True)
class Address:
    """Where the referee is, the token that it knows the bot by, and how long it may be away (None: for ever)."""

    url: str
    token: str
    patience_s: float | None = 60.0
    heartbeat_s: float = 5.0


class Caller(Protocol):
    """Who speaks over the connections."""

    @property
    def match_id(self) -> str:
        """The match that it comes back to; empty for one that has not begun."""

    async def talk(self, socket: aiohttp.ClientWebSocketResponse) -> Lost | None:
        """Speak over this one; None when all is said."""


async def call(address: Address, caller: Caller, tell: Callable[[str], None]) -> None:
    """Connect and let the caller talk, again and again while that ends in `Lost`; `tell` what goes wrong.

    Raises `CallError` where the referee is away for longer than the patience, or says not to come back, `Refused`
    where it does not let us in.
    """
    async with aiohttp.ClientSession() as session:
        seen_at, wait_s = time.monotonic(), _FIRST_WAIT_S
        while True:
            try:
                socket = await _connect(session, address, caller.match_id)
            except (aiohttp.ClientError, OSError, TimeoutError) as error:
                why = str(error) or "no answer"
            else:
                seen_at = time.monotonic()
                try:
                    lost = await caller.talk(socket)
                finally:
                    await socket.close()
                if lost is None:
                    return
                if lost.code in _NO_RETURN:
                    raise CallError(f"the referee has closed the connection: {lost.code} {lost.reason}")
                if lost.was_of_use or time.monotonic() - seen_at > wait_s:
                    wait_s = _FIRST_WAIT_S
                seen_at = time.monotonic()
                why = f"the connection was lost: {lost.code} {lost.reason}"
            away_s = time.monotonic() - seen_at
            if address.patience_s is not None and away_s >= address.patience_s:
                raise CallError(f"{address.url} has been away for {away_s:.0f} s: {why}")
            if wait_s == _FIRST_WAIT_S:
                tell(f"{why}; calling again")
            await asyncio.sleep(wait_s * random.uniform(0.5, 1.0))  # who was cut off together comes back one by one
            wait_s = min(2 * wait_s, _LONGEST_WAIT_S)


async def _connect(session: aiohttp.ClientSession, address: Address, match_id: str) -> aiohttp.ClientWebSocketResponse:
    headers = {"Authorization": f"Bearer {address.token}"}
    if match_id:
        headers["Match-Id"] = match_id
    try:
        async with asyncio.timeout(_HANDSHAKE_S):
            return await session.ws_connect(
                address.url,
                headers=headers,
                heartbeat=address.heartbeat_s,
                timeout=aiohttp.ClientWSTimeout(ws_close=1.0),
                max_msg_size=2 * _MOST_LINE_BYTES,
            )
    except aiohttp.InvalidURL:
        raise Refused(f"{address.url}: is no address") from None
    except aiohttp.WSServerHandshakeError as error:
        if error.status in _WRONG:
            raise Refused(f"{address.url}: answers {error.status} {error.message}; {_WRONG[error.status]}") from None
        raise
