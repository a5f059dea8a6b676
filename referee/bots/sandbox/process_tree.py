"""The processes that a bot's program has become, as the kernel tells of them."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
from collections import defaultdict
from collections.abc import Iterable
from typing import Final

MARK: Final = "REFEREE_BOT"
"""A bot's environment names it by this, so that what has left its process group is found again."""
_MARKED: Final = f"\0{MARK}=".encode()


def with_descendants(pid: int) -> list[int]:
    """This process and all that it, or what it started, started; not what has lost its parent since."""
    found = [pid]
    for parent in found:  # grows on the way
        found += _children(parent)
    return found


def _children(pid: int) -> list[int]:
    children: list[int] = []
    with contextlib.suppress(FileNotFoundError, ProcessLookupError, PermissionError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children") as file:
                children += map(int, file.read().split())
    return children


async def marked(mark: str) -> list[int]:
    """Every process on this machine whose environment bears the mark, as far as we may look.

    All of /proc has to be read for it, so all who ask at about the same time share one reading: the bots of a match
    end together. Raises ``OSError`` where it can't be read.
    """
    loop = asyncio.get_running_loop()
    if loop not in _readings:
        _readings[loop] = loop.create_future()
        loop.call_later(_TOGETHER_S, _read_marks, loop)
    found = await asyncio.shield(_readings[loop])
    return found.get(mark, [])


_readings: Final[dict[asyncio.AbstractEventLoop, asyncio.Future[dict[str, list[int]]]]] = {}
"""The reading that will be made next on a loop, where somebody waits for one."""
_TOGETHER_S: Final = 0.002


def _read_marks(loop: asyncio.AbstractEventLoop) -> None:
    reading = _readings.pop(loop)
    try:
        reading.set_result(_processes_by_mark())
    except OSError as error:  # such as a lack of descriptors; whoever waits must not wait for ever
        reading.set_exception(error)


def _processes_by_mark() -> dict[str, list[int]]:
    found = defaultdict[str, list[int]](list)
    for name in os.listdir("/proc"):
        if name.isdecimal():
            with (
                contextlib.suppress(FileNotFoundError, ProcessLookupError, PermissionError),
                open(f"/proc/{name}/environ", "rb") as file,
            ):
                _, has_mark, rest = (b"\0" + file.read()).partition(_MARKED)
                if has_mark:
                    found[rest.partition(b"\0")[0].decode("ascii", "replace")].append(int(name))
    return dict(found)


def of_user(uid: int) -> list[int]:
    """Every process on this machine that runs as this user, zombies apart."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdecimal():
            with contextlib.suppress(OSError):
                status = _status(int(name))
                if int(status[b"Uid"].split()[0]) == uid and not status[b"State"].startswith(b"Z"):
                    found.append(int(name))
    return found


def signal_all(pids: Iterable[int], number: signal.Signals) -> None:
    """Send the signal to each that is still there."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)


def open_all(pids: Iterable[int]) -> list[int]:
    """A descriptor for each process that is still there, by which it can be waited for. Raises ``OSError``."""
    opened: list[int] = []
    try:
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                opened.append(os.pidfd_open(pid))
    except OSError:
        for pidfd in opened:
            os.close(pidfd)
        raise
    return opened


async def deaths(pidfds: Iterable[int], within_s: float) -> bool:
    """Wait until none of these processes runs any more; False if some still do after this long. Closes them."""
    loop = asyncio.get_running_loop()
    pending = set(pidfds)
    done = asyncio.Event()

    def ended(pidfd: int) -> None:
        loop.remove_reader(pidfd)
        os.close(pidfd)
        pending.discard(pidfd)
        if not pending:
            done.set()

    for pidfd in list(pending):
        loop.add_reader(pidfd, ended, pidfd)
    try:
        if pending:
            async with asyncio.timeout(within_s):
                await done.wait()
    except TimeoutError:
        return False
    finally:
        for pidfd in list(pending):
            ended(pidfd)
    return True


def resident_bytes(pids: Iterable[int]) -> int:
    """How much memory these processes hold together; what they share is counted for each."""
    page, pages = os.sysconf("SC_PAGESIZE"), 0
    for pid in pids:
        with contextlib.suppress(FileNotFoundError, ProcessLookupError), open(f"/proc/{pid}/statm") as file:
            pages += int(file.read().split()[1])
    return pages * page


def peak_resident_bytes(pids: Iterable[int]) -> int | None:
    """The most memory that each of these processes held, added up; None where that can't be known of any."""
    kib: list[int] = []
    for pid in pids:
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            kib += [int(peak.split()[0]) for field, peak in _status(pid).items() if field == b"VmHWM"]
    return 1024 * sum(kib) if kib else None


def _status(pid: int) -> dict[bytes, bytes]:
    """What the kernel tells of a process, by field. As bytes: it gives itself its name, of any bytes but line ends."""
    with open(f"/proc/{pid}/status", "rb") as file:
        return dict(line.split(b":\t", 1) for line in file if b":\t" in line)


def new_mark() -> str:
    """A mark for one run of a bot, that nobody guesses."""
    return secrets.token_hex(8)
