"""What a contained bot finds around it, and whose fault it is when there is nothing around it."""

from __future__ import annotations

import json
import os
import shutil
import stat
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from referee.bots.sandbox.ceilings import Ceilings
from referee.bots.sandbox.cell import SandboxError
from referee.bots.sandbox.slots import FIRST_UID, SLOTS
from referee.bots.spec import SpecError
from tests.bots.sandbox.trials import CONTAINED, IS_ROOT, program, run_to_end, running, sandbox_of, script
from tests.kit.unprivileged import open_folder

pytestmark = pytest.mark.usefixtures("containment")
in_bubblewrap = pytest.mark.parametrize("kind", CONTAINED)


@pytest.fixture
def folder() -> Iterator[Path]:
    with open_folder() as found:
        yield found


@in_bubblewrap
async def test_what_there_is(kind: str, folder: Path) -> None:
    (folder / "bot.py").write_text("x")
    (folder.parent / f"{folder.name}-neighbour").touch()
    text = """
import json, os
print(json.dumps({
    "top": sorted(os.listdir("/")), "tmp": os.listdir("/tmp"), "cwd": os.getcwd(), "here": os.listdir("."),
    "environment": sorted(os.environ), "home": os.environ["HOME"], "processes": os.listdir("/proc"),
    "users": open("/etc/passwd").read(), "uid": os.getuid(), "gid": os.getgid(), "groups": os.getgroups(),
    "host": os.uname().nodename, "interfaces": os.listdir("/proc/self/net/dev_snmp6")
        if os.path.exists("/proc/self/net/dev_snmp6") else ["lo"],
}))
"""
    ending = await run_to_end(sandbox_of(kind), script(text, folder=folder, files=(folder,)))
    found = json.loads(ending.out)
    system = {"bin", "dev", "etc", "lib", "lib32", "lib64", "libx32", "proc", "sbin", "tmp", "usr"}
    assert set(found["top"]) <= system | {folder.parts[1]}
    assert found["tmp"] == ([folder.parts[2]] if folder.parts[1] == "tmp" else [])
    assert (found["cwd"], found["here"]) == (str(folder), ["bot.py"])
    assert set(found["environment"]) <= {"PATH", "HOME", "TMPDIR", "REFEREE_BOT", "LANG", "LC_ALL", "LC_CTYPE", "PWD",
                                         "TZ", "OLDPWD", "SHLVL", "_"}  # fmt: skip
    assert found["home"] == "/tmp"
    assert len([name for name in found["processes"] if name.isdecimal()]) <= 3
    assert [line.split(":")[0] for line in found["users"].splitlines()] == ["root", "bot"]
    assert found["uid"] in (range(FIRST_UID, FIRST_UID + SLOTS) if IS_ROOT else [1000])
    assert found["gid"] == found["uid"]
    assert set(found["groups"]) <= {found["gid"], 65534}  # in a user namespace others' groups have no number
    assert (found["host"], found["interfaces"]) == ("bot", ["lo"])


@in_bubblewrap
async def test_nothing_but_scratch_can_be_written(kind: str, folder: Path) -> None:
    text = """
import os
for top, folders, names in os.walk("/"):
    folders[:] = [name for name in folders if os.path.join(top, name) not in ("/proc", "/sys", "/usr")]
    try:
        os.close(os.open(os.path.join(top, "written"), os.O_CREAT | os.O_WRONLY))
    except OSError:
        continue
    print(top)
    os.unlink(os.path.join(top, "written"))
for path in ("/usr/bin", "/usr/share"):
    try:
        open(path + "/written", "w")
        print(path)
    except OSError:
        pass
"""
    ending = await run_to_end(sandbox_of(kind), script(text, folder=folder, files=(folder,)))
    written = [path for path in ending.out.split() if not path.startswith("/tmp/")]
    assert sorted(written) == ["/dev/shm", "/tmp"]
    assert str(folder) not in ending.out.split()


