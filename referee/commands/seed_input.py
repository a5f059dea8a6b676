"""The seed of a match as it is given without standing in an argument list: in a file, or on standard input."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import BinaryIO, Final

from referee.commands.arguments import UsageError
from referee.config import LONGEST_SEED, ConfigError, check_seed

STANDARD_INPUT: Final = Path("-")
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
_MOST_BYTES: Final = 4 * LONGEST_SEED + len(b"\r\n")


def read_seed_file(file: Path) -> str:
    """The seed in this file, its only line; ``-`` is standard input.

    Raises ``UsageError`` for a file that others than its owner may open, or that holds no seed. What it holds is
    never part of the message, which may go to a log.
    """
    try:
        if file == STANDARD_INPUT:
            content = sys.stdin.buffer.read(_MOST_BYTES + 1)
        else:
            with file.open("rb") as opened:
                _check_mode(opened, file)
                content = opened.read(_MOST_BYTES + 1)
    except OSError as error:
        raise UsageError(f"--seed-file {file}: {error.strerror}") from None
    try:
        seed = content.decode().removesuffix("\n").removesuffix("\r")
        check_seed(seed)
    except (UnicodeDecodeError, ConfigError):
        raise UsageError(
            f"--seed-file {file}: must hold one line of 1 to {LONGEST_SEED} printable characters, in UTF-8"
        ) from None
    return seed


def _check_mode(opened: BinaryIO, file: Path) -> None:
    """Of the file that is open, so that nobody can put another in its place between the look and the reading."""
    mode = stat.S_IMODE(os.fstat(opened.fileno()).st_mode)
    if mode & _OTHERS:
        raise UsageError(
            f"--seed-file {file}: has mode {mode:04o}, so others than its owner may open it: chmod 600, and take a new "
            "seed if it was to be a secret"
        )
