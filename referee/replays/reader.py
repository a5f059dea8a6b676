"""Reads a replay: JSON Lines, gzipped or not, one record a line."""

from __future__ import annotations

import errno
import gzip
import io
import os
import stat
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from protocol.digests import RecordDigest
from protocol.errors import ProtocolError, UnknownTypeError
from protocol.replay_records import (
    End,
    EvidenceRecord,
    FaultRecord,
    Header,
    Ply,
    Record,
    Reveal,
    Signature,
    decode_record,
)
from referee.replays import spelling
from referee.replays.additions import BEGINNINGS, Addition, objection
from referee.replays.upgrade import STEPS, FormatError, Step, opening, steps_from, upgraded

LARGEST_MIB: Final = 64
"""What a replay may have when unpacked. The longest matches have a few; what has more was sent to do harm."""
LARGEST_BYTES: Final = LARGEST_MIB * 1024 * 1024
MOST_LINES: Final = 250_000
"""A match has a line for each of its plies, 5,000 at the most where the cap is the usual one, and a few for faults."""
LONGEST_LINE_MIB: Final = 1
"""Of evidence, the longest line, a request and an answer are the most: they have 64 KiB and 4 KiB."""
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

    ``header`` is the first record, ``end`` the last of the match or None for one that was interrupted, ``additions``
    what was added behind it later. Records of an older format are given as they would stand in the newest. Raises
    ``ReplayError`` for a file without a header that this version reads.
    """

    def __init__(self, content: bytes, steps: tuple[Step, ...] = STEPS) -> None:
        if not content:
            raise UnbegunError(1, "the file is empty; a replay begins with a header")
        if b"\n" not in content:
            raise UnbegunError(1, "has no end; a replay begins with a whole header")
        self.lines = _lines_of(content)
        self._steps = self._steps_from_its_format(steps)
        header = self._decode(1)
        if not isinstance(header, Header):
            raise ReplayError(1, "is no header; a replay begins with one")
        self.header = header
        self.end: End | None = None
        self.end_line = len(self.lines)
        """The number of the end line; where there is none, of the last."""
        self.additions: list[Addition] = []
        self._find_end()

    @property
    def reveal(self) -> Reveal | None:
        """The seed that was revealed later."""
        return next((record for record in self.additions if isinstance(record, Reveal)), None)

    @property
    def signatures(self) -> dict[int, Signature]:
        """The signatures by their line number. Whether they fit is for others to check."""
        numbered = enumerate(self.additions, start=self.end_line + 1)
        return {number: record for number, record in numbered if isinstance(record, Signature)}

    @property
    def seed_line(self) -> int:
        """The number of the line that shows the seed, or would show it."""
        reveal = self.reveal
        return self.end_line if reveal is None else self.end_line + 1 + self.additions.index(reveal)

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
            if isinstance(record, Signature):
                raise ReplayError(number, "is a signature before the end")
            if isinstance(record, End):
                self._check_end(number, record)
                yield number, record
                return
            if record is not None:
                yield number, record

    def record_digest(self, number: int, end: End) -> str:
        """What the lines up to the end, which is this one, come to; those that were added later are not among them."""
        digest = RecordDigest()
        for line in self.lines[: number - 1]:
            digest.add_line(line)
        return digest.with_end(self.lines[number - 1], end.record_digest)

    def _check_end(self, number: int, end: End) -> None:
        """It reveals the seed or seals it; behind it there is nothing but a seed that was sealed, and signatures."""
        if (end.seed is None) != (end.nonce is None):
            raise ReplayError(number, "has one of seed and nonce without the other")
        if number != self.end_line:
            raise ReplayError(number + 1, "comes after the end")
        for index, addition in enumerate(self.additions):
            at = number + 1 + index
            why = objection(addition, self.lines[at - 1], self.additions[:index], end)
            if why is not None:
                raise ReplayError(at, why)
        behind = number + len(self.additions)
        if len(self.lines) > behind:
            is_whole = self.lines[behind].endswith(b"\n")
            raise ReplayError(behind + 1, "comes after the end" if is_whole else "comes after the end, cut off")

    def _find_end(self) -> None:
        """The end, wherever it stands, and what was added behind it; other lines there are for ``moves`` to find."""
        for number in range(len(self.lines), 1, -1):
            if self._begins(number, b'{"t":"end"'):
                end = self._decode(number)
                if isinstance(end, End):
                    self.end, self.end_line = end, number
                    self._find_additions()
                return

    def _find_additions(self) -> None:
        for number in range(self.end_line + 1, len(self.lines) + 1):
            record = self._decode(number) if self._begins(number, *BEGINNINGS) else None
            if not isinstance(record, Addition):
                return
            self.additions.append(record)

    def _begins(self, number: int, *with_: bytes) -> bool:
        """Is this a whole line that begins so, or so?"""
        line = self.lines[number - 1]
        return line.startswith(with_) and line.endswith(b"\n")

    def _is_whole(self) -> bool:
        """Does the last line have its end? One that is cut off was being written when the referee died."""
        return self.lines[-1].endswith(b"\n")

    def _steps_from_its_format(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """What makes the newest format of this record's."""
        found = opening(self.lines[0])
        if found is None or found.t != "header":
            return ()
        if found.view is not None:
            whose = "the public view" if found.view == "public" else f"the view of seat {found.view}"
            raise ReplayError(1, f"is {whose}, not the record: what it hides is needed to play the match again")
        try:
            return steps_from(found, steps)
        except FormatError as error:
            raise ReplayError(1, str(error)) from None

    def _decode(self, number: int) -> Record | None:
        line = upgraded(self.lines[number - 1], self._steps) if self._steps else self.lines[number - 1]
        if line is None:
            return None
        try:
            record = decode_record(line)
        except UnknownTypeError:
            return None
        except ProtocolError as error:
            raise ReplayError(number, str(error)) from None
        why = spelling.objection(self.lines[number - 1], record)
        if why is not None:
            raise ReplayError(number, why)
        return record


