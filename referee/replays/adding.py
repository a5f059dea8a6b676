"""Adding a line to a record that is whole: nothing that stands there changes.

A crash may have cut such a line off. It proves nothing then, and would spoil the record (a packed one can't even be
unpacked), so whoever adds a line reads the record without it and writes over it.
"""

from __future__ import annotations

import gzip
import os
import zlib
from pathlib import Path
from typing import Final

from referee.replays.additions import BEGINNINGS, MOST_SIGNATURES
from referee.replays.reader import GZIP_MAGIC, LARGEST_BYTES, Replay, content_of, replay_from

_MOST_MEMBERS: Final = 1 + 1 + MOST_SIGNATURES
"""Of a packed file: the match, a seed that was revealed, and signatures."""


def read_to_add(path: Path) -> Replay:
    """The replay in this file, without a line behind its end that was cut off: ``add_line`` writes over it.

    Raises ``ReplayError``, and ``OSError`` where the file can't be read.
    """
    content = content_of(path)
    return replay_from(content[: _whole_bytes(content)])


def add_line(path: Path, line: bytes) -> None:
    """Put a line on the disk, all of it or nothing. A packed file gets it as one more gzip member.

    Raises ``OSError``, naming the file, and the file is then as it was, without a line that was cut off.
    """
    content = content_of(path)
    size = _whole_bytes(content)
    rest = gzip.compress(line, mtime=0) if content.startswith(GZIP_MAGIC) else line
    with path.open("r+b", buffering=0) as file:
        file.truncate(size)
        file.seek(size)
        try:
            while rest:
                rest = rest[file.write(rest) :]
            os.fsync(file.fileno())
        except OSError as error:
            file.truncate(size)
            error.filename = str(path)
            raise


def _whole_bytes(content: bytes) -> int:
    """How much of the file stands before an added line that was cut off; all of it where none was."""
    if content.startswith(GZIP_MAGIC):
        start, unpacked = _last_member(content)
        is_cut_off = 0 < start < len(content) and (not unpacked or _is_added(unpacked))
    else:
        start = content.rfind(b"\n") + 1
        is_cut_off = 0 < start < len(content) and _is_added(content[start:])
    return start if is_cut_off else len(content)


def _is_added(line: bytes) -> bool:
    """Does this begin as a line that was added, as far as it goes?"""
    return any(line.startswith(beginning[: len(line)]) for beginning in BEGINNINGS)


def _last_member(packed: bytes) -> tuple[int, bytes]:
    """Where the gzip member begins that is cut off at the end of the file, and what of it can be unpacked.

    The end of the file where none is; what else may be wrong with it is for the reader to say.
    """
    start = 0
    for _ in range(_MOST_MEMBERS):
        unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)  # 16: gzip, not zlib's own format
        try:
            unpacked = unpacker.decompress(packed[start:], LARGEST_BYTES)
        except zlib.error:
            break
        if not unpacker.eof:
            return start, unpacked
        start = len(packed) - len(unpacker.unused_data)
        if not unpacker.unused_data.startswith(GZIP_MAGIC[:1]):
            break
    return len(packed), b""
