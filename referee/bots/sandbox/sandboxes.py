"""The ways to contain a bot, from nothing to namespaces, limits and a user of its own."""

from __future__ import annotations

import contextlib
import fcntl
import os
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Final, Protocol

from referee.bots.sandbox.bubblewrap import Rights, bubblewrap_command, limits_command, users_list
from referee.bots.sandbox.bubblewrap_cell import BubblewrapCell
from referee.bots.sandbox.ceilings import Ceilings
from referee.bots.sandbox.cell import Cell, Plan
from referee.bots.sandbox.cgroups import Cgroups
from referee.bots.sandbox.guardian import GUARDIAN
from referee.bots.sandbox.process_tree import MARK, new_mark
from referee.bots.sandbox.protections import Level, Missing
from referee.bots.sandbox.seccomp import enter_filter
from referee.bots.sandbox.shown_files import SYSTEM_PATH, shown_files
from referee.bots.sandbox.slots import UserSlots
from referee.bots.spec import BotSpec, SpecError

_PASSED_ON: Final = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR")
_FIRST_PASSED: Final = 10
_NO_CGROUPS: Final = Cgroups(None, None, None)


class Sandbox(Protocol):
    """A way to contain bots, with what it protects from and what it does not."""

    level: Level
    missing: tuple[Missing, ...]

    def cell(self, spec: BotSpec, kept_back: Iterable[Path] = ()) -> Cell:
        """What the bot is to be started in; ``kept_back`` are files of the match that it must not see.

        Raises ``SpecError`` where its program can't run so, ``OSError`` for what this machine lacks.
        """


class Uncontained:
    """No protection: a bot runs as the referee does, with the user's own rights. Its processes end with the match."""

    level = Level.NONE

    def __init__(self, cgroups: Cgroups = _NO_CGROUPS, missing: Iterable[Missing] = ()) -> None:
        self.missing = tuple(missing)
        self._cgroups = cgroups

    def cell(self, spec: BotSpec, kept_back: Iterable[Path] = ()) -> Cell:
        mark = new_mark()
        environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ} | {MARK: mark}
        group = self._cgroups.new_group(_group_name(environment), None)
        return Cell(Plan(spec.command, environment, spec.folder), group, GUARDIAN)


UNCONTAINED: Final = Uncontained()


class Limits:
    """Limits on each process, no way to more rights, and a user of its own where the referee is root."""

    def __init__(
        self, ceilings: Ceilings, cgroups: Cgroups, slots: UserSlots | None, seccomp: bytes | None = None
    ) -> None:
        self.level: Level = Level.LIMITS
        self.missing: tuple[Missing, ...] = ()
        self._ceilings, self._cgroups, self._slots = ceilings, cgroups, slots
        self._before = None if seccomp is None else enter_filter(seccomp)

    def cell(self, spec: BotSpec, kept_back: Iterable[Path] = ()) -> Cell:
        with ExitStack() as undo:
            uid = _user(self._slots, undo)
            if uid is not None:
                _check_others_may_run(spec)
            scratch = Path(tempfile.mkdtemp(prefix="referee-bot-"))
            undo.callback(_remove, scratch)
            if uid is not None:
                os.chown(scratch, uid, uid)
            environment = _environment(str(scratch), _own_path())
            group = self._cgroups.new_group(_group_name(environment), self._ceilings)
            processes = None if uid is None else self._ceilings.processes
            plan = Plan(
                command=(*limits_command(self._ceilings, uid, processes), *spec.command),
                environment=environment,
                folder=spec.folder,
                before=self._before,
                uid=uid,
                memory_bytes=self._ceilings.memory,
                scratch=scratch,
                give_back=undo.pop_all(),
            )
            return Cell(plan, group, GUARDIAN)


