"""The system calls that a contained bot is denied.

A list of what is denied, not of what is allowed: bots come in every language, and an interpreter's next version must
not break on a call that nobody here had heard of. Denied is what reaches out of the sandbox or deep into the kernel:
mounts, namespaces, other processes' memory, kernel modules, keyrings, tracing, asynchronous input and output that
other filters do not see, and sockets of families beside the ones that every program may use in its own empty network.
The choice follows the default profiles of container runtimes.
"""

from __future__ import annotations

import ctypes
import errno
import os
import socket
from collections.abc import Callable
from functools import cache
from typing import Any, Final

_DENIED: Final = (
    # mounts and roots
    "mount", "umount", "umount2", "pivot_root", "chroot", "open_tree", "move_mount", "fsopen", "fsconfig", "fsmount",
    "fspick", "mount_setattr", "swapon", "swapoff", "quotactl", "quotactl_fd", "name_to_handle_at",
    "open_by_handle_at", "fanotify_init", "nfsservctl",
    # namespaces
    "unshare", "setns",
    # other processes
    "ptrace", "process_vm_readv", "process_vm_writev", "kcmp", "pidfd_getfd", "process_madvise",
    # the kernel
    "init_module", "finit_module", "delete_module", "create_module", "query_module", "get_kernel_syms",
    "kexec_load", "kexec_file_load", "reboot", "bpf", "perf_event_open", "userfaultfd", "lookup_dcookie", "acct",
    "syslog", "uselib", "ustat", "sysfs", "_sysctl", "vm86", "vm86old", "modify_ldt", "iopl", "ioperm", "vhangup",
    "sethostname", "setdomainname", "io_uring_setup", "io_uring_enter", "io_uring_register",
    # keyrings
    "add_key", "keyctl", "request_key",
    # the clock
    "settimeofday", "clock_settime", "clock_settime64", "adjtimex", "clock_adjtime", "clock_adjtime64", "stime",
    # what tells of others who use the same file, and so what one bot could tell another
    "inotify_init", "inotify_init1", "mincore",
    # memory that no process is seen to hold, and where memory lies
    "shmget", "mbind", "set_mempolicy", "set_mempolicy_home_node", "migrate_pages", "move_pages",
)  # fmt: skip
_NEW_NAMESPACES: Final = (
    0x00000080,
    0x00020000,
    0x02000000,
    0x04000000,
    0x08000000,
    0x10000000,
    0x20000000,
    0x40000000,
)
"""The CLONE_NEW flags: time, mount, cgroup, uts, ipc, user, pid, net."""
_ABSENT: Final = ("clone3", "memfd_create", "memfd_secret", "preadv2", "cachestat")
"""Said not to be there, so that libraries take another way.

``clone3`` has its flags in memory, where no filter can look. Files in memory are nobody's memory where the kernel does
not count a bot's as a whole. The last two tell whether somebody else has read a part of a file.
"""
_PRETENDED: Final = (
    "flock", "utime", "utimes", "futimesat", "utimensat", "chown", "lchown", "fchown", "fchownat",
)  # fmt: skip
"""Said to have worked, though they did nothing: a lock on a file of the system, or the time of a device, would tell
another bot. Java complains of a refusal on its standard output, and ``touch`` fails. A change of owner to the same is
let through to all, and notes the time; to another no bot may change it."""
_LOCKING: Final = (6, 7, 37, 38)
"""Of fcntl: F_SETLK, F_SETLKW and the same of an open file, which are pretended as ``flock`` is. One may write to the
devices, which are the same for all, and so have them to oneself."""
_ASKING_FOR_OTHERS: Final = (5, 36, 1024, 1026, 1035, 1036, 1037, 1038)
"""Of fcntl: F_GETLK, F_OFD_GETLK, F_SETLEASE and F_NOTIFY, which tell of locks and openings by others, and how long
what is written is expected to last, which older kernels let every reader note at a file."""
_MAX_FAMILY: Final = 45
_INSTRUCTION_BYTES: Final = 8
_SET_NO_NEW_PRIVILEGES: Final = 38
_SET_SECCOMP: Final = 22
_FILTER_MODE: Final = 2
_LOW_HALF: Final = 0xFFFF_FFFF
"""Of an ioctl's request the kernel looks at no more."""
_TERMINAL_INPUT: Final = (0x5412, 0x541C)
"""TIOCSTI and TIOCLINUX: typing into a terminal in the name of its user."""


