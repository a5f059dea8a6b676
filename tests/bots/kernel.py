"""System calls that Python has no function for, by their numbers."""

import ctypes
import errno
import os
import platform
from collections.abc import Callable

_LIBC = ctypes.CDLL(None, use_errno=True)
_COLUMN = {"x86_64": 0, "aarch64": 1}[platform.machine()]
_NUMBERS = {
    "acct": (163, 89),
    "add_key": (248, 217),
    "bpf": (321, 280),
    "chroot": (161, 51),
    "clone": (56, 220),
    "fanotify_init": (300, 262),
    "fsopen": (430, 430),
    "init_module": (175, 105),
    "io_uring_setup": (425, 425),
    "kexec_load": (246, 104),
    "keyctl": (250, 219),
    "mount": (165, 40),
    "open_by_handle_at": (304, 265),
    "open_tree": (428, 428),
    "perf_event_open": (298, 241),
    "pidfd_getfd": (438, 438),
    "pidfd_open": (434, 434),
    "pivot_root": (155, 41),
    "process_vm_readv": (310, 270),
    "ptrace": (101, 117),
    "quotactl": (179, 60),
    "request_key": (249, 218),
    "setns": (308, 268),
    "swapon": (167, 224),
    "syslog": (103, 116),
    "umount2": (166, 39),
    "unshare": (272, 97),
    "userfaultfd": (323, 282),
}


X32 = 0x4000_0000
"""Added to a number on x86_64 it is the same call, by another door."""


def call(name: str, *arguments: int | bytes, door: int = 0) -> int:
    """Make the system call. Raises ``OSError`` with what the kernel says."""
    passed = [a if isinstance(a, bytes) else ctypes.c_long(a) for a in arguments]
    result: int = _LIBC.syscall(ctypes.c_long(door | _NUMBERS[name][_COLUMN]), *passed)
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def in_a_child(act: Callable[[], object]) -> None:
    """Act in a process of its own, which the act may change; the ``OSError`` that it raises there is raised here.

    ``EPERM`` where the process was killed over it.
    """
    if (child := os.fork()) == 0:
        try:
            act()
        except OSError as error:
            os._exit(error.errno or 255)
        os._exit(0)
    number = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if number != 0:
        number = number if number > 0 else errno.EPERM
        raise OSError(number, os.strerror(number))
