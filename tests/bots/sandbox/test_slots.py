"""Users for bots: no two bots of a machine have the same at a time."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from referee.bots.sandbox import slots
from referee.bots.sandbox.slots import FIRST_UID, SLOTS, SlotsError, UserSlots
from tests.bots.sandbox.trials import run_to_end, sandbox_of, script
from tests.match.tables import ROOT, left_running

TAKES_SOME = """
import sys
from pathlib import Path
from referee.bots.sandbox.slots import UserSlots
slots = UserSlots(Path(sys.argv[1]))
print(*(slots.take() for _ in range(int(sys.argv[2]))), flush=True)
sys.stdin.read()
"""


@contextmanager
def another_referee(locks: Path, count: int) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """A process that takes so many users, and holds them for as long as this lasts."""
    words = [sys.executable, "-c", TAKES_SOME, str(locks), str(count)]
    with subprocess.Popen(words, cwd=ROOT, encoding="utf-8", stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            yield process, [int(word) for word in process.stdout.readline().split()]
        finally:
            process.kill()


def test_two_referees_never_take_the_same(tmp_path: Path) -> None:
    locks = tmp_path / "locks"
    ours = UserSlots(locks)
    first = [ours.take() for _ in range(3)]
    with another_referee(locks, 4) as (_, theirs):
        second = [ours.take() for _ in range(3)]
        assert len({*first, *theirs, *second}) == 10
        assert first == [FIRST_UID, FIRST_UID + 1, FIRST_UID + 2]


def test_one_that_is_given_back_is_free_for_all(tmp_path: Path) -> None:
    ours = UserSlots(tmp_path / "locks")
    uid, kept = ours.take(), ours.take()
    ours.give_back(uid)
    with another_referee(tmp_path / "locks", 2) as (_, theirs):
        assert uid in theirs
        assert kept not in theirs


def test_what_a_killed_referee_held_is_free_again(tmp_path: Path) -> None:
    ours = UserSlots(tmp_path / "locks")
    with another_referee(tmp_path / "locks", 1) as (process, theirs):
        process.kill()
        process.wait()
        assert [ours.take()] == theirs


def test_when_all_are_in_use_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slots, "SLOTS", 2)
    ours = UserSlots(tmp_path / "locks")
    ours.take(), ours.take()
    with pytest.raises(SlotsError, match="all 2 users for bots are in use, 58000 to 58001"):
        ours.take()


def test_the_numbers_are_nobodys() -> None:
    """Below 60000 distributions give users numbers as they are made; theirs begin at 1000."""
    listed = [int(line.split(":")[2]) for line in Path("/etc/passwd").read_text().splitlines()]
    assert [uid for uid in listed if FIRST_UID <= uid < FIRST_UID + SLOTS] == []


FORGETS_ITS_MARK = """
import os, sys, time
ready, tell = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.set_inheritable(tell, True)
        text = f"import os, time; os.write({tell}, b'.'); time.sleep(600)"
        os.execve(sys.executable, [sys.executable, "-c", text, sys.argv[1]], {})
    os._exit(0)
os.read(ready, 1)
"""
"""Its grandchild is in a session of its own and has another environment: what tells whose it is, is its user."""


@pytest.mark.usefixtures("containment")
@pytest.mark.parametrize("kind", ["limits", "limits and control groups"])
async def test_nobody_runs_as_a_user_that_is_given_back(kind: str, tmp_path: Path) -> None:
    ending = await run_to_end(sandbox_of(kind), script(FORGETS_ITS_MARK, str(tmp_path)))
    assert (ending.status, ending.errors) == (0, "")
    assert left_running(str(tmp_path)) == []


def test_a_link_in_place_of_the_file_of_locks_is_refused(tmp_path: Path) -> None:
    (tmp_path / "locks").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="symbolic links"):
        UserSlots(tmp_path / "locks")
