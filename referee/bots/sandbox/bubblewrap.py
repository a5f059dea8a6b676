"""The command line that runs a bot's program in bubblewrap: in namespaces of its own, with the files it is shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from referee.bots.sandbox.ceilings import Ceilings
from referee.bots.sandbox.shown_files import SYSTEM_PATH, ShownFiles

_SHARED_MEMORY_BYTES: Final = 16 * 1024 * 1024
_ANNOUNCE: Final = 'echo up >&9; exec 9>&-; PATH=$1; export PATH; shift; exec "$@"'
"""Run inside by a shell that becomes the bot: say that the sandbox stands, on a pipe that the bot does not inherit.

Only now does the PATH become the bot's own: a program in the bot's folder may bear the name of one that contains it.
"""


def bubblewrap_command(
    shown: ShownFiles,
    folder: Path,
    ceilings: Ceilings,
    environment: dict[str, str],
    *,
    uid: int | None,
    status_fd: int,
    seccomp_fd: int | None,
    users_fd: int,
) -> tuple[str, ...]:
    """The words of the command.

    ``uid``: the user that the bot runs as, by the rights of root; None: the caller's own, in a user namespace. Of the
    open files, bubblewrap writes the number of the sandbox's first process to ``status_fd`` and reads a filter of
    system calls from ``seccomp_fd`` and a list of users from ``users_fd``; file 9 is told when all stands.
    """
    words = ["bwrap", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"]
    words += ["--hostname", "bot", "--die-with-parent", "--new-session", "--json-status-fd", str(status_fd)]
    if uid is None:
        words += ["--unshare-user", "--disable-userns", "--uid", "1000", "--gid", "1000"]
    else:
        for capability in ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP", "CAP_SYS_RESOURCE"):
            words += ["--cap-add", capability]
    if seccomp_fd is not None:
        words += ["--seccomp", str(seccomp_fd)]
    words.append("--clearenv")
    for name, value in (environment | {"PATH": SYSTEM_PATH}).items():
        words += ["--setenv", name, value]
    words += _files(shown, folder, ceilings, users_fd)
    words += ["--remount-ro", "/", "--remount-ro", "/dev", "--chdir", str(folder), "--"]
    words += limits_command(ceilings, uid)
    return (*words, "/bin/sh", "-c", _ANNOUNCE, "sh", environment["PATH"], *shown.command)


def _files(shown: ShownFiles, folder: Path, ceilings: Ceilings, users_fd: int) -> Iterator[str]:
    for lies, found in shown.system:
        yield from _folders_above([found])
        yield from ("--ro-bind", str(lies), str(found))
    for target, found in shown.links:
        yield from ("--symlink", target, str(found))
    yield from ("--dir", "/etc", "--perms", "0644", "--ro-bind-data", str(users_fd), "/etc/passwd")
    yield from ("--proc", "/proc", "--dev", "/dev")
    yield from ("--perms", "1777", "--size", str(_SHARED_MEMORY_BYTES), "--tmpfs", "/dev/shm")
    yield from ("--perms", "1777", "--size", str(ceilings.scratch), "--tmpfs", "/tmp")
    yield from _folders_above([*shown.own, folder / "file"])
    for path in shown.own:
        yield from ("--ro-bind", str(path), str(path))


def _folders_above(paths: Iterable[Path]) -> Iterator[str]:
    """Made by name, because those that bubblewrap makes by itself are closed to other users than root."""
    above = {parent for path in paths for parent in path.parents}
    for parent in sorted(above - {Path("/"), Path("/tmp")}):
        yield from ("--dir", str(parent))


def limits_command(ceilings: Ceilings, uid: int | None) -> tuple[str, ...]:
    """What limits each process, and makes it another user's for good where ``uid`` is given; the program follows."""
    words = ["setpriv", "--no-new-privs", "--inh-caps=-all"]
    if uid is not None:
        words += ["--reuid", str(uid), "--regid", str(uid), "--clear-groups", "--bounding-set=-all"]
    words += ["prlimit", f"--data={ceilings.data_bytes}", f"--nproc={ceilings.processes}"]
    words += [f"--nofile={ceilings.files}", f"--fsize={ceilings.scratch}", "--core=0", "--msgqueue=0", "--rtprio=0"]
    return (*words, "--")


def users_list(uid: int | None) -> bytes:
    """The only users that the bot knows: root's name, and its own."""
    number = 1000 if uid is None else uid
    return f"root:x:0:0:root:/:/bin/sh\nbot:x:{number}:{number}:bot:/tmp:/bin/sh\n".encode()
