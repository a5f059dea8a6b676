"""Whatever lies in a file that is taken for a replay: records, or a ReplayError that names a line."""

from __future__ import annotations

import contextlib
import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.replay_records import RECORD_TYPES
from referee.replays.reader import Replay, ReplayError, read_replay
from tests.replays.golden import FORFEIT, lines_of

LINES = lines_of(FORFEIT)
TAGS = [str(kind.__struct_config__.tag) for kind in RECORD_TYPES]
FIELDS = sorted({name for kind in RECORD_TYPES for name in kind.__struct_fields__})

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
records = st.builds(
    lambda tag, fields: {"t": tag, **fields},
    st.sampled_from([*TAGS, "later"]) | json_values,
    st.dictionaries(st.sampled_from(FIELDS) | st.text(max_size=4), json_values, max_size=6),
).map(lambda record: json.dumps(record).encode())
lines = st.one_of(st.sampled_from(LINES), records, st.binary(max_size=60), st.just(b'{"t":"ply","n":' + b"[" * 100_000))


def read(content: bytes) -> int | None:
    """How many records follow the header, None if the file was refused as it should be."""
    try:
        return sum(1 for _ in Replay(content).moves())
    except ReplayError as error:
        refused = error
    assert 1 <= refused.line <= len(content.splitlines()) + 1
    return None


@given(st.binary(max_size=300))
def test_any_bytes(content: bytes) -> None:
    read(content)


@given(st.lists(lines, max_size=6), st.sampled_from([b"\n", b"\r\n", b""]))
@settings(deadline=None)
def test_any_lines_after_a_header(found: list[bytes], end: bytes) -> None:
    read(LINES[0] + b"".join(line.rstrip(b"\n") + end for line in found))


@given(st.data())
@settings(deadline=None)
def test_a_record_with_other_values(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(LINES) - 1))
    record: dict[str, Any] = json.loads(LINES[at])
    record[data.draw(st.sampled_from(sorted(record)))] = data.draw(json_values)
    read(b"".join([*LINES[:at], json.dumps(record).encode() + b"\n", *LINES[at + 1 :]]))


@given(st.binary(max_size=200), st.sampled_from([b"", b"\x1f\x8b", b"\x1f\x8b\x08\x1f", gzip.compress(LINES[0])]))
@settings(deadline=None)
def test_any_file(tmp_path_factory: pytest.TempPathFactory, content: bytes, begin: bytes) -> None:
    path = Path(tmp_path_factory.getbasetemp()) / "any.jsonl"
    path.write_bytes(begin + content)
    with contextlib.suppress(ReplayError):
        read_replay(path)


def test_what_is_right_is_not_refused() -> None:
    assert read(b"".join(LINES)) == len(LINES) - 1
