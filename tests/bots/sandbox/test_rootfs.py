"""Bots that see another root file system than this machine's."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from referee.bots.sandbox.choice import SandboxUnavailable, Wanted, open_sandbox
from tests.bots.sandbox.trials import CONTAINED, program, run_to_end, sandbox_of
from tests.kit.unprivileged import open_folder

pytestmark = pytest.mark.usefixtures("containment")

NEEDED: Final = ("sh", "setpriv", "prlimit")
"""The programs that a root must have for any bot to be started in it."""


def copy_with_libraries(name: str, root: Path) -> None:
    """Put the program into the root's /usr/bin, and the libraries that it loads where it looks for them."""
    found = shutil.which(name)
    assert found is not None, name
    shutil.copy(found, root / "usr" / "bin" / name)
    listed = subprocess.run(["ldd", found], capture_output=True, encoding="utf-8", check=True).stdout
    for library in re.findall(r"(/\S+) \(0x", listed):
        target = root / library[1:]
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(library, target)


@pytest.fixture(scope="module")
def root() -> Iterator[Path]:
    """A root with little more than a shell."""
    with open_folder() as folder:
        for name in ("usr/bin", "usr/lib", "lib", "lib64", "etc", "opt", "proc"):
            (folder / name).mkdir(parents=True)
        (folder / "bin").symlink_to("usr/bin")
        (folder / "etc" / "edition").write_text("the small one\n")
        for name in (*NEEDED, "cat"):
            copy_with_libraries(name, folder)
        yield folder


@pytest.fixture
def bot_folder() -> Iterator[Path]:
    with open_folder() as folder:
        (folder / "bot.sh").write_text("read line; cat /etc/edition; echo ready $line; echo /* $PWD\n")
        yield folder


@pytest.mark.parametrize("kind", CONTAINED)
async def test_a_shell_bot_runs_in_it(root: Path, bot_folder: Path, kind: str) -> None:
    sandbox = sandbox_of(kind, rootfs=root)
    spec = program("sh", "bot.sh", folder=bot_folder, files=(bot_folder,))
    ending = await run_to_end(sandbox, spec, b"hello\n")
    assert ending.status == 0, ending.errors
    edition, ready, seen = ending.out.splitlines()
    assert (edition, ready) == ("the small one", "ready hello")
    *top, folder = seen.split()
    assert set(top) == {f"/{name}" for name in ("bin", "dev", "etc", "lib", "lib64", "opt", "proc", "tmp", "usr")}
    assert folder == str(bot_folder)


@pytest.mark.skipif(not os.access("/opt", os.W_OK), reason="/opt is closed to us")
async def test_a_bot_may_lie_where_the_root_has_folders_too(root: Path) -> None:
    with open_folder() as copy, open_folder(Path("/opt")) as folder:
        shutil.copytree(root, copy, symlinks=True, dirs_exist_ok=True)
        (copy / "opt" / "beside").mkdir()
        (copy / "etc" / "passwd").write_text("somebody:x:500:500::/:/bin/sh\n")
        sandbox = sandbox_of("user namespace", rootfs=copy)
        (folder / "bot.sh").write_text("echo /opt/*; cat /etc/passwd")
        ending = await run_to_end(sandbox, program("sh", "bot.sh", folder=folder, files=(folder,)))
    places, *users = ending.out.splitlines()
    assert set(places.split()) == {"/opt/beside", str(folder)}
    assert [user.split(":")[0] for user in users] == ["root", "bot"]


@pytest.mark.parametrize("missing", NEEDED)
async def test_a_root_without_what_it_takes_is_no_fault_of_the_bots(root: Path, missing: str) -> None:
    with open_folder() as copy:
        shutil.copytree(root, copy, symlinks=True, dirs_exist_ok=True)
        (copy / "usr" / "bin" / missing).unlink()
        with pytest.raises(SandboxUnavailable, match="bubblewrap: "):
            await open_sandbox(Wanted("bubblewrap", rootfs=copy))


async def test_without_python_the_root_can_t_be_tried(root: Path) -> None:
    with pytest.raises(SandboxUnavailable, match=f"{root} has no python3"):
        await open_sandbox(Wanted("bubblewrap", rootfs=root))
