"""Files that are written whole or not at all, and never over what is there."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path


def write_new(path: Path, content: bytes, opener: Callable[[str, int], int] | None = None) -> None:
    """Write a file that must not be there yet, on the disk; ``opener`` as for ``open``.

    Raises ``OSError``, naming the file, and leaves nothing of it then.
    """
    rest = memoryview(content)
    with open(path, "xb", buffering=0, opener=opener) as file:  # a buffer would fail once more when it is closed
        try:
            while rest:
                rest = rest[file.write(rest) :]
            os.fsync(file.fileno())
        except OSError as error:
            path.unlink(missing_ok=True)
            error.filename = str(path)
            raise
