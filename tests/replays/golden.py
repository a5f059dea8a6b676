"""Recorded matches that must stay readable for ever, and ways to change a record."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from protocol.digests import RecordDigest
from referee.replays.verify import Verification
from referee.signing.keys import PrivateKey

FOLDER: Final = Path(__file__).parent.parent / "golden" / "replays" / "format-1"
DIGESTS: Final = FOLDER / "digests.json"
"""What each of the records came to when it was new. ``python -m tests.replays.new_goldens`` adds records."""
SIGNER: Final = PrivateKey(bytes(range(32)), "golden-cup")
"""Who signed two of them; a key for tests and nothing else."""
VICTORY: Final = FOLDER / "victory.jsonl"
FORFEIT: Final = FOLDER / "forfeit_illegal.jsonl"
EVIDENCE: Final = FOLDER / "evidence.jsonl"
"""An answer that was refused, then silence: a forfeit with its evidence."""
ROLL_CAP: Final = FOLDER / "roll_cap.jsonl"
REPORTS: Final = Path(__file__).parent.parent / "golden" / "reports"
"""Of ``EVIDENCE``, in each form."""


RECORDS: Final = sorted(path for path in FOLDER.iterdir() if path.name.endswith((".jsonl", ".jsonl.gz")))
"""All of them. Two have their seed in a file beside them; of those one was interrupted."""


def lines_of(path: Path) -> list[bytes]:
    content = path.read_bytes()
    return (gzip.decompress(content) if path.suffix == ".gz" else content).splitlines(keepends=True)


def write(folder: Path, lines: Sequence[bytes]) -> Path:
    path = folder / "changed.jsonl"
    path.write_bytes(b"".join(lines))
    return path


def changed(line: bytes, **values: Any) -> bytes:
    """The line with these keys' values changed, written as records are."""
    record = json.loads(line)
    assert set(values) <= set(record), "a key that is not there would change nothing that exists"
    return json.dumps({**record, **values}, separators=(",", ":")).encode() + b"\n"


def signed_anew(lines: Sequence[bytes]) -> list[bytes]:
    """The record with a ``record_digest`` that fits: what somebody would write who knows how it is made."""
    digest = RecordDigest()
    for line in lines[:-1]:
        digest.add_line(line)
    empty = changed(lines[-1], record_digest="")
    return [*lines[:-1], changed(lines[-1], record_digest=digest.with_end(empty, ""))]


def find(lines: Sequence[bytes], part: str) -> int:
    """Index of the first line with this in it."""
    return next(index for index, line in enumerate(lines) if part.encode() in line)


def assert_differs(verified: Verification, line: int, *words: str) -> None:
    """The line that differs is named, its reason has these words, and no digest is vouched for."""
    assert all(words), "no word, or an empty one, is in every reason"
    assert words
    assert (verified.status, verified.line) == ("differs", line), verified.reason
    assert (verified.game_digest, verified.record_digest) == (None, None)
    for word in words:
        assert word in verified.reason
