"""Reads a replay: JSON Lines, gzipped or not, one record a line."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from protocol.digests import RecordDigest
from protocol.errors import ProtocolError, UnknownTypeError
from protocol.replay_records import (
    REPLAY_FORMAT,
    End,
    EvidenceRecord,
    FaultRecord,
    Header,
    Ply,
    Record,
    Reveal,
    decode_record,
)

LARGEST_MIB: Final = 64
"""What a replay may have when unpacked. The longest matches have a few; what has more was sent to do harm."""
_LARGEST_BYTES: Final = LARGEST_MIB * 1024 * 1024
GZIP_MAGIC: Final = b"\x1f\x8b"
"""What a packed replay begins with, whatever its name."""


Move = Ply | FaultRecord | EvidenceRecord | End
"""What may follow a header."""


class ReplayError(ValueError):
    """A file that is no replay, or a line that is no record: the text says which line and why."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class UnbegunError(ReplayError):
    """A file that ends before its first line does: empty, or cut off in the header."""


class Replay:
    """The lines of a replay as they stand in the file, and the records in them.

    ``header`` is the first record, ``end`` the last of the match or None for one that was interrupted, ``reveal`` what
    was added to it later or None. Raises ``ReplayError`` for a file without a header that this version reads.
    """

    def __init__(self, content: bytes) -> None:
        if not content:
            raise UnbegunError(1, "the file is empty; a replay begins with a header")
        if b"\n" not in content:
            raise UnbegunError(1, "has no end; a replay begins with a whole header")
        self.lines = content.splitlines(keepends=True)
        header = self._decode(1)
        if not isinstance(header, Header):
            raise ReplayError(1, "is no header; a replay begins with one")
        if header.format != REPLAY_FORMAT:
            raise ReplayError(1, f"format {header.format} is not {REPLAY_FORMAT}, which this version reads")
        self.header = header
        self.end, self.reveal = self._find_end()

    def moves(self) -> Iterator[tuple[int, Move]]:
        """Yield what follows the header, up to the end, with its line number (the header's is 1).

        Lines of unknown type are passed over; the unfinished last line of an interrupted record too. Raises
        ``ReplayError`` where a line can't stand where it does.
        """
        for number in range(2, len(self.lines) + 1):
            if number == len(self.lines) and not self._is_whole():
                return
            record = self._decode(number)
            if isinstance(record, Header):
                raise ReplayError(number, "is a second header")
            if isinstance(record, Reveal):
                raise ReplayError(number, "reveals the seed before the end")
            if isinstance(record, End):
                self._check_end(number, record)
                yield number, record
                return
            if record is not None:
                yield number, record

    def record_digest(self, number: int, end: End) -> str:
        """What the lines up to the end, which is this one, come to; a line that reveals the seed is not among them."""
        digest = RecordDigest()
        for line in self.lines[: number - 1]:
            digest.add_line(line)
        return digest.with_end(self.lines[number - 1], end.record_digest)

    def _check_end(self, number: int, end: End) -> None:
        """It reveals the seed or seals it; behind it there is nothing, or one line that reveals what was sealed."""
        if (end.seed is None) != (end.nonce is None):
            raise ReplayError(number, "has one of seed and nonce without the other")
        if len(self.lines) == number:
            return
        if self.reveal is None:
            raise ReplayError(number + 1, "comes after the end")
        if end.seed is not None:
            raise ReplayError(number + 1, "reveals a seed that was not sealed")
        if len(self.lines) > number + 1:
            raise ReplayError(number + 2, "comes after the end and the seed")

    def _find_end(self) -> tuple[End | None, Reveal | None]:
        """The end record, wherever it stands, and the seed behind it; other lines there are for ``moves`` to find."""
        for number in range(len(self.lines), 1, -1):
            if self._begins(number, b'{"t":"end"'):
                end = self._decode(number)
                is_revealed = number < len(self.lines) and self._begins(number + 1, b'{"t":"reveal"')
                reveal = self._decode(number + 1) if is_revealed else None
                return end if isinstance(end, End) else None, reveal if isinstance(reveal, Reveal) else None
        return None, None

    def _begins(self, number: int, with_: bytes) -> bool:
        """Is this a whole line that begins so?"""
        line = self.lines[number - 1]
        return line.startswith(with_) and line.endswith(b"\n")

    def _is_whole(self) -> bool:
        """Does the last line have its end? One that is cut off was being written when the referee died."""
        return self.lines[-1].endswith(b"\n")

    def _decode(self, number: int) -> Record | None:
        try:
            return decode_record(self.lines[number - 1])
        except UnknownTypeError:
            return None
        except ProtocolError as error:
            raise ReplayError(number, str(error)) from None


def read_replay(path: Path) -> Replay:
    """The replay in this file. Raises ``ReplayError``, and ``OSError`` where it can't be read."""
    with path.open("rb") as file:
        content = file.read(_LARGEST_BYTES + 1)
    if content.startswith(GZIP_MAGIC):
        try:
            content = gzip.GzipFile(fileobj=io.BytesIO(content)).read(_LARGEST_BYTES + 1)
        except (OSError, EOFError, zlib.error) as error:
            raise ReplayError(1, f"the file is damaged: {error}") from None
    if len(content) > _LARGEST_BYTES:
        raise ReplayError(1, f"the file has more than {LARGEST_MIB} MiB, which is more than any match")
    return Replay(content)
