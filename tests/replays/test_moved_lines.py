"""Lines that were taken out of a record, put in or moved, and files that are no record."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.replays.verify import verify
from tests.replays.golden import (
    FORFEIT,
    VICTORY,
    assert_differs,
    lines_of,
    signed_anew,
    write,
)


@pytest.mark.parametrize("index", [1, 2, 30, -3, -2])
@pytest.mark.parametrize("path", [VICTORY, FORFEIT], ids=lambda path: path.stem)
def test_a_removed_line_is_named(tmp_path: Path, path: Path, index: int) -> None:
    lines = lines_of(path)
    number = range(1, len(lines) + 1)[index]
    del lines[index]
    found = verify(write(tmp_path, signed_anew(lines)))
    assert_differs(found, min(number, len(lines)))


def test_exchanged_lines_are_named(tmp_path: Path) -> None:
    for index in (1, 5, 40):
        lines = lines_of(VICTORY)
        lines[index], lines[index + 1] = lines[index + 1], lines[index]
        assert_differs(verify(write(tmp_path, signed_anew(lines))), index + 1, "comes next")


@pytest.mark.parametrize(
    ("change", "line", "word"),
    [
        (lambda lines: [*lines, lines[-1]], 1, "after the end"),
        (lambda lines: [*lines, lines[-2]], 1, "after the end"),
        (lambda lines: [*lines, b'{"t":"later"}\n'], 1, "after the end"),
        (lambda lines: [*lines, b"\n"], 1, "after the end"),
        (lambda lines: [*lines, b"{"], 1, "after the end"),
        (lambda lines: [*lines[:-1], lines[-2], lines[-1]], -1, "comes"),
        (lambda lines: [lines[0], *lines], -len(VICTORY.read_bytes().splitlines()) + 2, "second header"),
        (lambda lines: [*lines[:-1], b"\n", lines[-1]], 0, ""),
        (lambda lines: [*lines[:3], b"not JSON\n", *lines[3:]], None, "malformed"),
        (lambda lines: [*lines[:3], b"\xff\xfe\n", *lines[3:]], None, ""),
        (lambda lines: [*lines[:3], b"[]\n", *lines[3:]], None, ""),
        (lambda lines: [*lines[:3], b'{"t":"ply"}\n', *lines[3:]], None, "ply"),
        (lambda lines: [*lines[:3], b"[" * 100_000 + b"\n", *lines[3:]], None, ""),
    ],
)
def test_an_added_line_is_named(
    tmp_path: Path, change: Callable[[list[bytes]], list[bytes]], line: int | None, word: str
) -> None:
    """``line`` counts from the end of the original; None is line 4."""
    lines = lines_of(VICTORY)
    found = verify(write(tmp_path, change(lines)))
    assert found.status == "differs"
    assert word.lower() in found.reason.lower()
    if line is None:
        assert found.line == 4
    elif line == 1:
        assert found.line == len(lines) + 1


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"", "empty"),
        (b"\n", ""),
        (b"not a replay\n", ""),
        (b"\xff\xfe\x00\n", ""),
        (b"{}\n", ""),
        (b'{"t":"later"}\n', "header"),
        (b"[" * 100_000, ""),
        (b'{"t":"header","x":' + b"[" * 100_000 + b"\n", ""),
        (b"\x1f\x8b", "damaged"),
        (b"\x1f\x8b\x08\x00 not gzip at all", "damaged"),
        (gzip.compress(b""), "empty"),
        (VICTORY.read_bytes().splitlines(keepends=True)[1], "header"),
        (gzip.compress(VICTORY.read_bytes())[:-20], "damaged"),
        (gzip.compress(VICTORY.read_bytes()) + b"more", "damaged"),
    ],
)
def test_what_is_no_replay_differs_at_its_first_line(tmp_path: Path, content: bytes, word: str) -> None:
    path = tmp_path / "m.jsonl"
    path.write_bytes(content)
    assert_differs(verify(path), 1, word)


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"\xff", b'{"seed":"x"}', b'{"seed":"x","nonce":"zz"}'])
def test_a_damaged_seed_file_is_said(tmp_path: Path, content: bytes) -> None:
    path = write(tmp_path, lines_of(VICTORY)[:20])
    path.with_name("changed.jsonl.seed").write_bytes(content)
    assert verify(path).status == "differs"