class SeccompError(OSError):
    """No filter can be made on this machine; the text says what is missing."""


NO_NETWORK: Final = (socket.AF_UNIX,)
"""For a bot that has no network of its own and is not to have ours."""
OWN_NETWORK: Final = (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, getattr(socket, "AF_NETLINK", 16))
"""For a bot in an empty network, where the usual families are harmless. Others reach around it, such as the sockets
between a virtual machine and its host."""


@cache
def seccomp_program(families: tuple[int, ...]) -> bytes:
    """The filter as the kernel takes it, with sockets of these families only. Raises ``SeccompError``."""
    try:
        import pyseccomp
    except (ImportError, OSError, RuntimeError) as error:
        raise SeccompError(f"{error}: install Debian's libseccomp2") from error
    read, write = os.pipe()
    try:
        with os.fdopen(write, "wb") as file:
            _filter(pyseccomp, families).export_bpf(file)
        with os.fdopen(read, "rb") as file:
            return file.read()
    except OSError as error:
        raise SeccompError(f"libseccomp: {error}") from error


def _filter(library: Any, families: tuple[int, ...]) -> Any:
    denied = library.ERRNO(errno.EPERM)
    program = library.SyscallFilter(library.ALLOW)
    for name in _DENIED:
        number = library.resolve_syscall(library.Arch.NATIVE, name)
        if number >= 0:  # known to this architecture
            program.add_rule(denied, number)
    for flag in _NEW_NAMESPACES:
        program.add_rule(denied, "clone", library.Arg(0, library.MASKED_EQ, flag, flag))
    for name in _ABSENT:
        number = library.resolve_syscall(library.Arch.NATIVE, name)
        if number >= 0:
            program.add_rule(library.ERRNO(errno.ENOSYS), number)
    for request in _TERMINAL_INPUT:
        program.add_rule(denied, "ioctl", library.Arg(1, library.MASKED_EQ, _LOW_HALF, request))
    for name in _PRETENDED:
        number = library.resolve_syscall(library.Arch.NATIVE, name)
        if number >= 0:
            program.add_rule(library.ERRNO(0), number)
    for operation in _LOCKING:
        program.add_rule(library.ERRNO(0), "fcntl", library.Arg(1, library.MASKED_EQ, _LOW_HALF, operation))
    for operation in _ASKING_FOR_OTHERS:
        program.add_rule(denied, "fcntl", library.Arg(1, library.MASKED_EQ, _LOW_HALF, operation))
    for family in range(_MAX_FAMILY + 1):
        if family not in families:
            program.add_rule(library.ERRNO(errno.EAFNOSUPPORT), "socket", library.Arg(0, library.EQ, family))
    program.add_rule(library.ERRNO(errno.EAFNOSUPPORT), "socket", library.Arg(0, library.GT, _MAX_FAMILY))
    return program


class _Program(ctypes.Structure):
    """``struct sock_fprog`` of the kernel."""

    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def enter_filter(program: bytes) -> Callable[[], None]:
    """What a new process calls to be under the filter for good, with all that it will start.

    For use between fork and exec: everything is looked up here, and the call itself only makes system calls.
    """
    filter_ = _Program(len(program) // _INSTRUCTION_BYTES, program)
    prctl = ctypes.CDLL(None, use_errno=True).prctl

    def enter() -> None:
        if prctl(_SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0) or prctl(_SET_SECCOMP, _FILTER_MODE, ctypes.byref(filter_), 0, 0):
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

    return enter
