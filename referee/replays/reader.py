"""Reads a replay: JSON Lines, gzipped or not, one record a line."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from protocol.errors import ProtocolError, UnknownTypeError
from protocol.replay_records import REPLAY_FORMAT, End, FaultRecord, Header, Ply, Record, decode_record

LARGEST_MIB: Final = 64
"""What a replay may have when unpacked. The longest matches have a few; what has more was sent to do harm."""
_LARGEST_BYTES: Final = LARGEST_MIB * 1024 * 1024
_GZIP_MAGIC: Final = b"\x1f\x8b"


class ReplayError(ValueError):
    """A file that is no replay, or a line that is no record: the text says which line and why."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class UnbegunError(ReplayError):
    """A file that ends before its first line does: empty, or cut off in the header."""


class SeedFileError(ValueError):
    """The file beside a record that should hold its seed can't be read; the text names it and says why."""


class Secret(msgspec.Struct, frozen=True):
    """What a referee keeps to itself while a match runs."""

    seed: str
    nonce: str


class Replay:
    """The lines of a replay as they stand in the file, and the records in them.

    ``header`` is the first record, ``end`` the last or None for a match that was interrupted. Raises
    ``ReplayError`` for a file without a header that this version reads.
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
        self.end = self._find_end()

    def moves(self) -> Iterator[tuple[int, Ply | FaultRecord | End]]:
        """Yield what follows the header with its line number (the header's is 1).

        Lines of unknown type are passed over; the unfinished last line of an interrupted record too.
        """
        for number in range(2, len(self.lines) + 1):
            if number == len(self.lines) and not self._is_whole():
                return
            record = self._decode(number)
            if isinstance(record, Header):
                raise ReplayError(number, "is a second header")
            if record is not None:
                yield number, record

    def _find_end(self) -> End | None:
        """The end record, wherever it stands: a line put behind it is for the reader of the lines to find."""
        for number in range(len(self.lines), 1, -1):
            line = self.lines[number - 1]
            if line.startswith(b'{"t":"end"') and line.endswith(b"\n"):
                record = self._decode(number)
                return record if isinstance(record, End) else None
        return None

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
    if content.startswith(_GZIP_MAGIC):
        try:
            content = gzip.GzipFile(fileobj=io.BytesIO(content)).read(_LARGEST_BYTES + 1)
        except (OSError, EOFError, zlib.error) as error:
            raise ReplayError(1, f"the file is damaged: {error}") from None
    if len(content) > _LARGEST_BYTES:
        raise ReplayError(1, f"the file has more than {LARGEST_MIB} MiB, which is more than any match")
    return Replay(content)


def seed_beside(path: Path) -> Secret | None:
    """Seed and nonce of an interrupted match, from the file that a running match keeps beside its record.

    None where there is no such file, or none for our eyes. Raises ``SeedFileError`` for one that is damaged.
    """
    file = seed_file_of(path)
    try:
        return msgspec.json.decode(file.read_bytes(), type=Secret)
    except (FileNotFoundError, PermissionError):
        return None
    except OSError as error:
        raise SeedFileError(f"{file.name}: {error.strerror}") from None
    except (msgspec.DecodeError, RecursionError):
        raise SeedFileError(f"{file.name} is damaged") from None


def seed_file_of(path: Path) -> Path:
    """Where a running match keeps the seed of the record in this file."""
    return path.with_name(path.name + ".seed")
