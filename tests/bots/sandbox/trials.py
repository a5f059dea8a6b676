"""Programs tried in each kind of sandbox: what they said, and how they ended."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from referee.bots.process import BotProcess
from referee.bots.sandbox.ceilings import Ceilings
from referee.bots.sandbox.cgroups import Cgroups, open_cgroups
from referee.bots.sandbox.sandboxes import UNCONTAINED, Bubblewrap, Limits, Sandbox, Uncontained
from referee.bots.sandbox.seccomp import NO_NETWORK, OWN_NETWORK, seccomp_program
from referee.bots.sandbox.slots import UserSlots
from referee.bots.spec import BotSpec

NO_GROUPS: Final = Cgroups(None, None, None)
SYSTEM_PYTHON: Final = "/usr/bin/python3"
_WITHIN_S: Final = 20.0


def _user_namespace(cgroups: Cgroups, ceilings: Ceilings) -> Sandbox:
    return Bubblewrap(ceilings, cgroups, None, seccomp_program(OWN_NETWORK), None)


def _own_user(cgroups: Cgroups, ceilings: Ceilings) -> Sandbox:
    return Bubblewrap(ceilings, cgroups, UserSlots(), seccomp_program(OWN_NETWORK), None)


def _limits(cgroups: Cgroups, ceilings: Ceilings) -> Sandbox:
    return Limits(ceilings, cgroups, UserSlots(), seccomp_program(NO_NETWORK))


_KINDS: Final[dict[str, Callable[[Ceilings], Sandbox]]] = {
    "nothing": lambda ceilings: UNCONTAINED,
    "control groups": lambda ceilings: Uncontained(open_cgroups()),
    "limits": lambda ceilings: _limits(NO_GROUPS, ceilings),
    "limits and control groups": lambda ceilings: _limits(open_cgroups(), ceilings),
    "user namespace": lambda ceilings: _user_namespace(NO_GROUPS, ceilings),
    "user namespace and control groups": lambda ceilings: _user_namespace(open_cgroups(), ceilings),
    "own user": lambda ceilings: _own_user(NO_GROUPS, ceilings),
    "own user and control groups": lambda ceilings: _own_user(open_cgroups(), ceilings),
}
KINDS: Final = tuple(_KINDS)
CONTAINED: Final = tuple(kind for kind in KINDS if kind.startswith(("user", "own")))
_NEEDS_ROOT: Final = ("control groups", "limits", "own user")


def sandbox_of(kind: str, ceilings: Ceilings | None = None) -> Sandbox:
    """A sandbox of this kind, on a machine with ``containment``; skips the test where only root could have it."""
    if os.geteuid() != 0 and any(word in kind for word in _NEEDS_ROOT):
        pytest.skip(f"only root can have {kind}")
    if "control groups" in kind and open_cgroups().unified is None:
        pytest.skip(f"no control groups here: {open_cgroups().causes}")
    return _KINDS[kind](ceilings or Ceilings())


def script(text: str, *arguments: str, folder: Path | None = None, files: tuple[Path, ...] = ()) -> BotSpec:
    """A program in Python, in a folder that is open to all."""
    command = (SYSTEM_PYTHON, "-I", "-S", "-c", text, *arguments)
    return BotSpec("script", command, folder or Path("/usr/share"), "script", files=files or (Path("/usr/share"),))


def program(*command: str, folder: Path | None = None, files: tuple[Path, ...] = ()) -> BotSpec:
    """Any program, in a folder that is open to all."""
    return BotSpec("program", command, folder or Path("/usr/share"), "program", files=files or (Path("/usr/share"),))


class Notes:
    """A listener that keeps everything."""

    def __init__(self) -> None:
        self.out = b""
        self.errors = b""
        self._news = asyncio.Event()

    def heard(self, data: bytes) -> None:
        self.out += data
        self._news.set()

    def complained(self, data: bytes) -> None:
        self.errors += data
        self._news.set()

    def gone(self) -> None:
        self._news.set()

    def broke(self, error: Exception) -> None:
        raise error

    async def until(self, word: bytes) -> None:
        """Wait till the program has said it."""
        async with asyncio.timeout(_WITHIN_S):
            while word not in self.out:
                self._news.clear()
                await self._news.wait()


@asynccontextmanager
async def running(sandbox: Sandbox, spec: BotSpec) -> AsyncIterator[tuple[BotProcess, Notes]]:
    """The program, started; it is ended by force if it still runs at the end."""
    process, notes = BotProcess.start(spec, sandbox), Notes()
    try:
        process.listen(notes)
        yield process, notes
    finally:
        await process.kill()


@dataclass(frozen=True)
class Ending:
    """What a program that has ended left."""

    status: int | None
    out: str
    errors: str


async def run_to_end(sandbox: Sandbox, spec: BotSpec, sent: bytes = b"") -> Ending:
    """Start it, send it this, and wait until it has ended by itself."""
    async with running(sandbox, spec) as (process, notes):
        process.write(sent)
        status = await process.exit_status(_WITHIN_S)
    return Ending(status, notes.out.decode(), notes.errors.decode())


def is_running(pid: int) -> bool:
    """Is there such a process, and is it more than a zombie?"""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"
