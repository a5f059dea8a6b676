"""One run at a time, and no longer than it lives."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee.tournament.store.errors import StoreInUseError
from referee.tournament.store.run_lock import LOCK_FILE, RunLock
from referee.tournament.store.store import Store
from tests.tournament.store.made import ENTRANTS, TOURNAMENT, new_store, play

HOLD = """
import sys
from pathlib import Path
from referee.tournament.store.run_lock import RunLock
lock = RunLock(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""
CHILD = "import sys; print('held', flush=True); sys.stdin.read()"
FORK = """
import os, sys
from pathlib import Path
from referee.tournament.store.run_lock import RunLock
lock = RunLock(Path(sys.argv[1]))
if os.fork() == 0:
    print("held", flush=True)
    sys.stdin.read()
else:
    os._exit(0)
"""


def start(program: str, folder: Path, close_fds: bool = True) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        close_fds=close_fds,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"held\n"
    return process


def end(process: subprocess.Popen[bytes]) -> None:
    process.communicate()


def test_two_runs_at_once(tmp_path: Path) -> None:
    with new_store(tmp_path / "cup") as store:
        words = rf"cup: another run plays this tournament \(process {os.getpid()}\)"
        with pytest.raises(StoreInUseError, match=words):
            Store.open_to_write(tmp_path / "cup")
        play(store, 0)
    with Store.open_to_write(tmp_path / "cup") as store:
        assert len(store.results()) == 4


def test_two_that_begin_at_once(tmp_path: Path) -> None:
    lock = RunLock(tmp_path)
    with pytest.raises(StoreInUseError, match="another run plays this tournament"):
        Store.create(tmp_path, TOURNAMENT, ENTRANTS)
    assert [path.name for path in tmp_path.iterdir()] == [LOCK_FILE]
    lock.release()


def test_a_killed_run_leaves_the_way_free(tmp_path: Path) -> None:
    process = start(HOLD, tmp_path)
    with pytest.raises(StoreInUseError, match=rf"\(process {process.pid}\)"):
        RunLock(tmp_path)
    process.kill()
    process.wait()
    RunLock(tmp_path).release()
    end(process)


def test_a_process_that_the_run_started_does_not_hold_it(tmp_path: Path) -> None:
    lock = RunLock(tmp_path)
    child = start(CHILD, tmp_path, close_fds=False)
    lock.release()
    RunLock(tmp_path).release()
    end(child)


def test_a_fork_that_outlives_the_run_does_not_hold_it(tmp_path: Path) -> None:
    process = start(FORK, tmp_path)
    process.wait()
    RunLock(tmp_path).release()
    end(process)


def test_a_lock_that_was_removed_is_not_the_lock(tmp_path: Path) -> None:
    """Somebody opened the file, then its holder removed it, and a third made it anew: they must not both go on."""
    descriptor = os.open(tmp_path / LOCK_FILE, os.O_RDWR | os.O_CREAT)
    RunLock(tmp_path).remove()
    lock = RunLock(tmp_path)
    assert not lock._lock(descriptor)
    (tmp_path / LOCK_FILE).unlink()
    assert not lock._lock(descriptor)
    os.close(descriptor)
    lock.release()
