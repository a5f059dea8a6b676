"""The filter of system calls, in real processes under it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from referee.bots.sandbox import seccomp
from referee.bots.sandbox.seccomp import NO_NETWORK, OWN_NETWORK, SeccompError, enter_filter, seccomp_program
from tests.match.tables import ROOT

pytestmark = pytest.mark.usefixtures("containment")

TRIES = """
import ctypes, errno, json, os, socket, sys
libc = ctypes.CDLL(None, use_errno=True)
def tried(number, *arguments):
    result = libc.syscall(ctypes.c_long(number), *(ctypes.c_long(value) for value in arguments))
    return "done" if result >= 0 else errno.errorcode[ctypes.get_errno()]
def opened(family, kind=socket.SOCK_STREAM):
    try:
        socket.socket(family, kind).close()
    except OSError as error:
        return errno.errorcode[error.errno]
    return "done"
"""


def run_filtered(text: str, families: tuple[int, ...] = OWN_NETWORK) -> object:
    """What the program, run under the filter, prints as its last expression."""
    done = subprocess.run(
        [sys.executable, "-c", TRIES + text], preexec_fn=enter_filter(seccomp_program(families)),
        capture_output=True, encoding="utf-8", timeout=60, check=False, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: object = json.loads(done.stdout)
    return found


def number_of(name: str) -> int:
    import pyseccomp

    found: int = pyseccomp.resolve_syscall(pyseccomp.Arch.NATIVE, name)
    return found


def test_what_is_denied_is_not_permitted() -> None:
    """With arguments that do nothing: were one let through, the kernel would find fault with them, or do it."""
    numbers = {name: number for name in seccomp._DENIED if (number := number_of(name)) >= 0}
    assert {"mount", "unshare", "setns", "ptrace", "keyctl", "bpf", "io_uring_setup"} < set(numbers)
    text = f"print(json.dumps({{name: tried(number, *[-1] * 6) for name, number in {numbers}.items()}}))"
    assert run_filtered(text) == dict.fromkeys(numbers, "EPERM")


def test_no_clone_makes_a_namespace() -> None:
    flags, number = seccomp._NEW_NAMESPACES, number_of("clone")
    text = f"print(json.dumps([tried({number}, flag | 17, 0, 0, 0, 0) for flag in {flags}]))"
    assert run_filtered(text) == ["EPERM"] * len(flags)


def test_the_newer_clone_is_said_not_to_be_there() -> None:
    assert run_filtered(f"print(json.dumps(tried({number_of('clone3')}, 0, 0)))") == "ENOSYS"


def test_families_of_sockets() -> None:
    text = """
vsock, packet, alg, unknown = 40, 17, 38, 60
families = dict(unix=socket.AF_UNIX, inet=socket.AF_INET, inet6=socket.AF_INET6, vsock=vsock, packet=packet,
                alg=alg, unknown=unknown)
found = {name: opened(family) for name, family in families.items()}
found["netlink"] = opened(16, socket.SOCK_RAW)
print(json.dumps(found))
"""
    closed = {"vsock": "EAFNOSUPPORT", "packet": "EAFNOSUPPORT", "alg": "EAFNOSUPPORT", "unknown": "EAFNOSUPPORT"}
    opened = {"unix": "done", "inet": "done", "inet6": "done", "netlink": "done"}
    assert run_filtered(text) == opened | closed
    none = dict.fromkeys(("inet", "inet6", "netlink"), "EAFNOSUPPORT")
    assert run_filtered(text, NO_NETWORK) == {"unix": "done"} | none | closed


def test_typing_into_a_terminal_is_not_permitted() -> None:
    text = """
import fcntl, pty
leader, terminal = pty.openpty()
found = []
for request in (0x5412, 0x541C):
    try:
        fcntl.ioctl(terminal, request, b"x")
        found.append("done")
    except OSError as error:
        found.append(errno.errorcode[error.errno])
print(json.dumps(found))
"""
    assert run_filtered(text) == ["EPERM", "EPERM"]


def test_what_programs_do_is_let_through(tmp_path: Path) -> None:
    text = f"""
import asyncio, mmap, multiprocessing, subprocess, threading
def square(x): return x * x
async def later():
    process = await asyncio.create_subprocess_exec("true")
    return await process.wait()
seen = []
thread = threading.Thread(target=lambda: seen.append("thread")); thread.start(); thread.join()
if (child := os.fork()) == 0: os._exit(7)
seen.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
seen.append(subprocess.run(["echo", "hello"], capture_output=True, text=True).stdout)
with multiprocessing.get_context("fork").Pool(2) as pool:
    seen.append(pool.map(square, [1, 2, 3]))