def _lines_of(content: bytes) -> list[bytes]:
    """The lines, their ends included; LF ends a line and nothing else does."""
    if content.count(b"\n") > MOST_LINES:
        raise ReplayError(MOST_LINES + 1, f"the file has more than {MOST_LINES} lines, which is more than any match")
    lines = io.BytesIO(content).readlines()
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE_MIB * 1024 * 1024:
            raise ReplayError(number, f"has more than {LONGEST_LINE_MIB} MiB, which is more than any record")
    return lines


def read_replay(path: Path) -> Replay:
    """The replay in this file. Raises ``ReplayError``, and ``OSError`` where it can't be read or is no file."""
    return replay_from(content_of(path))


def replay_from(content: bytes) -> Replay:
    """The replay that is all of a file, packed or not. Raises ``ReplayError``."""
    if content.startswith(GZIP_MAGIC):
        try:
            content = gzip.GzipFile(fileobj=io.BytesIO(content)).read(LARGEST_BYTES + 1)
        except (OSError, EOFError, zlib.error) as error:
            raise ReplayError(1, f"the file is damaged: {error}") from None
    if len(content) > LARGEST_BYTES:
        raise ReplayError(1, f"the file has more than {LARGEST_MIB} MiB, which is more than any match")
    return Replay(content)


def content_of(path: Path) -> bytes:
    """What is in the file, no more than a byte beyond the largest replay.

    Raises ``OSError``, also for what is no regular file: a pipe could keep its reader waiting for ever.
    """
    with open(path, "rb", opener=_open_at_once) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "is no regular file", str(path))
        return file.read(LARGEST_BYTES + 1)


def _open_at_once(path: str, flags: int) -> int:
    """An ``opener`` for ``open``: a pipe is opened although nobody writes into it."""
    return os.open(path, flags | os.O_NONBLOCK)
