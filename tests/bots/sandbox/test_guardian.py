"""When the referee itself is killed: its bots end, what was theirs is removed, and then the guard has gone too."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from referee.bots.sandbox import guard
from referee.bots.sandbox.cgroups import open_cgroups
from referee.bots.sandbox.guardian import Guardian
from tests.bots.sandbox.test_life import FUGITIVE
from tests.bots.sandbox.trials import KINDS, sandbox_of
from tests.match.tables import ROOT, left_running, running

pytestmark = pytest.mark.usefixtures("containment")

REFEREE = """
import asyncio, sys
from referee.bots.sandbox.guardian import GUARDIAN
from tests.bots.sandbox.trials import running, sandbox_of, script
kind, mark, program = sys.argv[1:]
async def main():
    async with running(sandbox_of(kind), script(program, mark)) as (process, notes):
        await notes.until(b"away")
        plan, group = process._cell._plan, process._cell._group
        print(GUARDIAN._process.pid, *filter(None, [plan.scratch, *group.folders]), flush=True)
        await asyncio.Event().wait()
asyncio.run(main())
"""


@contextmanager
def referee_with_a_bot(kind: str, mark: str, program: str) -> Iterator[tuple[subprocess.Popen[str], int, list[Path]]]:
    """A referee whose bot is up: its process, the guard's number, and the folders that are the bot's."""
    words = [sys.executable, "-c", REFEREE, kind, mark, program]
    with subprocess.Popen(words, cwd=ROOT, encoding="utf-8", stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        guard, *folders = process.stdout.readline().split()
        try:
            yield process, int(guard), [Path(folder) for folder in folders]
        finally:
            process.kill()


def ends(pidfd: int, within_s: float = 10.0) -> bool:
    """Wait for the end of the process that this descriptor is of, and close it."""
    poll = select.poll()
    poll.register(pidfd, select.POLLIN)
    ready = poll.poll(within_s * 1000)
    os.close(pidfd)
    return bool(ready)


def ignores(pid: int, number: signal.Signals, within_s: float = 10.0) -> bool:
    """Wait until the process ignores the signal, which it does once it is up."""
    end = time.monotonic() + within_s
    while time.monotonic() < end:
        status = Path(f"/proc/{pid}/status").read_text()
        if int(status.partition("SigIgn:")[2].split()[0], 16) >> (number - 1) & 1:
            return True
        time.sleep(0.01)
    return False


@pytest.mark.parametrize("kind", KINDS)
def test_a_killed_referee_leaves_nothing(kind: str, tmp_path: Path) -> None:
    sandbox_of(kind)
    mark = str(tmp_path)
    with referee_with_a_bot(kind, mark, FUGITIVE + "time.sleep(600)") as (process, guard, folders):
        guards_end = os.pidfd_open(guard)
        assert [folder for folder in folders if not folder.is_dir()] == []
        assert bool(folders) == (kind == "limits" or "control groups" in kind)
        process.kill()
        process.wait()
        assert ends(guards_end)
    assert left_running(mark) == []
    assert [folder for folder in folders if folder.exists()] == []
    of_the_referee = [folder.parent for folder in folders if folder.parent.name == f"referee-{process.pid}"]
    assert bool(of_the_referee) == ("control groups" in kind)
    assert [folder for folder in of_the_referee if folder.exists()] == []


def test_the_guard_outlives_the_signals_of_a_terminal(tmp_path: Path) -> None:
    mark = str(tmp_path)
    with referee_with_a_bot("nothing", mark, FUGITIVE + "time.sleep(600)") as (process, guard, _):
        guards_end = os.pidfd_open(guard)
        assert ignores(guard, signal.SIGQUIT)
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM, signal.SIGQUIT):
            os.kill(guard, number)
        assert running(mark)
        process.kill()
        process.wait()
        assert ends(guards_end)
    assert left_running(mark) == []


def test_a_guard_that_somebody_ended_is_replaced_with_the_next_bot(tmp_path: Path) -> None:
    text = """
import asyncio, os, signal
from referee.bots.sandbox.guardian import GUARDIAN
from tests.bots.sandbox.trials import running, sandbox_of, script
async def main():
    async with running(sandbox_of("nothing"), script("import sys; sys.stdin.read()")):
        first = GUARDIAN._process
        first.kill(); first.wait()
        async with running(sandbox_of("nothing"), script("import sys; sys.stdin.read()")):
            print(GUARDIAN._process.pid != first.pid, GUARDIAN._process.poll())
asyncio.run(main())
"""
    done = subprocess.run(
        [sys.executable, "-c", text], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    assert (done.stdout, done.stderr) == ("True None\n", "")


def test_a_referee_that_ends_by_itself_ends_its_guard() -> None:
    text = """
from referee.bots.sandbox.guardian import GUARDIAN
GUARDIAN.watch("0", 0x3fffff, []); GUARDIAN.forget("0")
print(GUARDIAN._process.pid)
"""
    done = subprocess.run(
        [sys.executable, "-c", text], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    assert not Path("/proc", done.stdout.strip()).exists()


def test_a_group_that_a_bot_left_goes_with_the_referee() -> None:
    cgroups = open_cgroups()
    if cgroups.unified is None:
        pytest.skip(f"no control groups: {cgroups.causes}")
    folder = cgroups.unified / "referee-of-a-test"
    (folder / "bot-1").mkdir(parents=True)
    guardian = Guardian()
    guardian.remove_at_end([str(folder)])
    guardian.close()
    assert not folder.exists()


def test_a_group_that_is_still_in_use_holds_up_no_other(tmp_path: Path) -> None:
    """In a folder that looks like one of control groups; what is in use can't be removed there either."""
    (tmp_path / "cgroup.procs").touch()
    in_use = [tmp_path / f"bot-{number}" / "of its own" for number in range(4)]
    for folder in (*in_use, *(tmp_path / f"bot-{number}" for number in range(4, 40))):
        folder.mkdir(parents=True)
    guard._remove([str(tmp_path)])
    assert sorted(path.parent for path in in_use) == sorted(path for path in tmp_path.iterdir() if path.is_dir())
