"""Control groups: those of this machine, and how a machine is read that has all controllers in version 2.

The latter is played with folders and files of a temporary folder. What the kernel does with what is written there is
not tested by that: only where the referee looks, what it writes, and in which order.
"""

from __future__ import annotations

import errno
import os
import select
import subprocess
import sys
from pathlib import Path

import pytest

from referee.bots.sandbox import cgroups
from referee.bots.sandbox.ceilings import Ceilings
from referee.bots.sandbox.cgroups import BotGroup, Cgroups, open_cgroups, remove_groups
from tests.bots.sandbox.trials import own_cgroups
from tests.match.tables import ROOT

MIB = 1024 * 1024
SMALL = Ceilings(memory=32 * MIB, processes=12)


# -- those of this machine -----------------------------------------------------------------------------------


@pytest.fixture
def real() -> Cgroups:
    found = own_cgroups()
    if found.unified is None or not (found.limits_memory and found.limits_processes):
        pytest.skip(f"no control groups here: {found.causes}")
    return found


def started_in(group: BotGroup, text: str) -> subprocess.Popen[str]:
    """A Python program that entered the group before it began."""
    enter = " && ".join(f"echo 0 > {file}" for file in group.join_files())
    words = ["/bin/sh", "-c", f'{enter} && exec "$@"', "sh", sys.executable, "-c", text]
    return subprocess.Popen(words, stdout=subprocess.PIPE, encoding="utf-8")


@pytest.mark.parametrize(("mib", "ending"), [(4, (0, False)), (64, (-9, True))])
def test_memory_is_limited_by_the_kernel(real: Cgroups, mib: int, ending: tuple[int, bool]) -> None:
    group = real.new_group("test-memory", SMALL)
    with started_in(group, f"x = bytearray({mib} << 20)") as process:
        assert (process.wait(), group.was_out_of_memory()) == ending
    group.remove()
    assert [folder for folder in group.folders if folder.exists()] == []


def test_processes_are_counted_whatever_user_they_run_as(real: Cgroups) -> None:
    text = """
import os, time
for number in range(30):
    try:
        if os.fork() == 0:
            time.sleep(600)
    except BlockingIOError:
        break
print(number, flush=True)
time.sleep(600)
"""
    group = real.new_group("test-pids", SMALL)
    with started_in(group, text) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "11\n"  # and the program itself
        assert len(group.members()) == 12
        pidfds = [os.pidfd_open(pid) for pid in group.members()]
        group.kill()
        process.wait()
    for pidfd in pidfds:
        assert select.select([pidfd], [], [], 10) == ([pidfd], [], [])
        os.close(pidfd)
    assert group.members() == []
    group.remove()
    assert [folder for folder in group.folders if folder.exists()] == []


def test_a_group_that_is_gone_has_no_members(real: Cgroups) -> None:
    group = real.new_group("test-gone", None)
    group.remove()
    assert group.members() == []
    assert not group.was_out_of_memory()
    group.kill()
    group.remove()


def test_without_any_there_is_nothing_to_do() -> None:
    group = Cgroups(None, None, None).new_group("test-none", SMALL)
    assert (group.folders, group.members(), group.can_freeze, group.was_out_of_memory()) == ([], [], False, False)
    group.kill()
    group.remove()


# -- a machine with version 2 alone --------------------------------------------------------------------------


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The group that this referee is in, on a machine where version 2 is all there is."""
    top = tmp_path / "cgroup"
    own = top / "system.slice" / "referee.service"
    own.mkdir(parents=True)
    (own / "cgroup.controllers").write_text("cpuset cpu io memory pids\n")
    (tmp_path / "mounts").write_text(f"proc /proc proc rw 0 0\ncgroup2 {top} cgroup2 rw,nosuid 0 0\n")
    (tmp_path / "membership").write_text("0::/system.slice/referee.service\n")
    monkeypatch.setattr(cgroups, "_MOUNTS", tmp_path / "mounts")
    monkeypatch.setattr(cgroups, "_MEMBERSHIP", tmp_path / "membership")
    return own


class Kernel:
    """Refuses controllers to a group that holds processes, as the kernel does."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, tenants: list[int]) -> None:
        self.tenants = tenants
        self._write = cgroups._write
        monkeypatch.setattr(cgroups, "_write", self.write)

    def write(self, file: Path, value: int | str) -> None:
        if file.name == "cgroup.subtree_control" and self.tenants and not file.parent.name.startswith("referee-"):
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        if file.name == "cgroup.procs":
            self.tenants.remove(int(value) or os.getpid())
        self._write(file, value)


