"""What a bot's processes do at this moment, as the kernel tells of them: an author wants to know why no answer came.

Each thread's state stands in ``/proc/PID/task/TID/stat``, and the system call that it sleeps in, with its arguments, in
``/proc/PID/task/TID/syscall``. Nothing is guessed: what is not known for sure is not said.
"""

from __future__ import annotations

import array
import contextlib
import fcntl
import os
import platform
import termios
from collections.abc import Iterable, Mapping
from enum import Enum, auto
from typing import Final


class Doing(Enum):
    """What a bot does that has been sent a request and has not answered."""

    COMPUTING = auto()
    """A thread runs, or is ready to."""
    SLEEPING = auto()
    """It waits for a time to pass, and nothing of it for input."""
    READING = auto()
    """It has read all that it was sent, and waits for more in a read of its standard input; that is all it does."""
    LISTENING = auto()
    """It has read all that it was sent, and waits for more among other things: in an event loop, or in one thread while
    others wait for each other."""
    LOCKED = auto()
    """Its threads wait for each other, none for input."""
    NOT_READING = auto()
    """What it was sent still lies in its standard input."""
    STOPPED = auto()
    """A signal has stopped it, and not the referee's."""
    CLOSED_INPUT = auto()
    """It has closed its standard input."""


class _Wait(Enum):
    """What one thread waits for."""

    READ = auto()
    INPUT_EVENT = auto()
    TIME = auto()
    THREAD = auto()
    CHILD = auto()
    UNKNOWN = auto()


_CALLS: Final[Mapping[str, Mapping[str, tuple[int, ...]]]] = {
    "x86_64": {"read": (0, 17, 19), "epoll": (232, 281), "sleep": (35, 230), "futex": (202, 449), "child": (61, 247)},
    "aarch64": {"read": (63, 65, 67), "epoll": (22,), "sleep": (101, 115), "futex": (98, 449), "child": (95, 260)},
}
"""Machine -> the numbers of the calls that a thread may sleep in, from the kernel's tables of system calls.

``read`` is read, pread64 and readv; ``epoll`` epoll_wait and epoll_pwait; ``sleep`` nanosleep and clock_nanosleep;
``futex`` futex and futex_waitv; ``child`` wait4 and waitid. A sleep that was interrupted goes on as another call, and
counts as unknown.
"""
_FOR_EVER: Final = (0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF)
"""The timeout -1, as an int or as the register that holds it."""


def unread_bytes(pipe: int) -> int:
    """How much lies in a pipe that this descriptor is an end of, either one."""
    count = array.array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, count)
    return count[0]


def doing(pids: Iterable[int], input_inode: int) -> Doing | None:
    """What these processes do, whose standard input is the pipe with this inode and has nothing left in it.

    None where that can't be known: another machine or system, a process that may not be looked at, a call that is not
    one of those above.
    """
    calls = _CALLS.get(platform.machine())
    if calls is None:
        return None
    waits: set[_Wait] = set()
    try:
        for pid in pids:
            for thread in _threads(pid):
                with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
                    state = _state(pid, thread)
                    if state == "R":
                        return Doing.COMPUTING
                    if state == "T":
                        return Doing.STOPPED
                    if state != "Z":
                        waits.add(_wait(pid, thread, input_inode, calls) if state == "S" else _Wait.UNKNOWN)
    except PermissionError:
        return None
    return _together(waits - {_Wait.CHILD})


def _together(waits: set[_Wait]) -> Doing | None:
    """What a bot does whose threads wait for these."""
    if _Wait.UNKNOWN in waits:
        return None
    if waits == {_Wait.READ}:
        return Doing.READING
    if waits & {_Wait.READ, _Wait.INPUT_EVENT}:
        return None if _Wait.TIME in waits else Doing.LISTENING
    if _Wait.TIME in waits:
        return Doing.SLEEPING
    return Doing.LOCKED if waits else None


def _threads(pid: int) -> list[int]:
    try:
        return [int(name) for name in os.listdir(f"/proc/{pid}/task")]
    except (FileNotFoundError, ProcessLookupError):
        return []


def _state(pid: int, thread: int) -> str:
    with open(f"/proc/{pid}/task/{thread}/stat", "rb") as file:
        return file.read().rpartition(b") ")[2][:1].decode("ascii")  # a name may have any letters in it


def _wait(pid: int, thread: int, input_inode: int, calls: Mapping[str, tuple[int, ...]]) -> _Wait:
    with open(f"/proc/{pid}/task/{thread}/syscall", encoding="ascii") as file:
        words = file.read().split()
    if len(words) < 7:  # it runs again, or sleeps outside of a call
        return _Wait.UNKNOWN
    call, arguments = int(words[0]), [int(word, 16) for word in words[1:7]]
    if call in calls["read"]:
        return _Wait.READ if _is_pipe(pid, arguments[0], input_inode) else _Wait.UNKNOWN
    if call in calls["epoll"]:
        if arguments[3] not in _FOR_EVER:
            return _Wait.TIME
        return _Wait.INPUT_EVENT if _watches_pipe(pid, arguments[0], input_inode) else _Wait.THREAD
    if call in calls["sleep"]:
        return _Wait.TIME
    if call in calls["futex"]:
        return _Wait.THREAD
    return _Wait.CHILD if call in calls["child"] else _Wait.UNKNOWN


def _is_pipe(pid: int, descriptor: int, inode: int) -> bool:
    try:
        return os.readlink(f"/proc/{pid}/fd/{descriptor}") == f"pipe:[{inode}]"
    except FileNotFoundError:  # an event poll may know a file that is closed, by a copy of it
        return False


def _watches_pipe(pid: int, epoll: int, inode: int) -> bool:
    """Is the pipe among what this event poll waits for?"""
    with open(f"/proc/{pid}/fdinfo/{epoll}", encoding="ascii") as file:
        watched = [int(line.split()[1]) for line in file if line.startswith("tfd:")]
    return any(_is_pipe(pid, descriptor, inode) for descriptor in watched)
