"""Records whose seed stays sealed after the match: verified by the file beside them, or as far as that goes."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from protocol.replay_records import Reveal, encode_record
from referee.replays.reader import read_replay
from referee.replays.seed_file import Secret, seed_file
from referee.replays.verify import Verification, verify
from tests.replays.golden import VICTORY, assert_differs, changed, lines_of, signed_anew

END = json.loads(lines_of(VICTORY)[-1])
SECRET = Secret(END["seed"], END["nonce"])
REVEAL = encode_record(Reveal(SECRET.seed, SECRET.nonce))


def sealed_lines() -> list[bytes]:
    lines = lines_of(VICTORY)
    lines[-1] = changed(lines[-1], seed=None, nonce=None)
    return signed_anew(lines)


def write(folder: Path, lines: list[bytes], name: str = "m.jsonl", secret: Secret | None = None) -> Path:
    """The record, packed if its name says so, and its seed beside it where one is given."""
    path, content = folder / name, b"".join(lines)
    path.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    if secret is not None:
        seed_file(path).write_text(json.dumps({"seed": secret.seed, "nonce": secret.nonce}))
    return path


def record_digest(lines: list[bytes]) -> str:
    digest = json.loads(next(line for line in lines if line.startswith(b'{"t":"end"')))["record_digest"]
    assert isinstance(digest, str)
    return digest


# -- sealed --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["m.jsonl", "m.jsonl.gz"])
def test_a_sealed_record_is_played_with_the_seed_beside_it(tmp_path: Path, name: str) -> None:
    lines = sealed_lines()
    found = verify(write(tmp_path, lines, name, SECRET))
    assert (found.status, found.is_sealed, found.reason) == ("ok", True, "")
    assert (found.game_digest, found.record_digest) == (END["game_digest"], record_digest(lines))


def test_a_record_that_reveals_its_seed_is_not_sealed_whatever_lies_beside_it(tmp_path: Path) -> None:
    assert not verify(write(tmp_path, lines_of(VICTORY), secret=Secret("another", "ab" * 32))).is_sealed


def test_without_the_seed_it_is_said_what_is_checked_and_what_is_not(tmp_path: Path) -> None:
    lines = sealed_lines()
    found = verify(write(tmp_path, lines))
    assert found == Verification("sealed", 0, reason=found.reason)  # no digest is vouched for
    plies = END["result"]["plies"]
    assert found.reason.startswith(f"{plies} plies in order and record_digest={record_digest(lines)} fits;")
    assert "its seed is not revealed" in found.reason
    assert "hashes, the result and the game_digest can't be checked" in found.reason


def test_a_damaged_seed_file_is_said(tmp_path: Path) -> None:
    path = write(tmp_path, sealed_lines())
    seed_file(path).write_text("{")
    found = verify(path)
    assert found.status == "sealed"
    assert "m.jsonl.seed is damaged" in found.reason


def test_a_sealed_record_that_was_changed_differs_even_without_its_seed(tmp_path: Path) -> None:
    lines = sealed_lines()
    lines[10] = changed(lines[10], ms=77)
    assert_differs(verify(write(tmp_path, lines)), len(lines), "record_digest")
    lines = sealed_lines()
    del lines[10]
    assert_differs(verify(write(tmp_path, signed_anew(lines))), 11, "comes next")


def test_another_match_s_seed_beside_it_differs(tmp_path: Path) -> None:
    lines = sealed_lines()
    assert_differs(verify(write(tmp_path, lines, secret=Secret("another", "ab" * 32))), len(lines), "committed")


@pytest.mark.parametrize("key", ["seed", "nonce"])
@pytest.mark.parametrize("secret", [None, SECRET], ids=["alone", "with the seed"])
def test_half_a_secret_differs(tmp_path: Path, key: str, secret: Secret | None) -> None:
    lines = lines_of(VICTORY)
    lines[-1] = changed(lines[-1], **{key: None})
    found = verify(write(tmp_path, signed_anew(lines), secret=secret))
    assert_differs(found, len(lines), "one of seed and nonce without the other")


# -- revealed ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["m.jsonl", "m.jsonl.gz"])
def test_a_line_after_the_end_reveals_the_seed_and_no_digest_changes(tmp_path: Path, name: str) -> None:
    lines = sealed_lines()
    found = verify(write(tmp_path, [*lines, REVEAL], name))
    assert (found.status, found.is_sealed) == ("ok", False)
    assert (found.game_digest, found.record_digest) == (END["game_digest"], record_digest(lines))


def test_a_seed_is_revealed_once(tmp_path: Path) -> None:
    lines = sealed_lines()
    found = verify(write(tmp_path, [*lines, REVEAL, REVEAL]))
    assert_differs(found, len(lines) + 2, "reveals the seed once more")


def test_what_was_never_sealed_is_not_revealed(tmp_path: Path) -> None:
    lines = lines_of(VICTORY)
    assert_differs(verify(write(tmp_path, [*lines, REVEAL])), len(lines) + 1, "was not sealed")


@pytest.mark.parametrize("place", [1, 10, -1])
def test_a_seed_is_not_revealed_before_the_end(tmp_path: Path, place: int) -> None:
    lines = sealed_lines()
    lines.insert(place, REVEAL)
    found = verify(write(tmp_path, signed_anew(lines), secret=SECRET))
    assert_differs(found, lines.index(REVEAL) + 1, "reveals the seed before the end")


@pytest.mark.parametrize("reveal", [Reveal("another", END["nonce"]), Reveal(END["seed"], "ab" * 32), Reveal("", "")])
def test_a_seed_that_the_match_was_not_committed_to_differs(tmp_path: Path, reveal: Reveal) -> None:
    lines = [*sealed_lines(), encode_record(reveal)]
    assert verify(write(tmp_path, lines, secret=SECRET)).line == len(lines)


@pytest.mark.parametrize("cut", [1, 30])
def test_half_a_line_after_the_end_differs(tmp_path: Path, cut: int) -> None:
    lines = [*sealed_lines(), REVEAL[:-cut]]
    assert_differs(verify(write(tmp_path, lines, secret=SECRET)), len(lines), "after the end")


def test_a_reader_has_the_seed_where_it_was_revealed(tmp_path: Path) -> None:
    assert read_replay(write(tmp_path, sealed_lines())).reveal is None
    assert read_replay(write(tmp_path, [*sealed_lines(), REVEAL], "r.jsonl")).reveal == Reveal(
        END["seed"], END["nonce"]
    )
