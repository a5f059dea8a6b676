"""What this machine can do for the referee: how far its bots can be contained, what is missing, and what would help."""

from __future__ import annotations

import os
import platform
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.bots.cpu_times import thread_times
from referee.bots.sandbox.cgroups import Cgroups, open_cgroups
from referee.bots.sandbox.choice import PROGRAMS, Wanted, open_sandbox
from referee.bots.sandbox.protections import RATED, Level, Missing, Protection
from referee.bots.sandbox.seccomp import OWN_NETWORK, SeccompError, seccomp_program
from referee.event_loop import loop_factory

_PAGE: Final = "docs/sandbox.md"
_CONTAINER_ADVICE: Final = f"start the container with the options in {_PAGE}"
_SCOPE_ADVICE: Final = (
    f"start the referee by `systemd-run --scope -p Delegate=yes` (an ordinary user adds --user), or see {_PAGE}"
)
_CONTAINER_MARKS: Final = (Path("/.dockerenv"), Path("/run/.containerenv"))
_SWITCHES: Final = (
    ("kernel/unprivileged_userns_clone", "0", "1"),
    ("user/max_user_namespaces", "0", "10000"),
    ("kernel/apparmor_restrict_unprivileged_userns", "1", "0"),
)
"""Settings of the kernel, the value that keeps ordinary users from namespaces of their own, and one that does not."""
_KERNEL_SETTINGS: Final = Path("/proc/sys")


@dataclass(frozen=True)
class Part:
    """Something that the referee makes use of. ``detail``: where it is or why not; ``advice``: what would bring it."""

    name: str
    is_there: bool
    detail: str
    advice: str = ""


@dataclass(frozen=True)
class Examination:
    """What was found. ``level`` is reached with ``--sandbox auto``; ``cores`` is what this process may use."""

    level: Level
    missing: tuple[Missing, ...]
    parts: tuple[Part, ...]
    cores: int

    @property
    def is_fit_for_rated_play(self) -> bool:
        return self.level >= RATED

    def cause(self, protection: Protection) -> str | None:
        """Why the protection is not there; None if it is."""
        return next((absence.cause for absence in self.missing if absence.protection is protection), None)

    @property
    def advice(self) -> list[str]:
        """What to do, each once, first what other things depend on."""
        return list(dict.fromkeys(part.advice for part in self.parts if part.advice))


async def examine() -> Examination:
    """Try everything out. Works on any machine: what can't be tried is missing, with the cause."""
    cgroups = open_cgroups()
    sandbox = await open_sandbox(Wanted(), cgroups)
    parts = _parts(sandbox.level, sandbox.missing, cgroups)
    return Examination(sandbox.level, sandbox.missing, tuple(parts), _cores())


def _cores() -> int:
    """Fewer than the machine has where somebody has bound this process to some of them."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not a Linux system
        return os.cpu_count() or 1


def _parts(level: Level, missing: tuple[Missing, ...], cgroups: Cgroups) -> Iterator[Part]:
    system = platform.system()
    if system != "Linux":
        yield Part("Linux", False, f"this is {system}", "bots can be contained on Linux only: play rated matches there")
        yield _event_loop()
        return
    yield Part("Linux", True, platform.release())
    programs = [_program(name, package) for name, package in PROGRAMS.items()]
    yield from programs
    yield _seccomp()
    if all(program.is_there for program in programs):
        yield _namespaces(level, missing)
        yield _own_users(level, missing)
    yield from _control_groups(cgroups)
    yield _freezing(cgroups)
    yield _run_queue_waits()
    yield _event_loop()


def _program(name: str, package: str) -> Part:
    found = shutil.which(name)
    if found is None:
        return Part(name, False, "not on the PATH", f"apt-get install {package}")
    return Part(name, True, found)


def _seccomp() -> Part:
    try:
        program = seccomp_program(OWN_NETWORK)
    except SeccompError as error:
        return Part("libseccomp", False, error.strerror or str(error), "apt-get install libseccomp2")
    return Part("libseccomp", True, f"a filter of {len(program) // 8} instructions")


def _namespaces(level: Level, missing: tuple[Missing, ...]) -> Part:
    if level > Level.NONE:
        return Part("namespaces", True, "bubblewrap starts programs")
    return Part("namespaces", False, missing[0].cause, _advice_for_namespaces())


def _advice_for_namespaces() -> str:
    if _is_in_a_container():
        return _CONTAINER_ADVICE
    for name, closed, opened in _SWITCHES:
        setting = _KERNEL_SETTINGS / name
        if setting.exists() and setting.read_text().strip() == closed:
            return f"sysctl -w {name.replace('/', '.')}={opened}"
    return f"bubblewrap is kept from making namespaces: {_PAGE} says by what that may be"


def _is_in_a_container() -> bool:
    return any(mark.exists() for mark in _CONTAINER_MARKS)


def _own_users(level: Level, missing: tuple[Missing, ...]) -> Part:
    name = "users for bots"
    cause = next((absence.cause for absence in missing if absence.protection is Protection.OWN_USER), None)
    if cause is None:
        return Part(name, True, "each bot runs as a user of its own")
    if level is Level.NONE:  # for want of namespaces, which are advised on already
        return Part(name, False, cause)
    if os.geteuid() != 0:
        return Part(
            name, False, cause, "start the referee as root: each bot then runs as a user of its own, and none as root"
        )
    return Part(name, False, cause, f"root lacks something here that it usually may: see {_PAGE}")


def _control_groups(cgroups: Cgroups) -> Iterator[Part]:
    advice = _CONTAINER_ADVICE if _is_in_a_container() else _SCOPE_ADVICE
    for name, what, folder in (
        ("unified", "control groups", cgroups.unified),
        ("memory", "limit on memory", cgroups.unified if "memory" in cgroups.limits_in_unified else cgroups.memory),
        ("pids", "limit on processes", cgroups.unified if "pids" in cgroups.limits_in_unified else cgroups.pids),
    ):
        if folder is None:
            yield Part(what, False, cgroups.causes.get(name, "this referee's control group does not offer it"), advice)
        else:
            yield Part(what, True, str(folder))


def _freezing(cgroups: Cgroups) -> Part:
    how = "by SIGSTOP to each process" if cgroups.unified is None else "by control group, all at once"
    return Part("freezing", True, how)


def _run_queue_waits() -> Part:
    name = "waits for a processor"
    if thread_times([os.getpid()]):
        return Part(name, True, "what others cost a bot is given back to its clock")
    why = "the kernel does not tell: there is no /proc/PID/schedstat"
    return Part(name, False, why, "use a kernel with CONFIG_SCHED_INFO, or leave cores free: rated matches are timed")


def _event_loop() -> Part:
    if loop_factory() is None:
        return Part("uvloop", False, "asyncio's own loop serves, at a higher price", "pip install uvloop")
    return Part("uvloop", True, "the event loop")
