"""Programs tried in each kind of sandbox: what they said, and how they ended."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from referee.bots.process import BotProcess
from referee.bots.sandbox.bubblewrap import Rights
from referee.bots.sandbox.ceilings import Ceilings
from referee.bots.sandbox.cgroups import Cgroups, open_cgroups
from referee.bots.sandbox.guardian import GUARDIAN
from referee.bots.sandbox.sandboxes import Bubblewrap, Limits, Sandbox, Uncontained
from referee.bots.sandbox.seccomp import NO_NETWORK, OWN_NETWORK, seccomp_program
from referee.bots.sandbox.slots import user_slots
from referee.bots.spec import BotSpec

IS_ROOT: Final = os.geteuid() == 0
NO_GROUPS: Final = Cgroups(None, None, None)
SYSTEM_PYTHON: Final = "/usr/bin/python3"
_WITHIN_S: Final = 20.0


def _bubblewrap(rights: Rights, cgroups: Cgroups, ceilings: Ceilings, rootfs: Path | None) -> Sandbox:
    slots = None if rights is Rights.OF_THE_CALLER else user_slots()
    return Bubblewrap(ceilings, cgroups, slots, seccomp_program(OWN_NETWORK), rootfs, rights)


def _limits(cgroups: Cgroups, ceilings: Ceilings) -> Sandbox:
    return Limits(ceilings, cgroups, user_slots(), seccomp_program(NO_NETWORK))


KINDS: Final = (
    "nothing",
    "control groups",
    "limits",
    "limits and control groups",
    "user namespace",
    "user namespace and control groups",
    "namespaces of root's",
    "namespaces of root's and control groups",
)
CONTAINED: Final = tuple(kind for kind in KINDS if "namespace" in kind)
_NEEDS_ROOT: Final = ("control groups", "limits", "root's")


def own_cgroups() -> Cgroups:
    """This process's, removed when it has ended."""
    cgroups = open_cgroups()
    GUARDIAN.remove_at_end([str(folder) for folder in cgroups.folders()])
    return cgroups


def sandbox_of(kind: str, ceilings: Ceilings | None = None, rootfs: Path | None = None) -> Sandbox:
    """A sandbox of this kind, on a machine with ``containment``; skips the test where only root could have it."""
    if not IS_ROOT and any(word in kind for word in _NEEDS_ROOT):
        pytest.skip(f"only root can have {kind}")
    cgroups = own_cgroups() if "control groups" in kind else NO_GROUPS
    if "control groups" in kind and cgroups.unified is None:
        pytest.skip(f"no control groups here: {cgroups.causes}")
    ceilings = ceilings or Ceilings()
    if kind in ("nothing", "control groups"):
        return Uncontained(cgroups)
    if kind.startswith("limits"):
        return _limits(cgroups, ceilings)
    if kind.startswith("namespaces of root's"):
        return _bubblewrap(Rights.OF_ROOT, cgroups, ceilings, rootfs)
    return _bubblewrap(Rights.OF_THE_BOTS_USER if IS_ROOT else Rights.OF_THE_CALLER, cgroups, ceilings, rootfs)


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
async def running(
    sandbox: Sandbox, spec: BotSpec, kept_back: Iterable[Path] = ()
) -> AsyncIterator[tuple[BotProcess, Notes]]:
    """The program, started; it is ended by force if it still runs at the end."""
    process, notes = BotProcess.start(spec, sandbox, kept_back), Notes()
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