@in_bubblewrap
async def test_scratch_is_its_own_and_new_each_time(kind: str) -> None:
    sandbox = sandbox_of(kind, Ceilings(scratch=2 << 20))
    text = """
import os
print(os.listdir("/tmp"))
try:
    with open("/tmp/test-inside", "wb", buffering=0) as file:
        for _ in range(64): file.write(bytes(1 << 16))
except OSError as error:
    print(error.strerror, os.path.getsize("/tmp/test-inside"))
"""
    for _ in range(2):
        lines = (await run_to_end(sandbox, script(text))).out.splitlines()
        assert lines[0] == "[]"
        assert lines[1] in ("No space left on device 2097152", "File too large 2097152")
    assert "test-inside" not in os.listdir("/tmp")


@in_bubblewrap
async def test_a_files_owner_alone_may_read_it(kind: str, folder: Path) -> None:
    """Where bots have users of their own; else it is the referee's own user who looks."""
    (folder / "closed").write_text("x")
    (folder / "closed").chmod(stat.S_IRUSR)
    text = "try: open('closed'); print('read')\nexcept PermissionError: print('refused')"
    ending = await run_to_end(sandbox_of(kind), script(text, folder=folder, files=(folder,)))
    assert ending.out == ("refused\n" if IS_ROOT else "read\n")


@in_bubblewrap
async def test_a_bare_command_runs_in_an_empty_folder(kind: str, folder: Path) -> None:
    spec = replace(script("import os; print(os.getcwd())", folder=folder), files=())
    assert (await run_to_end(sandbox_of(kind), spec)).out == f"{folder}\n"


@in_bubblewrap
async def test_the_seed_beside_the_record_is_not_there(kind: str, folder: Path) -> None:
    for name in ("m.jsonl", "m.jsonl.seed", "other.jsonl", "bot.py"):
        (folder / name).write_text("secret")
    kept_back = [folder / "m.jsonl", folder / "m.jsonl.seed"]
    text = "import os; print(*sorted(os.listdir('.')))"
    for files in ((folder,), ()):
        spec = replace(script(text, folder=folder), files=files)
        async with running(sandbox_of(kind), spec, kept_back) as (process, notes):
            await process.exit_status(20)
        assert notes.out == b"bot.py\n"


# -- faults --------------------------------------------------------------------------------------------------


@in_bubblewrap
async def test_a_folder_that_has_vanished_is_no_fault_of_the_bots(kind: str, folder: Path) -> None:
    bot = folder / "bot"
    bot.mkdir()
    spec = script("", folder=bot, files=(bot,))
    shutil.rmtree(bot)
    async with running(sandbox_of(kind), spec) as (process, _):
        status = await process.exit_status(20)
        with pytest.raises(SandboxError, match=r"the sandbox did not start: bwrap: .*No such file"):
            process.departure(status)


@in_bubblewrap
async def test_a_program_that_fails_inside_is_the_bots_fault(kind: str, folder: Path) -> None:
    cases = [
        (program("/usr/bin/false"), "status 1"),
        (program("/usr/bin/no-such-program"), "status 127"),
        (script("import os; os.kill(os.getpid(), 11)"), "SIGSEGV"),
    ]
    for spec, words in cases:
        async with running(sandbox_of(kind), spec) as (process, _):
            departure = process.departure(await process.exit_status(20))
        assert departure.kind == "crash"
        assert words in departure.words


@in_bubblewrap
async def test_too_much_memory_is_told_from_a_crash(kind: str) -> None:
    sandbox = sandbox_of(kind, Ceilings(memory=48 << 20))
    text = """
import os, time
for _ in range(3):
    if os.fork() == 0: break
kept = bytearray(40 << 20)
for at in range(0, len(kept), 4096): kept[at] = 1
time.sleep(5)
"""
    async with running(sandbox, script(text)) as (process, _):
        departure = process.departure(await process.exit_status(20))
    assert departure.kind == "memory"


def test_a_folder_that_is_closed_to_the_bots_user_is_told(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root starts bots as other users")
    (tmp_path / "bot").mkdir(mode=0o700)
    with pytest.raises(SpecError, match=r"is closed to other users: chmod -R o\+rX"):
        sandbox_of("limits").cell(script("", folder=tmp_path / "bot"))