class Bubblewrap:
    """Namespaces of its own: no network, no other processes, no files but those it is shown."""

    def __init__(
        self,
        ceilings: Ceilings,
        cgroups: Cgroups,
        slots: UserSlots | None,
        seccomp: bytes | None,
        rootfs: Path | None,
        rights: Rights,
    ) -> None:
        self.level: Level = Level.USERNS
        self.missing: tuple[Missing, ...] = ()
        self._ceilings, self._cgroups, self._slots = ceilings, cgroups, slots
        self._seccomp, self._rootfs, self._rights = seccomp, rootfs, rights

    def cell(self, spec: BotSpec, kept_back: Iterable[Path] = ()) -> BubblewrapCell:
        shown = shown_files(spec, self._rootfs, kept_back)
        environment = _environment("/tmp", {"PATH": shown.path})
        with ExitStack() as undo, ExitStack() as theirs:
            uid = _user(self._slots, undo)
            if uid is not None:  # whatever is above it, the folder itself is seen with its own mode
                _check_is_open(spec, (spec.folder,))
            status, status_theirs = _pipe(undo, theirs)
            up, up_theirs = _pipe(undo, undo)
            users = _in_memory("users", users_list(uid), theirs)
            filter_ = None if self._seccomp is None else _in_memory("seccomp", self._seccomp, theirs)
            command = bubblewrap_command(
                shown, spec.folder, self._ceilings, environment,
                rights=self._rights, uid=uid, status_fd=status_theirs, seccomp_fd=filter_, users_fd=users,
            )  # fmt: skip
            group = self._cgroups.new_group(_group_name(environment), self._ceilings)
            plan = Plan(
                command=command,
                environment=environment | {"PATH": SYSTEM_PATH},  # of the sandbox's first process: bots can read it
                folder=Path("/"),
                passed=tuple(end for end in (status_theirs, users, filter_) if end is not None),
                passed_on=theirs.pop_all(),
                announces_at=f"/proc/{os.getpid()}/fd/{up_theirs}",
                uid=uid,
                memory_bytes=self._ceilings.memory,
                give_back=undo.pop_all(),
            )
            return BubblewrapCell(plan, group, GUARDIAN, status=status, up=up)


def _user(slots: UserSlots | None, undo: ExitStack) -> int | None:
    """A user of the bot's own, where there are any."""
    if slots is None:
        return None
    uid = slots.take()
    undo.callback(slots.give_back, uid)
    return uid


def _remove(folder: Path) -> None:
    """By ``rm``, whatever it can't remove left out: a bot may put folders in each other deeper than Python walks."""
    with contextlib.suppress(OSError):
        subprocess.run(("rm", "-rf", "--", folder), stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def _pipe(ours: ExitStack, theirs: ExitStack) -> tuple[int, int]:
    read, write = os.pipe()
    ours.callback(os.close, read)
    return read, _with_a_high_number(write, theirs)


def _environment(scratch: str, path: dict[str, str]) -> dict[str, str]:
    """All that a contained bot gets to know of ours: the language and the time zone."""
    fixed = {"HOME": scratch, "TMPDIR": scratch, MARK: new_mark()}
    return path | fixed | {name: os.environ[name] for name in ("LANG", "LC_ALL", "TZ") if name in os.environ}


def _own_path() -> dict[str, str]:
    """Where the programs that contain a bot are looked for: as the referee finds them, never as the bot would."""
    return {"PATH": os.environ.get("PATH", os.defpath)}


def _group_name(environment: Mapping[str, str]) -> str:
    return f"bot-{environment[MARK]}"


def _in_memory(name: str, content: bytes, undo: ExitStack) -> int:
    """An open file with this content, to be read from its start."""
    file = _with_a_high_number(os.memfd_create(name), undo)
    os.write(file, content)
    os.lseek(file, 0, os.SEEK_SET)
    return file


def _with_a_high_number(file: int, undo: ExitStack) -> int:
    """The same open file with a number above 9, which is taken by the shell that starts the program; see ``Plan``."""
    try:
        number = fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, _FIRST_PASSED)
    finally:
        os.close(file)
    undo.callback(os.close, number)
    return number


def _check_others_may_run(spec: BotSpec) -> None:
    """May a user who is nobody special run this program in this folder?"""
    program = Path(os.path.realpath(spec.command[0]))
    _check_is_open(spec, (program, *program.parents, spec.folder, *spec.folder.parents))


def _check_is_open(spec: BotSpec, paths: Iterable[Path]) -> None:
    for path in paths:
        if path.exists() and not path.stat().st_mode & 0o001:
            raise SpecError(
                f"{spec.text}: runs as a user of its own, and {path} is closed to other users: chmod -R o+rX it, "
                "or use an interpreter that is installed for all"
            )