seen.append(asyncio.run(later()))
memory = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC); memory.write(b"x")
seen.append(len(memory))
os.sched_setaffinity(0, os.sched_getaffinity(0)); os.nice(1)
open({str(tmp_path / "file")!r}, "w").write("x"); os.rename({str(tmp_path / "file")!r}, {str(tmp_path / "moved")!r})
print(json.dumps(seen))
"""
    assert run_filtered(text) == ["thread", 7, "hello\n", [1, 4, 9], 0, 4096]


def test_what_it_starts_is_under_the_filter_too() -> None:
    text = f"""
import subprocess
inner = {TRIES!r} + "print(tried({number_of("unshare")}, 0x10000000))"
print(json.dumps(subprocess.run([sys.executable, "-c", inner], capture_output=True, text=True).stdout.strip()))
"""
    assert run_filtered(text) == "EPERM"


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyseccomp", None)
    seccomp_program.cache_clear()
    with pytest.raises(SeccompError, match="libseccomp2"):
        seccomp_program(OWN_NETWORK)
    seccomp_program.cache_clear()


def test_one_bot_learns_nothing_of_another_by_locks_on_a_file_of_the_system() -> None:
    text = """
import fcntl, struct
file = open("/bin/sh", "rb")
def asked(operation, argument):
    try:
        fcntl.fcntl(file, operation, argument)
    except OSError as error:
        return errno.errorcode[error.errno]
    return "done"
lock = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, 0, 1, 0)
fcntl.flock(file, fcntl.LOCK_EX)
first = open("/bin/sh", "rb")
fcntl.flock(first, fcntl.LOCK_EX | fcntl.LOCK_NB)  # were the first lock there, this would fail
print(json.dumps([asked(fcntl.F_GETLK, lock), asked(36, lock), asked(fcntl.F_SETLEASE, fcntl.F_RDLCK),
                  asked(fcntl.F_NOTIFY, fcntl.DN_ACCESS), asked(1035, bytes(8)), asked(1036, bytes(8)),
                  asked(fcntl.F_GETFL, 0)]))
"""
    assert run_filtered(text) == ["EPERM"] * 6 + ["done"]


def test_a_lock_on_a_device_that_all_bots_write_to_is_none() -> None:
    """/dev/null is one for the whole machine, and /proc/locks shows the locks of open files to all."""
    text = """
import fcntl, struct
lock = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, 4_040_404, 1, 0)
one, other = open("/dev/null", "wb"), open("/dev/null", "wb")
for setting in (37, 38, fcntl.F_SETLK, fcntl.F_SETLKW):
    fcntl.fcntl(one, setting, lock)
fcntl.fcntl(other, 37, lock)  # were the first lock there, this would fail
print(json.dumps("4040404" in open("/proc/locks").read()))
"""
    assert run_filtered(text) is False


def test_the_times_of_a_device_tell_nothing() -> None:
    """Anybody may leave its owner as it is, which the kernel notes as a change."""
    text = """
before = os.stat("/dev/null")
os.utime("/dev/null")
os.utime("/dev/null", ns=(before.st_mtime_ns + 1, before.st_mtime_ns + 1))
os.chown("/dev/null", -1, -1)
os.lchown("/dev/null", -1, -1)
with open("/dev/null") as device:
    os.fchown(device.fileno(), -1, -1)
after = os.stat("/dev/null")
print(json.dumps([after.st_mtime_ns - before.st_mtime_ns, after.st_ctime_ns - before.st_ctime_ns]))
"""
    assert run_filtered(text) == [0, 0]


@pytest.mark.parametrize("high", [0, 1 << 32], ids=["plain", "with what the kernel does not look at"])
def test_nobody_types_into_a_terminal_for_its_user(high: int) -> None:
    """On a file that is no terminal the request would be ENOTTY."""
    assert run_filtered(f"print(json.dumps(tried({number_of('ioctl')}, 0, {high | 0x5412}, 0)))") == "EPERM"


def test_files_in_memory_are_not_there() -> None:
    names = ("memfd_create", "memfd_secret", "preadv2", "cachestat", "clone3")
    numbers = {name: number for name in names if (number := number_of(name)) >= 0}
    text = f"print(json.dumps({{name: tried(number, 0, 0, 0) for name, number in {numbers}.items()}}))"
    assert run_filtered(text) == dict.fromkeys(numbers, "ENOSYS")
