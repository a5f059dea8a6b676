"""The command line that runs a bot's program in bubblewrap: in namespaces of its own, with the files it is shown."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from enum import Enum, auto
from pathlib import Path
from typing import Final

from referee.bots.sandbox.ceilings import Ceilings
from referee.bots.sandbox.shown_files import SYSTEM_PATH, ShownFiles

_CALLER: Final = 1000
"""What a bot that runs as the caller is told that its user is."""
_SHARED_MEMORY_BYTES: Final = 16 * 1024 * 1024
_ANNOUNCE: Final = 'echo up >&9; exec 1>&8 8>&- 9>&-; PATH=$1; export PATH; shift; exec "$@"'
"""Run inside by a shell that becomes the bot: say that the sandbox stands, on a pipe that the bot does not inherit.

Only now does the bot get its standard output, so that nobody else holds it open when the bot closes it, and only now
does the PATH become the bot's own: a program in its folder may bear the name of one that contains it.
"""


class Rights(Enum):
    """By whose rights the namespaces are made, and as whom the bot runs."""

    OF_ROOT = auto()
    """Root makes them, and the bot becomes a user of its own inside."""
    OF_THE_BOTS_USER = auto()
    """Root becomes the bot's own user first, which makes them in a user namespace, as any user may."""
    OF_THE_CALLER = auto()
    """The caller, who is not root, makes them in a user namespace, and the bot runs as the caller."""


def bubblewrap_command(
    shown: ShownFiles,
    folder: Path,
    ceilings: Ceilings,
    environment: dict[str, str],
    *,
    rights: Rights,
    uid: int | None,
    status_fd: int,
    seccomp_fd: int | None,
    users_fd: int,
) -> tuple[str, ...]:
    """The words of the command.

    ``uid``: the user that the bot runs as, None where that is the caller. Of the open files, bubblewrap writes the
    number of the sandbox's first process to ``status_fd`` and reads a filter of system calls from ``seccomp_fd`` and
    a list of users from ``users_fd``; file 9 is told when all stands, and file 8 is the bot's standard output.
    """
    words = [] if rights is not Rights.OF_THE_BOTS_USER else [*become(uid), "--"]
    if rights is not Rights.OF_ROOT:  # the sandbox's first process is the bot's user then, who can make it do anything
        words += prlimit(ceilings, None)
    words.append(shutil.which("bwrap") or "bwrap")
    words += ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"]
    words += ["--hostname", "bot", "--die-with-parent", "--new-session", "--json-status-fd", str(status_fd)]
    if rights is Rights.OF_ROOT:
        for capability in ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP", "CAP_SYS_RESOURCE"):
            words += ["--cap-add", capability]
    else:
        inside = str(_CALLER if uid is None else uid)
        words += ["--unshare-user", "--disable-userns", "--uid", inside, "--gid", inside]
    if seccomp_fd is not None:
        words += ["--seccomp", str(seccomp_fd)]
    words.append("--clearenv")
    for name, value in (environment | {"PATH": SYSTEM_PATH}).items():
        words += ["--setenv", name, value]
    words += _files(shown, folder, ceilings, users_fd)
    words += ["--remount-ro", "/", "--remount-ro", "/dev", "--chdir", str(folder), "--"]
    words += limits_command(ceilings, uid if rights is Rights.OF_ROOT else None, ceilings.processes)
    return (*words, "/bin/sh", "-c", _ANNOUNCE, "sh", environment["PATH"], *shown.command)


def _files(shown: ShownFiles, folder: Path, ceilings: Ceilings, users_fd: int) -> Iterator[str]:
    for lies, found in shown.system:
        yield from _folders_above([found])
        yield from ("--ro-bind", str(lies), str(found))
    for target, found in shown.links:
        yield from ("--symlink", target, str(found))
    if all((lies / "passwd").exists() for lies, found in shown.system if found == Path("/etc")):  # else it has no users
        yield from ("--dir", "/etc", "--perms", "0644", "--ro-bind-data", str(users_fd), "/etc/passwd")
    yield from ("--proc", "/proc", "--dev", "/dev")
    yield from ("--perms", "1777", "--size", str(_SHARED_MEMORY_BYTES), "--tmpfs", "/dev/shm")
    yield from ("--perms", "1777", "--size", str(ceilings.scratch), "--tmpfs", "/tmp")
    yield from _folders_above([*shown.own, folder / "file"])
    for path in shown.own:
        yield from ("--ro-bind", str(path), str(path))
    yield from _folders_above(found for _, found in shown.own_links)
    for target, found in shown.own_links:
        yield from ("--symlink", target, str(found))


def _folders_above(paths: Iterable[Path]) -> Iterator[str]:
    """Made by name, because those that bubblewrap makes by itself are closed to other users than root."""
    above = {parent for path in paths for parent in path.parents}
    for parent in sorted(above - {Path("/"), Path("/tmp")}):
        yield from ("--dir", str(parent))


def limits_command(ceilings: Ceilings, uid: int | None, processes: int | None) -> tuple[str, ...]:
    """What limits each process, and makes it another user's for good where ``uid`` is given; the program follows.

    ``processes`` None: the kernel counts them by user, and this user has others than the bot's.
    """
    return (*become(uid), "--no-new-privs", *prlimit(ceilings, processes))


def prlimit(ceilings: Ceilings, processes: int | None) -> list[str]:
    """The limits of one process; the program follows."""
    limits = {"data": ceilings.data_bytes, "nofile": ceilings.files, "fsize": ceilings.scratch}
    limits |= {"core": 0, "msgqueue": 0, "rtprio": 0}
    if processes is not None:
        limits["nproc"] = processes
    return ["prlimit", *(f"--{name}={most}" for name, most in limits.items()), "--"]


def become(uid: int | None) -> list[str]:
    """``setpriv``, without rights beyond the user's own; ``uid``: as this user for good."""
    words = ["setpriv", "--inh-caps=-all"]
    if uid is not None:
        words += ["--reuid", str(uid), "--regid", str(uid), "--clear-groups", "--bounding-set=-all"]
    return words


def users_list(uid: int | None) -> bytes:
    """The only users that the bot knows: root's name, and its own."""
    number = _CALLER if uid is None else uid
    return f"root:x:0:0:root:/:/bin/sh\nbot:x:{number}:{number}:bot:/tmp:/bin/sh\n".encode()
