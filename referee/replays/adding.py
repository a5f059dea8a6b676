"""Adding a line to a record that is whole: nothing that stands there changes."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

from referee.replays.reader import GZIP_MAGIC


def add_line(path: Path, line: bytes) -> None:
    """Put a line on the disk, all of it or nothing. A packed file gets it as one more gzip member.

    Raises ``OSError``, naming the file, and the file is then as it was.
    """
    with path.open("r+b", buffering=0) as file:
        rest = gzip.compress(line, mtime=0) if file.read(len(GZIP_MAGIC)) == GZIP_MAGIC else line
        size = file.seek(0, os.SEEK_END)
        try:
            while rest:
                rest = rest[file.write(rest) :]
            os.fsync(file.fileno())
        except OSError as error:
            file.truncate(size)
            error.filename = str(path)
            raise
