"""Files that a command writes: whole, or not at all and told, and never over another."""

from __future__ import annotations

import errno
import stat
from pathlib import Path

import pytest

from referee.commands.whole_file import write_new
from referee.match.recorder import for_the_owner
from tests.kit.disk import files_no_longer_than
from tests.match.commands import referee
from tests.replays.golden import VICTORY


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    write_new(tmp_path / "a", b"all of it\r\n")
    write_new(tmp_path / "b", b"mine", for_the_owner)
    assert (tmp_path / "a").read_bytes() == b"all of it\r\n"
    assert stat.S_IMODE((tmp_path / "b").stat().st_mode) == 0o600


def test_on_a_full_disk_nothing_is_left_and_the_file_named(tmp_path: Path) -> None:
    path = tmp_path / "half"
    with files_no_longer_than(4000), pytest.raises(OSError) as told:
        write_new(path, b"x" * 5000)
    assert (told.value.errno, told.value.filename) == (errno.EFBIG, str(path))
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_stays(tmp_path: Path) -> None:
    path = tmp_path / "there"
    path.write_text("mine")
    with pytest.raises(FileExistsError):
        write_new(path, b"other")
    assert path.read_text() == "mine"


@pytest.mark.parametrize(
    "arguments",
    [("cut", "--ply", "-1"), ("export",), ("report",), ("view", "--public")],
    ids=lambda arguments: str(arguments[0]),
)
def test_no_half_file_is_left_by_a_command(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    name, *options = arguments
    with files_no_longer_than(500):
        done = referee("replay", name, str(VICTORY), *options, "--out", "out", cwd=tmp_path)
    assert done.returncode == 3
    assert "referee: out: File too large" in done.stderr
    assert list(tmp_path.iterdir()) == []
