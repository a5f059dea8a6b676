"""Tries system calls that no game needs, with arguments that do nothing: it is whether they are let through."""

import ctypes
import errno
import mmap
import platform
from functools import partial

from tests.bots.findings import Findings
from tests.bots.kernel import X32, call, in_a_child
from tests.bots.manners import requests, say

REFUSALS = (errno.EPERM, errno.EACCES, errno.ENOSYS)
CALLS: dict[str, tuple[int, ...]] = {
    "add_key": (0, 0, 0, 0, 0),
    "request_key": (0, 0, 0, 0),
    "keyctl": (0, -3, 0, 0, 0),
    "bpf": (-1, 0, 0),
    "perf_event_open": (0, 0, -1, -1, 0),
    "io_uring_setup": (0, 0),
    "userfaultfd": (-1,),
    "fanotify_init": (-1, 0),
    "open_by_handle_at": (-1, 0, 0),
    "kexec_load": (0, 0, 0, -1),
    "init_module": (0, 0, 0),
    "swapon": (0, 0),
    "quotactl": (-1, 0, 0, 0),
    "acct": (1,),
    "syslog": (10, 0, 0),
}
GETPID_OF_32_BITS = b"\xb8\x14\x00\x00\x00\xcd\x80\xc3"  # mov eax, 20; int 0x80; ret


def is_let_through(name: str, door: int = 0) -> None:
    """Raises ``OSError`` if not; that the kernel finds fault with the arguments means that it looked at them."""
    try:
        call(name, *CALLS[name], door=door)
    except OSError as error:
        if error.errno in REFUSALS:
            raise


def call_with_32_bits() -> None:
    code = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(GETPID_OF_32_BITS)
    ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()


findings = Findings()
for name in CALLS:
    with findings.trying(name):
        is_let_through(name)
if platform.machine() == "x86_64":
    with findings.trying("keyctl by its other number"):
        in_a_child(partial(is_let_through, "keyctl", X32))
    with findings.trying("a call of 32 bits"):
        in_a_child(call_with_32_bits)
findings.report()
say("ready digger")
for request in requests():
    say(request.answer)
