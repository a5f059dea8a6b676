"""Key files: who may open them, what they must hold, and that none is written over."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from referee.signing.key_files import KeyFileError, read_keys, read_private_key, read_trusted, write_pair
from referee.signing.keys import PrivateKey
from tests.kit.disk import files_no_longer_than

KEY = PrivateKey(bytes(range(32)), "organiser")
OTHER = PrivateKey(bytes(32), "deputy")


def test_a_pair_is_written_the_private_one_for_its_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        private, public = write_pair(tmp_path, KEY)
    finally:
        os.umask(before)
    assert (private.name, public.name) == ("organiser.key", "organiser.pub")
    assert (stat.S_IMODE(private.stat().st_mode), stat.S_IMODE(public.stat().st_mode)) == (0o600, 0o644)
    assert read_private_key(private) == KEY
    assert read_keys(public) == [KEY.public()]
    assert read_trusted([public]) == {KEY.public().text: "organiser"}


@pytest.mark.parametrize("taken", ["organiser.key", "organiser.pub"])
def test_nothing_is_written_over_and_no_half_pair_stays(tmp_path: Path, taken: str) -> None:
    (tmp_path / taken).write_text("mine")
    with pytest.raises(FileExistsError):
        write_pair(tmp_path, KEY)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [(taken, "mine")]


def test_on_a_full_disk_no_half_key_stays(tmp_path: Path) -> None:
    with files_no_longer_than(20), pytest.raises(OSError, match="too large") as caught:
        write_pair(tmp_path, KEY)
    assert caught.value.filename == str(tmp_path / "organiser.key")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660])
def test_a_private_key_that_others_may_open_is_refused(tmp_path: Path, mode: int) -> None:
    private, _ = write_pair(tmp_path, KEY)
    private.chmod(mode)
    with pytest.raises(KeyFileError, match=f"mode {mode:04o}.*chmod 600"):
        read_private_key(private)


@pytest.mark.parametrize(
    "content", ["", "# nothing\n", KEY.public().line(), KEY.line() + OTHER.line(), KEY.line() + KEY.public().line()]
)
def test_what_holds_no_one_private_key_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "k"
    path.write_text(content)
    path.chmod(0o600)
    with pytest.raises(KeyFileError, match="must hold one private key"):
        read_private_key(path)


def test_a_file_of_trust_has_a_key_a_line_and_remarks(tmp_path: Path) -> None:
    path = tmp_path / "trusted"
    path.write_text(f"# of spring\n\n{KEY.public().line()}{OTHER.public().line()}")
    assert list(read_trusted([path]).values()) == ["organiser", "deputy"]


def test_nothing_but_a_line_end_ends_a_remark(tmp_path: Path) -> None:
    path = tmp_path / "trusted"
    hidden = PrivateKey(bytes(32), "organiser").public().line().encode()
    for end in b"\r\x0b\x0c\x1c\x1d\x1e":
        path.write_bytes(b"# a remark" + bytes([end]) + hidden + KEY.public().line().encode())
        assert read_trusted([path]) == {KEY.public().text: "organiser"}, end


def test_a_key_file_may_have_line_ends_of_windows(tmp_path: Path) -> None:
    path = tmp_path / "trusted"
    path.write_bytes(b"# a remark\r\n\r\n" + KEY.public().line().encode().replace(b"\n", b"\r\n"))
    assert read_trusted([path]) == {KEY.public().text: "organiser"}


def test_a_private_key_is_not_to_be_handed_around(tmp_path: Path) -> None:
    private, _ = write_pair(tmp_path, KEY)
    with pytest.raises(KeyFileError, match="is a private key") as caught:
        read_trusted([private])
    assert KEY.line().split()[0] not in str(caught.value)


def test_one_key_has_one_name(tmp_path: Path) -> None:
    path = tmp_path / "trusted"
    path.write_text(KEY.public().line() + PrivateKey(KEY.seed, "another").public().line())
    with pytest.raises(KeyFileError, match="another is that of organiser as well"):
        read_trusted([path])


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "holds no key"),
        (b"\xff\xfe", "is no key file"),
        (b"\n" + KEY.public().text.encode() + b"\n", "line 2: '': a name is"),
        (b"hello\n", "line 1: a key is ed25519:"),
        (KEY.line().encode()[:40] + b" x\n", "line 1: must be 32 bytes in base64"),
    ],
)
def test_what_is_no_key_file_is_told_with_the_line(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "k"
    path.write_bytes(content)
    with pytest.raises(KeyFileError, match=words) as caught:
        read_keys(path)
    assert "AAECAw" not in str(caught.value), "a part of a private key is shown"
