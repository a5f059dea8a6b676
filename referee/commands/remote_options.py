"""Where remote bots connect: the options, as they are read from a command line, and the lobby that they open."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cyclopts import Parameter

from referee.bots.remote.tokens import TokensError, read_tokens
from referee.bots.spec import RemoteSpec, Spec
from referee.commands.arguments import UsageError
from referee.streams import say

if TYPE_CHECKING:
    from referee.bots.remote.lobby import Lobby

_ADDRESS: Final = re.compile(r"(\[[0-9a-fA-F:.]+\]|[^:\[\]]+):([0-9]{1,5})")
_LEAST_HEARTBEAT_S: Final = 0.1
NEEDS_SERVER: Final = "bots on other machines need aiohttp: pip install 'catan-referee[server]'"


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class RemoteOptions:
    """Where bots connect that are given as remote:NAME.

    Parameters
    ----------
    listen
        The address and port of this machine where remote bots connect. Nothing is encrypted there: put a proxy that
        speaks TLS before it where bots come over the internet.
    tokens
        The file of the tokens that remote bots show, see referee token.
    heartbeat
        A remote bot that has been silent for so many seconds is pinged, and taken to be lost if it does not answer
        within half of that.
    """

    listen: str = "127.0.0.1:7777"
    tokens: Path | None = None
    heartbeat: float = 5.0


def remote_names(options: RemoteOptions, specs: Sequence[Spec]) -> list[str]:
    """The names of the remote bots among these. Raises ``UsageError`` for options with which they can't play."""
    names = [spec.name for spec in specs if isinstance(spec, RemoteSpec)]
    if not names:
        if options.tokens is not None:
            raise UsageError("--tokens: no seat is for a remote bot; give one with --bot remote:NAME")
        return []
    doubled = [name for name, count in Counter(names).items() if count > 1]
    if doubled:
        raise UsageError(f"remote:{doubled[0]}: is given twice; a bot has one connection, and so one seat")
    _address(options)
    if not options.heartbeat >= _LEAST_HEARTBEAT_S:
        raise UsageError(f"--heartbeat {options.heartbeat}: must be at least {_LEAST_HEARTBEAT_S} seconds")
    if options.tokens is None:
        raise UsageError("remote bots show a token: name the file with --tokens, see referee token")
    try:
        digests = read_tokens(options.tokens)
    except TokensError as error:
        raise UsageError(f"--tokens {error}") from None
    except OSError as error:
        raise UsageError(f"--tokens {options.tokens}: {error.strerror}") from None
    for name in names:
        if name not in digests:
            raise UsageError(f"remote:{name}: has no token in {options.tokens}; make one with referee token {name}")
    return names


@asynccontextmanager
async def lobby_of(options: RemoteOptions) -> AsyncIterator[Lobby]:
    """A lobby that is open for as long as this lasts. Raises ``UsageError`` where it can't be opened."""
    try:
        from referee.bots.remote.lobby import PATH, Lobby  # here, for it needs an extra
    except ImportError:
        raise UsageError(NEEDS_SERVER) from None
    host, port = _address(options)
    assert options.tokens is not None
    lobby = Lobby(options.tokens, heartbeat_s=options.heartbeat)
    try:
        port = await lobby.open(host, port)
    except OSError as error:
        raise UsageError(f"--listen {options.listen}: {error.strerror}") from None
    say(f"remote bots connect to ws://{options.listen.rpartition(':')[0]}:{port}{PATH}")
    try:
        yield lobby
    finally:
        await lobby.close()


@asynccontextmanager
async def lobby_with(options: RemoteOptions, names: Sequence[str]) -> AsyncIterator[Lobby | None]:
    """An open lobby, from when the bots of these names are all there; None where nobody is waited for."""
    if not names:
        yield None
        return
    async with lobby_of(options) as lobby:
        await lobby.wait_for(names, say_missing)
        yield lobby


def say_missing(names: Sequence[str]) -> None:
    """Say for whom a match waits."""
    say(f"waiting for {', '.join(f'remote:{name}' for name in names)}")


def _address(options: RemoteOptions) -> tuple[str, int]:
    found = _ADDRESS.fullmatch(options.listen)
    if found is None or int(found[2]) > 65_535:
        raise UsageError(f"--listen {options.listen}: must be ADDRESS:PORT, such as 0.0.0.0:7777")
    return found[1].strip("[]"), int(found[2])
