"""Revealing a sealed seed: what is added, what goes, and what is refused and left as it was."""

from __future__ import annotations

import gzip
import stat
from pathlib import Path

import pytest

from referee.replays.reveal import RevealError, reveal, reveal_if_sealed
from referee.replays.seed_file import Secret, seed_file
from referee.replays.verify import verify
from tests.kit.disk import files_no_longer_than
from tests.replays.golden import VICTORY, changed, lines_of, signed_anew
from tests.replays.test_sealed import REVEAL, SECRET, sealed_lines, write


@pytest.mark.parametrize("name", ["m.jsonl", "m.jsonl.gz"])
def test_the_seed_moves_from_the_file_beside_into_the_record(tmp_path: Path, name: str) -> None:
    path = write(tmp_path, sealed_lines(), name, SECRET)
    path.chmod(0o640)
    before, sealed = path.read_bytes(), verify(path)
    line = reveal(path)
    assert (line.seed, line.nonce) == (SECRET.seed, SECRET.nonce)
    after = path.read_bytes()
    assert after.startswith(before)  # nothing that stood there has changed
    assert (gzip.decompress(after) if name.endswith(".gz") else after) == b"".join([*sealed_lines(), REVEAL])
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [file.name for file in tmp_path.iterdir()] == [name]
    found = verify(path)
    assert (found.status, found.is_sealed) == ("ok", False)
    assert (found.game_digest, found.record_digest) == (sealed.game_digest, sealed.record_digest)


def test_a_packed_record_is_known_by_its_content(tmp_path: Path) -> None:
    path = write(tmp_path, sealed_lines(), "m.jsonl.gz", SECRET).rename(tmp_path / "m.jsonl")
    reveal(path)
    assert verify(path).status == "ok"


def damaged() -> list[bytes]:
    lines = sealed_lines()
    lines[10] = changed(lines[10], hash="0" * 32)
    return signed_anew(lines)


@pytest.mark.parametrize(
    ("lines", "secret", "words"),
    [
        pytest.param(lines_of(VICTORY), SECRET, "is not sealed", id="never sealed"),
        pytest.param([*sealed_lines(), REVEAL], SECRET, "revealed already", id="revealed"),
        pytest.param(sealed_lines(), None, "there is no m.jsonl.seed beside it", id="no seed"),
        pytest.param(sealed_lines(), Secret("another", "ab" * 32), "committed", id="another seed"),
        pytest.param(damaged(), SECRET, "differs at line 11", id="differs"),
        pytest.param([*sealed_lines(), b'{"t":"ply"'], SECRET, "comes after the end, cut off", id="half a line"),
        pytest.param(lines_of(VICTORY)[:40], SECRET, "was interrupted", id="interrupted"),
        pytest.param([b"no replay\n"], SECRET, "line 1", id="no replay"),
    ],
)
def test_what_can_not_be_revealed_is_refused_and_left_alone(
    tmp_path: Path, lines: list[bytes], secret: Secret | None, words: str
) -> None:
    path = write(tmp_path, lines, secret=secret)
    with pytest.raises(RevealError, match=words):
        reveal(path)
    assert path.read_bytes() == b"".join(lines)
    assert seed_file(path).exists() == (secret is not None)


@pytest.mark.parametrize("name", ["m.jsonl", "m.jsonl.gz"])
def test_on_a_full_disk_the_record_stays_as_it_was(tmp_path: Path, name: str) -> None:
    path = write(tmp_path, sealed_lines(), name, SECRET)
    before = path.read_bytes()
    with files_no_longer_than(len(before) + 20), pytest.raises(OSError, match="too large") as caught:
        reveal(path)
    assert caught.value.filename == str(path)
    assert path.read_bytes() == before
    assert verify(path).is_sealed


# -- once, however often -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["m.jsonl", "m.jsonl.gz"])
def test_after_a_crash_at_any_byte_the_seed_is_revealed_once(tmp_path: Path, name: str) -> None:
    path = write(tmp_path, sealed_lines(), name, SECRET)
    sealed, secret = path.read_bytes(), seed_file(path).read_bytes()
    reveal(path)
    revealed = path.read_bytes()
    for size in range(len(sealed), len(revealed) + 1):  # up to the crash before the file beside it is removed
        path.write_bytes(revealed[:size])
        seed_file(path).write_bytes(secret)
        reveal_if_sealed(path)
        assert path.read_bytes() == revealed, f"cut off after {size} bytes"
        assert not seed_file(path).exists()
    assert verify(path).status == "ok"


@pytest.mark.parametrize("lines", [[*sealed_lines(), REVEAL], lines_of(VICTORY)], ids=["revealed", "never sealed"])
def test_where_nothing_is_sealed_there_is_nothing_to_do(tmp_path: Path, lines: list[bytes]) -> None:
    path = write(tmp_path, lines)
    reveal_if_sealed(path)
    assert path.read_bytes() == b"".join(lines)


def test_a_match_whose_referee_was_killed_after_its_end_has_nothing_to_hide(tmp_path: Path) -> None:
    path = write(tmp_path, lines_of(VICTORY), secret=SECRET)
    reveal_if_sealed(path)
    assert not seed_file(path).exists()


@pytest.mark.parametrize(
    ("lines", "secret", "words"),
    [
        pytest.param(sealed_lines(), None, "there is no m.jsonl.seed beside it", id="no seed"),
        pytest.param(sealed_lines(), Secret("another", "ab" * 32), "committed", id="another seed"),
        pytest.param([*sealed_lines(), REVEAL], Secret("another", "ab" * 32), "another seed than", id="two seeds"),
        pytest.param(lines_of(VICTORY)[:40], SECRET, "was interrupted", id="interrupted"),
        pytest.param(damaged(), SECRET, "differs at line 11", id="differs"),
    ],
)
def test_what_can_not_be_revealed_is_refused_here_too(
    tmp_path: Path, lines: list[bytes], secret: Secret | None, words: str
) -> None:
    path = write(tmp_path, lines, secret=secret)
    with pytest.raises(RevealError, match=words):
        reveal_if_sealed(path)
    assert path.read_bytes() == b"".join(lines)
    assert seed_file(path).exists() == (secret is not None)
