"""Lines that were taken out of a record, put in or moved, and files that are no record."""

from __future__ import annotations

import gzip
import tracemalloc
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

VICTORY_LINES = lines_of(VICTORY)
DEEP = b"[" * 100_000
PACKED = gzip.compress(VICTORY.read_bytes(), mtime=0)
"""Without the time of packing: ids and values of tests are the same in every process."""


@pytest.mark.parametrize("index", [1, 2, 30, -3, -2])
@pytest.mark.parametrize("path", [VICTORY, FORFEIT], ids=lambda path: path.stem)
def test_a_removed_line_is_named(tmp_path: Path, path: Path, index: int) -> None:
    lines = lines_of(path)
    number = range(1, len(lines) + 1)[index]
    del lines[index]
    word = "not over" if index == -2 else "comes next"
    assert_differs(verify(write(tmp_path, signed_anew(lines))), number, word)


def test_exchanged_lines_are_named(tmp_path: Path) -> None:
    for index in (1, 5, 40):
        lines = lines_of(VICTORY)
        lines[index], lines[index + 1] = lines[index + 1], lines[index]
        assert_differs(verify(write(tmp_path, signed_anew(lines))), index + 1, "comes next")


@pytest.mark.parametrize(
    "added", [VICTORY_LINES[-1], VICTORY_LINES[-2], b'{"t":"later"}\n', b"\n", b"{"], ids=lambda line: ascii(line[:13])
)
def test_a_line_after_the_end_is_named(tmp_path: Path, added: bytes) -> None:
    found = verify(write(tmp_path, [*VICTORY_LINES, added]))
    assert_differs(found, len(VICTORY_LINES) + 1, "after the end")


@pytest.mark.parametrize(
    ("added", "word"),
    [
        (VICTORY_LINES[0], "second header"),
        (VICTORY_LINES[2], "comes next"),
        (b"not JSON\n", "malformed"),
        (b"\xff\xfe\n", "malformed"),
        (b"\n", "truncated"),
        (b"[]\n", "got `array`"),
        (b'{"t":"ply"}\n', "ply: Object missing required field `n`"),
        (DEEP + b"\n", "got `array`"),
        (b'{"t":"ply","x":' + DEEP + b"\n", "nested too deeply"),
    ],
    ids=lambda value: ascii(value[:12]),
)
@pytest.mark.parametrize("place", [1, 3, len(VICTORY_LINES) - 1])
def test_an_added_line_is_named(tmp_path: Path, added: bytes, word: str, place: int) -> None:
    lines = [*VICTORY_LINES[:place], added, *VICTORY_LINES[place:]]
    assert_differs(verify(write(tmp_path, lines)), place + 1, word)


@pytest.mark.parametrize(
    ("content", "word"),
    [
        pytest.param(b"", "empty", id="empty"),
        pytest.param(b"\n", "truncated", id="an empty line"),
        pytest.param(b"not a replay\n", "malformed", id="words"),
        pytest.param(b"not a replay", "whole header", id="words without a line end"),
        pytest.param(b"\xff\xfe\x00\n", "malformed", id="not UTF-8"),
        pytest.param(b"{}\n", "missing required field `t`", id="an object"),
        pytest.param(b'{"t":"later"}\n', "no header", id="a line of a later version"),
        pytest.param(VICTORY_LINES[1], "no header", id="a ply"),
        pytest.param(DEEP + b"\n", "got `array`", id="deep"),
        pytest.param(b'{"t":"header","x":' + DEEP + b"\n", "nested too deeply", id="deep in a header"),
        pytest.param(b"\x1f\x8b", "damaged", id="gzip cut at once"),
        pytest.param(b"\x1f\x8b\x08\x00 not gzip at all", "damaged", id="not gzip"),
        pytest.param(gzip.compress(b"", mtime=0), "empty", id="empty gzip"),
        pytest.param(PACKED[:-20], "damaged", id="gzip cut"),
        pytest.param(PACKED + b"more", "damaged", id="gzip and more"),
    ],
)
def test_what_is_no_replay_differs_at_its_first_line(tmp_path: Path, content: bytes, word: str) -> None:
    path = tmp_path / "m.jsonl"
    path.write_bytes(content)
    assert_differs(verify(path), 1, word)


def test_a_file_that_is_larger_than_any_match_is_not_read_to_its_end(tmp_path: Path) -> None:
    large = tmp_path / "large.jsonl"
    with large.open("wb") as file:
        file.truncate(1024**4)
    assert_differs(verify(large), 1, "more than 64 MiB")
    packed = tmp_path / "large.jsonl.gz"
    packed.write_bytes(400 * gzip.compress(bytes(1024 * 1024)))
    tracemalloc.start()
    assert_differs(verify(packed), 1, "more than 64 MiB")
    peak_bytes = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak_bytes < 200 * 1024 * 1024
