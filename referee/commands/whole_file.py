"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
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


def replace_whole(path: Path, content: bytes) -> None:
    """Write a file in the place of the one that may be there: readers see the old one or the new one, never a part.

    Raises ``OSError``, naming the file, and what was there is there then.
    """
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        draft = Path(name)
        try:
            with open(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            draft.chmod(0o644)
            draft.replace(path)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
    except OSError as error:
        error.filename = str(path)
        raise
