"""Lines that were being added to a record when the machine stopped: what is written over, and what is left alone."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from protocol.replay_records import encode_record
from referee.replays.adding import add_line, read_to_add
from referee.replays.reader import ReplayError
from referee.replays.sign import sign
from referee.replays.verify import verify
from tests.replays.golden import SIGNER, VICTORY, lines_of
from tests.replays.test_sealed import REVEAL, SECRET, sealed_lines, write


@pytest.mark.parametrize("name", ["m.jsonl", "m.jsonl.gz"])
def test_a_signature_that_was_cut_off_at_any_byte_is_written_again(tmp_path: Path, name: str) -> None:
    path = write(tmp_path, lines_of(VICTORY), name)
    unsigned = path.read_bytes()
    line = encode_record(sign(path, SIGNER))
    signed = path.read_bytes()
    for size in range(len(unsigned) + 1, len(signed)):
        path.write_bytes(signed[:size])
        assert verify(path).status == "differs", f"cut off after {size} bytes"
        assert encode_record(sign(path, SIGNER)) == line
        assert path.read_bytes() == signed, f"cut off after {size} bytes"


@pytest.mark.parametrize("name", ["m.jsonl", "m.jsonl.gz"])
def test_another_line_is_written_over_one_that_was_cut_off(tmp_path: Path, name: str) -> None:
    path = write(tmp_path, sealed_lines(), name, SECRET)
    sealed = path.read_bytes()
    sign(path, SIGNER)
    longer = path.read_bytes()[:-1]
    path.write_bytes(longer)
    add_line(path, REVEAL)
    assert path.read_bytes().startswith(sealed)
    assert len(path.read_bytes()) < len(longer)
    assert verify(path).status == "ok"


def packed(*parts: bytes) -> bytes:
    return b"".join(gzip.compress(part, mtime=0) for part in parts)


MATCH = b"".join(sealed_lines())


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"".join(sealed_lines()[:40]) + b'{"t":"ply","n":39', id="a ply"),
        pytest.param(b"".join(sealed_lines()[:40]), id="nothing cut off"),
        pytest.param(packed(MATCH), id="packed"),
        pytest.param(packed(MATCH) + b"\0\0", id="packed, with padding"),
        pytest.param(packed(MATCH, REVEAL), id="packed and revealed"),
        pytest.param(packed(*sealed_lines()[:40]), id="packed line by line"),
    ],
)
def test_what_is_no_added_line_cut_off_is_kept(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "m.jsonl"
    path.write_bytes(content)
    lines = (gzip.decompress(content) if content.startswith(packed(b"")[:2]) else content).splitlines(keepends=True)
    assert read_to_add(path).lines == lines
    add_line(path, REVEAL)
    assert path.read_bytes().startswith(content)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(packed(MATCH)[:-1], id="the match itself cut off"),
        pytest.param(packed(MATCH, b'{"t":"ply","n":39}\n')[:-1], id="another line cut off"),
        pytest.param(packed(MATCH) + b"\x1f\x8bgarbage", id="garbage"),
        pytest.param(packed(MATCH)[:200] + b"?" + packed(MATCH)[201:], id="damaged"),
    ],
)
def test_a_packed_file_that_is_damaged_otherwise_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "m.jsonl.gz"
    path.write_bytes(content)
    with pytest.raises(ReplayError, match="the file is damaged"):
        read_to_add(path)
    assert path.read_bytes() == content
