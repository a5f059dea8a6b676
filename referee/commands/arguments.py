"""What the commands ask of their arguments in common."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from cyclopts import Parameter

FLAG: Final = Parameter(negative="", show_default=False)
"""An option that is given or not: without a ``--no-`` of its own."""


class UsageError(ValueError):
    """Wrong arguments or files: the text says which and what would be right."""


def new_file(path: Path, option: str) -> Path:
    """The path, if a new file can be made there. Raises ``UsageError``: what is there is never written over."""
    if not path.name:
        raise UsageError(f"{option} {path}: must name a file")
    try:
        is_there = path.exists()
    except OSError as error:
        raise UsageError(f"{option} {path}: {error.strerror}") from None
    if is_there:
        raise UsageError(f"{option} {path}: is there already; name another file or remove it")
    if not path.parent.is_dir():
        raise UsageError(f"{option} {path}: there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK):
        raise UsageError(f"{option} {path}: the folder {path.parent} can't be written to")
    return path
