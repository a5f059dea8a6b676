"""The program that ``Guardian`` starts; standard library only, and as little of it as possible.

It reads one JSON object a line: ``{"watch": MARK, "leader": PID, "folders": [...]}``, ``{"forget": MARK}`` or
``{"remove": [...]}``. At the end of its input it ends every bot that it still watches, with all that bears the bot's
mark, and removes the bot's folders, and after them those that it was told to remove in any case.
"""

import contextlib
import json
import os
import select
import signal
import sys

_ROUNDS = 20
_ROUND_MS = 2_000


def main() -> None:
    """Read until the referee has gone, then clear up."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)
    watched: dict[str, tuple[int, list[str]]] = {}
    removed: list[str] = []
    for line in sys.stdin:
        message = json.loads(line)
        if "watch" in message:
            watched[message["watch"]] = (message["leader"], message["folders"])
        elif "forget" in message:
            watched.pop(message["forget"], None)
        else:
            removed += message["remove"]
    for leader, _ in watched.values():
        with contextlib.suppress(OSError):
            os.killpg(leader, signal.SIGKILL)
    for mark, (_, folders) in watched.items():
        _end(mark, folders)
    _remove(removed)


def _end(mark: str, folders: list[str]) -> None:
    """End what is left of one bot, again until there is nothing, since what is being ended may start something."""
    for _ in range(_ROUNDS):
        left = _left(mark, folders)
        if not left:
            break
        pidfds = [pidfd for pid in left if (pidfd := _kill(pid)) is not None]
        _wait_for(pidfds)
    _remove(folders)


def _remove(folders: list[str]) -> None:
    """Of a control group the groups in it and then its folder, which must be empty; of others all."""
    for folder in folders:
        if os.path.exists(os.path.join(folder, "cgroup.procs")):
            with contextlib.suppress(OSError):
                for group in [entry.path for entry in os.scandir(folder) if entry.is_dir()]:
                    with contextlib.suppress(OSError):  # one that is still in use, which holds up no other
                        os.rmdir(group)
                os.rmdir(folder)
        else:
            # A bot may put folders in each other deeper than Python walks.
            with contextlib.suppress(OSError):
                os.waitpid(os.posix_spawnp("rm", ["rm", "-rf", "--", folder], {}), 0)


def _left(mark: str, folders: list[str]) -> set[int]:
    wanted, found = f"REFEREE_BOT={mark}".encode(), set[int]()
    for folder in folders:
        found.update(map(int, _read(os.path.join(folder, "cgroup.procs")).split()))
    for name in os.listdir("/proc"):
        if name.isdecimal() and wanted in _read(f"/proc/{name}/environ").split(b"\0"):
            found.add(int(name))
    return found


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:  # no such group, no such process any more, or not ours to look into
        return b""


def _kill(pid: int) -> int | None:
    """Something to wait for the end of the process by; None if it has ended or is not ours."""
    try:
        pidfd = os.pidfd_open(pid)
    except OSError:
        return None
    try:
        signal.pidfd_send_signal(pidfd, signal.SIGKILL)
    except OSError:
        os.close(pidfd)
        return None
    return pidfd


def _wait_for(pidfds: list[int]) -> None:
    poll = select.poll()
    for pidfd in pidfds:
        poll.register(pidfd, select.POLLIN)
    left = set(pidfds)
    while left:
        ready = poll.poll(_ROUND_MS)
        if not ready:
            break
        for pidfd, _ in ready:
            poll.unregister(pidfd)
            left.discard(pidfd)
    for pidfd in pidfds:
        os.close(pidfd)


if __name__ == "__main__":
    main()
