"""Verifying whole, compressed and interrupted records; and anything at all, which never passes for a record."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.replays.reader import Replay, ReplayError
from referee.replays.seed_file import seed_file
from referee.replays.verify import Verification, verify, verify_replay
from tests.kit.unprivileged import open_folder, without_root
from tests.replays.golden import (
    FORFEIT,
    VICTORY,
    assert_differs,
    changed,
    lines_of,
    signed_anew,
    write,
)

# -- what is whole -------------------------------------------------------------------------------------------


def test_a_compressed_replay_is_the_same(tmp_path: Path) -> None:
    packed = tmp_path / "m.jsonl.gz"
    packed.write_bytes(gzip.compress(VICTORY.read_bytes()))
    assert verify(packed) == verify(VICTORY)
    misnamed = tmp_path / "packed.jsonl"
    misnamed.write_bytes(packed.read_bytes())
    assert verify(misnamed) == verify(VICTORY)


def test_lines_and_keys_of_later_versions_are_passed_over(tmp_path: Path) -> None:
    lines = lines_of(VICTORY)
    lines.insert(10, b'{"t":"note","text":"a later version wrote this"}\n')
    lines[20] = lines[20].replace(b'{"t":"ply",', b'{"t":"ply","later":[1,2],')
    assert verify(write(tmp_path, signed_anew(lines))).status == "ok"


# -- what is cut off -----------------------------------------------------------------------------------------


def seal_beside(path: Path, source: Path) -> None:
    end = json.loads(lines_of(source)[-1])
    path.with_name(path.name + ".seed").write_text(json.dumps({"seed": end["seed"], "nonce": end["nonce"]}))


@pytest.mark.parametrize("kept", [1, 2, 50, 136])
@pytest.mark.parametrize("cut", [0, 1, 30])
def test_a_record_that_was_cut_off_is_interrupted(tmp_path: Path, kept: int, cut: int) -> None:
    content = b"".join(lines_of(VICTORY)[: kept + (1 if cut else 0)])
    path = tmp_path / "m.jsonl"
    path.write_bytes(content[: len(content) - cut])
    seal_beside(path, VICTORY)
    verified = verify(path)
    assert (verified.status, verified.plies) == ("interrupted", kept - 1)
    where = f"after ply {kept - 2}" if kept > 1 else "before the first ply"
    assert verified.reason == f"interrupted {where}"


@pytest.mark.parametrize("content", [b"", lines_of(VICTORY)[0][:-1]], ids=["empty", "half a header"])
def test_a_record_that_was_cut_off_before_its_header_was_whole_is_interrupted(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "m.jsonl"
    path.write_bytes(content)
    assert_differs(verify(path), 1, "a replay begins with a")
    seal_beside(path, VICTORY)
    assert verify(path) == Verification("interrupted", 0, reason="interrupted before the first ply")


@pytest.mark.parametrize(("kept", "where"), [(1, "before the first ply"), (30, "after ply 28"), (136, "after ply 134")])
@pytest.mark.parametrize("cut", [0, 1])
def test_an_interrupted_record_without_a_seed_says_where_it_stops(
    tmp_path: Path, kept: int, where: str, cut: int
) -> None:
    content = b"".join(lines_of(VICTORY)[: kept + cut])
    path = tmp_path / "m.jsonl"
    path.write_bytes(content[: len(content) - cut])
    reason = f"interrupted {where}; its seed is not revealed, so it can't be played again"
    assert verify(path) == Verification("interrupted", 0, reason=reason)


@pytest.mark.parametrize(("found", "put"), [(b"{", b"\xff"), (b'"t":"end"', b'"t":end'), (b'"result"', b'"resalt"')])
def test_a_whole_last_line_that_can_not_be_read_differs(tmp_path: Path, found: bytes, put: bytes) -> None:
    """Only a line without its end was being written when the referee died."""
    lines = lines_of(VICTORY)
    lines[-1] = lines[-1].replace(found, put, 1)
    assert verify(write(tmp_path, lines)).line == len(lines)
    assert verify(write(tmp_path, [*lines[:-1], lines[-1][:-1]])).status == "interrupted"


def test_an_interrupted_record_without_a_seed_that_lacks_a_line_differs(tmp_path: Path) -> None:
    lines = lines_of(VICTORY)[:30]
    del lines[10]
    assert_differs(verify(write(tmp_path, lines)), 11, "is ply 10, but ply 9 comes next")


def test_a_seed_for_other_eyes_is_not_revealed() -> None:
    with open_folder() as folder:
        path = write(folder, lines_of(VICTORY)[:30])
        seal_beside(path, VICTORY)
        seed_file(path).chmod(0)
        with without_root():
            verified = verify(path)
    assert verified.reason.startswith("interrupted after ply 28; its seed is not revealed")


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"[]", id="a list"),
        pytest.param(b"{", id="cut"),
        pytest.param(b"\xff", id="not UTF-8"),
        pytest.param(b'{"seed":"\xff","nonce":""}', id="text that is not UTF-8"),
        pytest.param(b'{"seed":"\\ud800","nonce":""}', id="half of a surrogate pair"),
        pytest.param(b'{"seed":"x"}', id="no nonce"),
        pytest.param(b'{"seed":"x","nonce":5}', id="a nonce that is no text"),
        pytest.param(b'{"x":' + b"[" * 100_000, id="deep"),
    ],
)
def test_a_damaged_seed_file_is_said_and_is_no_fault_of_the_record(tmp_path: Path, content: bytes) -> None:
    path = write(tmp_path, lines_of(VICTORY)[:20])
    seed_file(path).write_bytes(content)
    reason = "interrupted after ply 18; changed.jsonl.seed is damaged, so it can't be played again"
    assert verify(path) == Verification("interrupted", 0, reason=reason)


def test_a_seed_file_that_is_a_folder_is_said(tmp_path: Path) -> None:
    path = write(tmp_path, lines_of(VICTORY)[:20])
    seed_file(path).mkdir()
    assert "changed.jsonl.seed: Is a directory" in verify(path).reason


def test_a_seed_beside_that_is_another_match_s_differs(tmp_path: Path) -> None:
    path = write(tmp_path, lines_of(VICTORY)[:20])
    seal_beside(path, FORFEIT)
    assert_differs(verify(path), 20, "committed")


def test_an_interrupted_record_that_was_changed_differs(tmp_path: Path) -> None:
    lines = lines_of(VICTORY)[:30]
    lines[10] = changed(lines[10], hash="0" * 32)
    path = write(tmp_path, lines)
    seal_beside(path, VICTORY)
    assert_differs(verify(path), 11, "hash")


def test_a_file_that_cannot_be_read_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        verify(tmp_path / "missing.jsonl")
    with pytest.raises(IsADirectoryError):
        verify(tmp_path)


# -- anything at all -----------------------------------------------------------------------------------------


def status_of(content: bytes) -> str:
    try:
        return verify_replay(Replay(content)).status
    except ReplayError:
        return "differs"


@settings(max_examples=150, deadline=None)
@given(data=st.data())
@pytest.mark.parametrize("path", [FORFEIT, VICTORY], ids=lambda path: path.stem)
def test_no_change_of_bytes_passes(path: Path, data: st.DataObject) -> None:
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(content) - 1))
        content[place] = data.draw(st.integers(0, 255))
    expected = "ok" if bytes(content) == path.read_bytes() else ("differs", "interrupted")
    assert status_of(bytes(content)) in expected


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_no_cut_or_insertion_passes(data: st.DataObject) -> None:
    content = FORFEIT.read_bytes()
    place = data.draw(st.integers(0, len(content)))
    removed = data.draw(st.integers(0, 40))
    inserted = data.draw(st.binary(max_size=20))
    other = content[:place] + inserted + content[place + removed :]
    assert (status_of(other) == "ok") == (other == content)


@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_a_damaged_gzip_never_passes_for_something_else(data: st.DataObject, tmp_path_factory: Any) -> None:
    packed = bytearray(gzip.compress(FORFEIT.read_bytes(), mtime=0))
    place = data.draw(st.integers(0, len(packed) - 1))
    packed[place] ^= data.draw(st.integers(1, 255))
    path = tmp_path_factory.mktemp("gz") / "m.jsonl.gz"
    path.write_bytes(packed)
    if verify(path).status == "ok":
        assert gzip.decompress(packed) == FORFEIT.read_bytes()  # only the name or the time of packing has changed