def test_limits_are_written_where_version_2_has_them(base: Path) -> None:
    found = open_cgroups()
    own = base / f"referee-{os.getpid()}"
    assert (found.unified, found.memory, found.pids) == (own, None, None)
    assert found.limits_memory
    assert found.limits_processes
    for folder in (base, own):
        assert (folder / "cgroup.subtree_control").read_text() == "+memory +pids"
    group = found.new_group("bot", SMALL)
    assert group.unified is not None
    written = {name: (group.unified / name).read_text() for name in ("memory.max", "memory.swap.max", "pids.max")}
    assert written == {"memory.max": str(32 * MIB), "memory.swap.max": "0", "pids.max": "12"}


def test_a_referee_alone_in_its_group_makes_room(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = Kernel(monkeypatch, [os.getpid()])
    found = open_cgroups()
    assert found.limits_memory
    assert (kernel.tenants, (base / "referee-itself" / "cgroup.procs").read_text()) == ([], "0")


def test_one_that_has_made_room_finds_the_same_group_again(base: Path, tmp_path: Path) -> None:
    (tmp_path / "membership").write_text("0::/system.slice/referee.service/referee-itself\n")
    assert open_cgroups().unified == base / f"referee-{os.getpid()}"


def test_others_in_the_same_group_are_not_moved(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = Kernel(monkeypatch, [os.getpid(), 1])
    (base / "cgroup.procs").write_text(f"1\n{os.getpid()}\n")
    found = open_cgroups()
    assert kernel.tenants == [1]
    assert found.unified == base / f"referee-{os.getpid()}"  # which still freezes and ends a bot
    assert not found.limits_memory
    assert found.causes["memory"] == f"{base}: other processes are in this control group, so it can't be divided"


def test_in_a_container_they_are_for_all_in_it_is_ours(
    base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mounts").write_text(f"cgroup2 {base} cgroup2 rw 0 0\n")
    (tmp_path / "membership").write_text("0::/\n")
    (base / "cgroup.procs").write_text(f"1\n{os.getpid()}\n")
    monkeypatch.setattr(Path, "is_mount", lambda path: path == base)
    kernel = Kernel(monkeypatch, [1, os.getpid()])
    found = open_cgroups()
    assert (kernel.tenants, found.limits_memory, found.limits_processes) == ([], True, True)


def test_what_is_closed_to_us_is_named(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(folder: Path) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(Path, "mkdir", refuse)
    found = open_cgroups()
    assert (found.unified, found.limits_memory, found.limits_processes) == (None, False, False)
    assert found.causes["unified"] == f"{base}: Read-only file system"
    assert found.causes["memory"] == found.causes["pids"] == found.causes["unified"]


def test_what_is_not_offered_is_named(base: Path) -> None:
    (base / "cgroup.controllers").write_text("cpu pids\n")
    found = open_cgroups()
    assert (found.limits_memory, found.limits_processes) == (False, True)
    assert found.causes == {"memory": f"{base}/cgroup.controllers does not offer it"}


def test_a_machine_that_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cgroups, "_MOUNTS", tmp_path / "nothing")
    monkeypatch.setattr(cgroups, "_MEMBERSHIP", tmp_path / "nothing")
    found = open_cgroups()
    assert found.folders() == []
    assert set(found.causes) == {"unified", "memory", "pids"}


def test_the_referees_own_groups_go_with_it() -> None:
    text = """
import asyncio
from referee.bots.sandbox.choice import Wanted, open_sandbox
from referee.bots.sandbox.cgroups import open_cgroups
asyncio.run(open_sandbox(Wanted("none")))
print(*open_cgroups().folders())
"""
    done = subprocess.run(
        [sys.executable, "-c", text], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    assert done.stderr == ""
    assert [folder for folder in done.stdout.split() if Path(folder).exists()] == []


def test_removing_what_is_not_there_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    remove_groups([tmp_path / "missing", tmp_path / "there"])
    assert list(tmp_path.iterdir()) == []
