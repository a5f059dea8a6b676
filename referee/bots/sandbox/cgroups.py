"""Control groups: which bot a process belongs to, whatever it does; stopping, ending and limiting all of a bot at once.

Machines differ: all controllers in the one hierarchy of version 2, each in its own of version 1, or some here and some
there. Used is what can be written to, and what can't is named with its cause.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final

from referee.bots.sandbox.ceilings import Ceilings
from referee.bots.sandbox.guardian import GUARDIAN

_MOUNTS: Final = Path("/proc/self/mounts")
_MEMBERSHIP: Final = Path("/proc/self/cgroup")
_OWN_LEAF: Final = "referee-itself"
_OURSELVES: Final = "0"
_LIMITING: Final = ("memory", "pids")
"""The controllers that limit a bot, by their names in both versions."""


@dataclass(frozen=True)
class Cgroups:
    """Where the groups of bots can be made: the folder of this referee in each hierarchy, None where there is none.

    ``unified`` (version 2) freezes and ends a bot. Memory and number of processes are limited in ``memory`` and
    ``pids``, each of version 1, or in ``unified`` where ``limits_in_unified`` names the controller. ``causes`` says by
    the names ``unified``, ``memory`` and ``pids`` why something is not there.
    """

    unified: Path | None
    memory: Path | None
    pids: Path | None
    limits_in_unified: frozenset[str] = frozenset()
    causes: dict[str, str] = field(default_factory=dict)

    @property
    def limits_memory(self) -> bool:
        return self.memory is not None or "memory" in self.limits_in_unified

    @property
    def limits_processes(self) -> bool:
        return self.pids is not None or "pids" in self.limits_in_unified

    def folders(self) -> list[Path]:
        """The referee's own folders, to be removed when it has ended."""
        return [folder for folder in (self.unified, self.memory, self.pids) if folder is not None]

    def new_group(self, name: str, ceilings: Ceilings | None) -> BotGroup:
        """A group for one bot in every hierarchy there is, with these limits. Raises ``OSError``."""
        group = BotGroup(self, name)
        try:
            for folder in group.folders:
                folder.mkdir()
            if ceilings is not None:
                self._set_limits(group, ceilings)
        except OSError:
            group.remove()
            raise
        return group

    def _set_limits(self, group: BotGroup, ceilings: Ceilings) -> None:
        if group.memory is not None:
            _write(group.memory / "memory.limit_in_bytes", ceilings.memory)
            with contextlib.suppress(FileNotFoundError, PermissionError):  # no swap here, or it is not counted
                _write(group.memory / "memory.memsw.limit_in_bytes", ceilings.memory)
        if group.pids is not None:
            _write(group.pids / "pids.max", ceilings.processes)
        if group.unified is not None and "memory" in self.limits_in_unified:
            _write(group.unified / "memory.max", ceilings.memory)
            with contextlib.suppress(FileNotFoundError):
                _write(group.unified / "memory.swap.max", 0)
        if group.unified is not None and "pids" in self.limits_in_unified:
            _write(group.unified / "pids.max", ceilings.processes)


class BotGroup:
    """The control groups of one bot, one folder in each hierarchy; none at all where there are no hierarchies."""

    def __init__(self, cgroups: Cgroups, name: str) -> None:
        self.unified = cgroups.unified and cgroups.unified / name
        self.memory = cgroups.memory and cgroups.memory / name
        self.pids = cgroups.pids and cgroups.pids / name
        self.limits_memory = cgroups.limits_memory
        self._freeze = -1

    @cached_property
    def folders(self) -> list[Path]:
        return [folder for folder in (self.unified, self.memory, self.pids) if folder is not None]

    def join_files(self) -> list[str]:
        """What a process writes ``0`` to, before it becomes the bot, to be in the group with all it will start."""
        return [str(folder / "cgroup.procs") for folder in self.folders]

    @property
    def can_freeze(self) -> bool:
        return self.unified is not None

    def freeze(self) -> None:
        """Stop all processes of the group, in a few microseconds; they are where they were when thawed."""
        os.pwrite(self._freezer(), b"1", 0)

    def thaw(self) -> None:
        os.pwrite(self._freezer(), b"0", 0)

    def _freezer(self) -> int:
        if self._freeze < 0:
            assert self.unified is not None
            self._freeze = os.open(self.unified / "cgroup.freeze", os.O_WRONLY | os.O_CLOEXEC)
        return self._freeze

    def members(self) -> list[int]:
        """The processes of the group, as this machine numbers them."""
        if not self.folders:
            return []
        try:
            return [int(number) for number in (self.folders[0] / "cgroup.procs").read_text().split()]
        except OSError as error:
            if error.errno in (errno.ENOENT, errno.ENODEV):  # it was removed: nobody is in it
                return []
            raise

    def ran_ns(self) -> int | None:
        """How long all processes of the group ran, the ended ones too; None where the kernel does not count it."""
        if self.unified is None:
            return None
        try:
            with open(self.unified / "cpu.stat", "rb") as file:
                return 1000 * int(file.readline().split()[1])  # usage_usec comes first
        except FileNotFoundError:  # the group is gone
            return None

    def kill(self) -> None:
        """End every process of the group at once, where the kernel can (from Linux 5.14 on)."""
        if self.unified is not None:
            with contextlib.suppress(FileNotFoundError):
                _write(self.unified / "cgroup.kill", 1)

    def was_out_of_memory(self) -> bool:
        """Has the kernel ended a process of the group for reaching its limit of memory?"""
        for folder, name in ((self.memory, "memory.oom_control"), (self.unified, "memory.events")):
            if folder is not None:
                with contextlib.suppress(FileNotFoundError):
                    words = (folder / name).read_text().split()
                    if "oom_kill" in words and words[words.index("oom_kill") + 1] != "0":
                        return True
        return False

    def peak_bytes(self) -> int | None:
        """The most memory that the group ever held; None where the kernel does not say."""
        for folder, name in ((self.memory, "memory.max_usage_in_bytes"), (self.unified, "memory.peak")):
            if folder is not None:
                with contextlib.suppress(FileNotFoundError):
                    return int((folder / name).read_text())
        return None

    def remove(self) -> None:
        """Remove the folders; there must be nobody in them."""
        if self._freeze >= 0:
            os.close(self._freeze)
            self._freeze = -1
        remove_groups(self.folders)


