"""A bot's digest is its program's: the same after running it, another after changing it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee.bots.program_files import MOST_GIB, files_digest, program_files
from referee.bots.spec import SpecError, parse_spec
from tests.kit.unprivileged import open_folder, without_root

MANIFEST = 'name = "mine"\ncommand = ["python3", "run.py"]\n'


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """A bot of two modules, one of them in a folder."""
    folder = tmp_path / "bot"
    (folder / "plans").mkdir(parents=True)
    (folder / "bot.toml").write_text(MANIFEST)
    (folder / "run.py").write_text("import plans.roads\n")
    (folder / "plans" / "roads.py").write_text("X = 1\n")
    return folder


def digest(folder: Path) -> str:
    found = parse_spec(str(folder)).digest
    assert found is not None
    return found


def test_the_files_of_a_program(bot: Path) -> None:
    assert [str(path.relative_to(bot)) for path in program_files(bot)] == ["bot.toml", "plans/roads.py", "run.py"]


def test_running_a_bot_does_not_change_its_digest(bot: Path) -> None:
    before = digest(bot)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    subprocess.run([sys.executable, "run.py"], cwd=bot, env=environment, check=True)
    assert (bot / "plans" / "__pycache__").is_dir()
    assert digest(bot) == before


def test_what_keeps_a_program_is_no_part_of_it(bot: Path) -> None:
    before = digest(bot)
    (bot / ".git" / "objects").mkdir(parents=True)
    (bot / ".git" / "objects" / "pack").write_bytes(b"x")
    (bot / ".gitignore").write_text("*.log\n")
    (bot / "empty folder").mkdir()
    assert digest(bot) == before


def test_every_change_of_a_file_changes_the_digest(bot: Path) -> None:
    seen = {digest(bot)}
    (bot / "plans" / "roads.py").write_text("X = 2\n")
    seen.add(digest(bot))
    (bot / "plans" / "roads.py").rename(bot / "plans" / "ways.py")
    seen.add(digest(bot))
    (bot / "plans" / "ways.py").rename(bot / "ways.py")
    seen.add(digest(bot))
    (bot / "walks").mkdir()
    (bot / "ways.py").rename(bot / "walks" / "ways.py")  # the same place in the order of names
    seen.add(digest(bot))
    (bot / "book").write_text("")
    seen.add(digest(bot))
    (bot / "book").rename(bot / os.fsdecode(b"caf\xe9"))
    seen.add(digest(bot))
    assert len(seen) == 7


def test_bytes_can_not_move_from_one_file_to_the_next(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    digests = set()
    for contents in ((b"", b"b\0"), (b"b\0", b""), (b"b", b"\0")):
        first.write_bytes(contents[0])
        second.write_bytes(contents[1])
        digests.add(files_digest(tmp_path, [first, second]))
    assert len(digests) == 3


def test_a_file_that_can_not_be_read_is_named() -> None:
    with open_folder() as folder:
        (folder / "bot.toml").write_text(MANIFEST)
        (folder / "weights").touch(mode=0)
        with without_root(), pytest.raises(SpecError) as refused:
            parse_spec(str(folder))
        assert f"{folder / 'weights'}: Permission denied" in str(refused.value)


@pytest.mark.parametrize("target", ["/proc/kmsg", "/dev/zero", "/etc/shadow", "run.py", "plans", "nowhere"])
def test_of_a_link_the_name_of_its_target_counts_and_nothing_is_read(bot: Path, target: str) -> None:
    without = digest(bot)
    (bot / "link").symlink_to(target)
    first = digest(bot)
    (bot / "link").unlink()
    (bot / "link").symlink_to(f"{target}2")
    assert len({without, first, digest(bot)}) == 3


def test_a_folder_without_end_is_refused_before_it_is_read(bot: Path) -> None:
    with (bot / "weights").open("wb") as file:
        file.truncate(200 * 1024**3)  # takes no room
    with pytest.raises(SpecError, match=f"weights: with it the folder has more than {MOST_GIB} GiB"):
        parse_spec(str(bot))


def test_a_folder_that_can_not_be_read_is_named() -> None:
    with open_folder() as folder:
        (folder / "bot.toml").write_text(MANIFEST)
        (folder / "plans").mkdir(mode=0)
        with without_root(), pytest.raises(SpecError) as refused:
            parse_spec(str(folder))
        assert f"{folder / 'plans'}: Permission denied" in str(refused.value)
