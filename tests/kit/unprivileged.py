"""Doing something as a user to whom a file's mode says no, in folders that such a user can reach."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

_NOBODY: Final = 65534


@contextmanager
def without_root() -> Iterator[None]:
    """Root may read everything; for as long as this lasts we are somebody else, unless we were all along."""
    user = os.geteuid()
    os.seteuid(user or _NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)


@contextmanager
def open_folder() -> Iterator[Path]:
    """A new folder that all may enter; pytest's own are for one user alone."""
    with TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)
