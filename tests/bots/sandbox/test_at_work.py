"""What a bot's author counts on works in the sandbox: docs/inside.md, row by row."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from referee.event_loop import run
from tests.bots.sandbox.trials import CONTAINED, SYSTEM_PYTHON, program, run_to_end, sandbox_of
from tests.kit.unprivileged import open_folder

pytestmark = [
    pytest.mark.usefixtures("containment"),
    pytest.mark.parametrize("kind", CONTAINED),
    pytest.mark.skipif(not Path(SYSTEM_PYTHON).exists(), reason=f"there is no {SYSTEM_PYTHON}"),
]

MOST_PROCESSES: Final = 128
"""The ceiling that nobody has changed; docs/inside.md."""

FACTS: Final[dict[str, tuple[str, object]]] = {
    "files beside it": ("open('weights.bin', 'rb').read().hex()", "00ff10"),
    "the same, mapped": ("mmap.mmap(os.open('weights.bin', os.O_RDONLY), 0, prot=mmap.PROT_READ)[1]", 255),
    "its own folder is the current one": ("sorted(os.listdir('.'))", ["bot.py", "weights.bin"]),
    "writing there": ("error_of(open, 'log.txt', 'w')", "Read-only file system"),
    "a file in HOME": ("open(os.path.expanduser('~/notes'), 'w').write('ab')", 2),
    "scratch": ("shutil.disk_usage('/tmp').total >> 20", 64),
    "shared memory": ("shutil.disk_usage('/dev/shm').total >> 20", 16),
    "sockets within": ("[socket.socketpair() and 1, talk_to_itself()]", [1, "ab"]),
    "the network": ("error_of(socket.create_connection, ('192.0.2.1', 80), 1)", "Network is unreachable"),
    "names of hosts": ("error_of(socket.gethostbyname, 'localhost') == 'none'", False),
    "processes that fork": ("multiprocessing.get_context('fork').Pool(2).map(abs, [-1, -2])", [1, 2]),
    "processes that start anew": ("multiprocessing.get_context('spawn').Pool(2).map(abs, [-1, -2])", [1, 2]),
    "a program": ("subprocess.run(['sh', '-c', 'echo $((6 * 7))'], capture_output=True).stdout.decode()", "42\n"),
    "text": ("[locale.setlocale(locale.LC_ALL, ''), sys.stdout.encoding]", ["C.UTF-8", "utf-8"]),
    "chance": ("[len(os.urandom(8)), len(open('/dev/urandom', 'rb').read(8))]", [8, 8]),
    "the clock goes": ("time.monotonic() <= time.monotonic() and time.time() > 1.7e9", True),
    "setting the clock": ("error_of(time.clock_settime, time.CLOCK_REALTIME, 0.0)", "Operation not permitted"),
    "a higher priority": ("error_of(os.setpriority, os.PRIO_PROCESS, 0, -5)", "Permission denied"),
    "a lower priority": ("error_of(os.setpriority, os.PRIO_PROCESS, 0, 5)", "none"),
    "a database in a file": ("sqlite3.connect('/tmp/q.db').execute('select 6 * 7').fetchone()", [42]),
    "files in memory": ("error_of(os.memfd_create, 'a')", "Function not implemented"),
    "locks on files are granted to all": ("[lock('/tmp/lock'), lock('/tmp/lock')]", ["locked", "locked"]),
    "notices of files": ("error_of(inotify)", "Operation not permitted"),
}
"""What is tried -> an expression, and its value as JSON has it."""

PROGRAM: Final = f"""
import ctypes, fcntl, json, locale, mmap, multiprocessing, os, shutil, socket, sqlite3, subprocess, sys, threading, time

kept = []

def error_of(call, *arguments):
    try:
        call(*arguments)
    except OSError as error:
        return error.strerror
    return "none"

def inotify():
    if ctypes.CDLL(None, use_errno=True).inotify_init1(0) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

def lock(path):
    kept.append(open(path, "w"))
    fcntl.flock(kept[-1], fcntl.LOCK_EX | fcntl.LOCK_NB)
    return "locked"

def talk_to_itself():
    listener = socket.create_server(("127.0.0.1", 0))
    socket.create_connection(listener.getsockname()).sendall(b"ab")
    return listener.accept()[0].recv(2).decode()

if __name__ == "__main__":
    print(json.dumps({{name: eval(text) for name, text in {[(name, text) for name, (text, _) in FACTS.items()]!r}}}))
"""
THREADS: Final = """
import threading
stop, started = threading.Event(), 0
try:
    while started < 1000:
        threading.Thread(target=stop.wait).start()
        started += 1
except RuntimeError:
    pass
stop.set()
print(started)
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    with open_folder() as found:
        yield found


def said_by(kind: str, folder: Path, text: str, *python: str) -> str:
    """What this Python program says in the sandbox, with nothing on its standard error."""
    (folder / "bot.py").write_text(text)
    command = (*(python or (SYSTEM_PYTHON,)), "bot.py")
    ending = run(run_to_end(sandbox_of(kind), program(*command, folder=folder, files=(folder,))))
    assert (ending.status, ending.errors) == (0, ""), ending.out
    return ending.out


def test_what_an_author_counts_on(kind: str, folder: Path) -> None:
    (folder / "weights.bin").write_bytes(b"\x00\xff\x10")
    found = json.loads(said_by(kind, folder, PROGRAM))
    assert found == {name: value for name, (_, value) in FACTS.items()}


def test_threads_up_to_the_ceiling(kind: str, folder: Path) -> None:
    """Less the sandbox's own. Where a user's processes are counted, what is left of its last bot may count as well."""
    started = int(said_by(kind, folder, THREADS))
    assert MOST_PROCESSES // 2 < started < MOST_PROCESSES, started


def test_numpy(kind: str, folder: Path) -> None:
    """A module of compiled code that has threads of its own."""
    if subprocess.run([SYSTEM_PYTHON, "-c", "import numpy"], capture_output=True, check=False).returncode:
        pytest.skip(f"{SYSTEM_PYTHON} has no numpy (Debian: python3-numpy)")
    text = "import numpy\nprint(int((numpy.ones((300, 300)) @ numpy.ones((300, 300)))[7, 7]))"
    assert said_by(kind, folder, text) == "300\n"


@pytest.mark.parametrize("name", [".venv", "venv"])
def test_a_virtual_environment_beside_the_bot(kind: str, name: str, folder: Path) -> None:
    made = subprocess.run(
        [SYSTEM_PYTHON, "-m", "venv", "--without-pip", str(folder / name)], capture_output=True, check=False
    )
    assert made.returncode == 0, made.stderr
    python = folder / name / "bin" / "python"
    [packages] = (folder / name / "lib").glob("python*/site-packages")
    (packages / "installed.py").write_text("answer = 42")
    assert said_by(kind, folder, "import installed\nprint(installed.answer)", str(python)) == "42\n"


def test_a_compiler_if_the_machine_has_one(kind: str, folder: Path) -> None:
    if shutil.which("gcc") is None:
        pytest.skip("gcc is not installed")
    text = """
import subprocess
open("/tmp/answer.c", "w").write("int main(void) { return 42; }")
subprocess.run(["gcc", "-o", "/tmp/answer", "/tmp/answer.c"], check=True)
print(subprocess.run(["/tmp/answer"]).returncode)
"""
    assert said_by(kind, folder, text) == "42\n"