def remove_groups(folders: Iterable[Path]) -> None:
    """Remove these folders of control groups, and say nothing of those that are not there or still in use."""
    for folder in folders:
        with contextlib.suppress(FileNotFoundError, OSError):
            folder.rmdir()


def open_cgroups() -> Cgroups:
    """Find the hierarchies, and make this referee's folder wherever that is allowed, to be removed when it ends.

    Never raises: it says why not.
    """
    causes: dict[str, str] = {}
    mounts, own = _mounted(), _own_groups()
    name = f"referee-{os.getpid()}"
    unified, limits = None, frozenset[str]()
    base = _base(mounts, own, "", causes, "unified")
    if base is not None:
        unified, limits = _open_unified(base, name, causes)
    memory = pids = None
    if "memory" not in limits:
        memory = _open_v1(mounts, own, "memory", name, causes)
    if "pids" not in limits:
        pids = _open_v1(mounts, own, "pids", name, causes)
    found = Cgroups(unified, memory, pids, limits, causes)
    if found.folders():
        GUARDIAN.remove_at_end([str(folder) for folder in found.folders()])
    return found


def _base(
    mounts: dict[str, Path], own: dict[str, str], controller: str, causes: dict[str, str], name: str
) -> Path | None:
    if controller not in mounts or controller not in own:
        kind = f"the {controller} controller" if controller else "version 2 of control groups"
        causes.setdefault(name, f"{kind} is not mounted here")
        return None
    return mounts[controller] / own[controller].lstrip("/")


def _open_v1(
    mounts: dict[str, Path], own: dict[str, str], controller: str, name: str, causes: dict[str, str]
) -> Path | None:
    base = _base(mounts, own, controller, causes, controller)
    folder = None if base is None else _make(base / name, controller, causes)
    if folder is not None:
        causes.pop(controller, None)
    return folder


def _open_unified(base: Path, name: str, causes: dict[str, str]) -> tuple[Path | None, frozenset[str]]:
    folder = _make(base / name, "unified", causes)
    if folder is None:
        causes |= dict.fromkeys(_LIMITING, causes["unified"])
        return None, frozenset()
    try:
        offered = set((base / "cgroup.controllers").read_text().split()) & set(_LIMITING)
        if offered:
            _enable(base, offered)
            _enable(folder, offered)
    except OSError as error:
        causes |= dict.fromkeys(_LIMITING, f"{base}: {_in_the_way(error)}")
        return folder, frozenset()
    causes |= dict.fromkeys(set(_LIMITING) - offered, f"{base}/cgroup.controllers does not offer it")
    return folder, frozenset(offered)


def _in_the_way(error: OSError) -> str:
    if error.errno == errno.EBUSY:
        return "other processes are in this control group, so it can't be divided"
    return error.strerror or str(error)


def _enable(folder: Path, controllers: set[str]) -> None:
    """Let the groups in this folder have these controllers; a group that has them holds no processes of its own.

    Where the folder is the top of what we see of control groups we are in a container, and all in it may be moved.
    """
    words = " ".join(f"+{controller}" for controller in sorted(controllers))
    try:
        _write(folder / "cgroup.subtree_control", words)
    except OSError as error:
        if error.errno != errno.EBUSY:
            raise
        leaf = folder / _OWN_LEAF
        leaf.mkdir(exist_ok=True)
        for pid in (folder / "cgroup.procs").read_text().split() if folder.is_mount() else (_OURSELVES,):
            with contextlib.suppress(ProcessLookupError):  # it has ended meanwhile
                _write(leaf / "cgroup.procs", pid)
        _write(folder / "cgroup.subtree_control", words)


def _make(folder: Path, what: str, causes: dict[str, str]) -> Path | None:
    try:
        folder.mkdir()
    except FileExistsError:  # left by a referee that had this number before us
        return folder
    except OSError as error:
        causes[what] = f"{folder.parent}: {error.strerror}"
        return None
    return folder


def _mounted() -> dict[str, Path]:
    """Where each controller of version 1 is mounted, and under the empty name version 2."""
    found: dict[str, Path] = {}
    with contextlib.suppress(FileNotFoundError):  # not a Linux system
        for line in _MOUNTS.read_text().splitlines():
            _, where, kind, options, *_ = line.split(" ")
            if kind == "cgroup2":
                found.setdefault("", Path(where))
            elif kind == "cgroup":
                for controller in options.split(","):
                    found.setdefault(controller, Path(where))
    return found


def _own_groups() -> dict[str, str]:
    """The group of this process by controller, and under the empty name its group of version 2."""
    found: dict[str, str] = {}
    with contextlib.suppress(FileNotFoundError):
        for line in _MEMBERSHIP.read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            for controller in controllers.split(","):
                found[controller] = path.removesuffix(f"/{_OWN_LEAF}")  # where we may have moved
    return found


def _write(file: Path, value: int | str) -> None:
    with open(file, "w") as opened:
        opened.write(str(value))
