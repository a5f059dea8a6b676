"""The console of the commands: rich's, without its way to end a program."""

from __future__ import annotations

import errno
import os

import rich.console
from rich.table import Table


class Console(rich.console.Console):
    """Raises ``BrokenPipeError`` when its reader has left, as a print does, for the caller to judge."""

    def on_broken_pipe(self) -> None:
        """Rich's own sends standard output to /dev/null, whatever it writes to itself, and exits with status 1."""
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))


def print_table(table: Table) -> None:
    """Print it on standard output."""
    console = Console()
    if not console.is_terminal:
        console.width = 1_000  # each row in one line, whoever reads it
    console.print(table)
