"""The console of the commands: rich's, without its way to end a program."""

from __future__ import annotations

import errno
import os

import rich.console


class Console(rich.console.Console):
    """Raises ``BrokenPipeError`` when its reader has left, as a print does, for the caller to judge."""

    def on_broken_pipe(self) -> None:
        """Rich's own sends standard output to /dev/null, whatever it writes to itself, and exits with status 1."""
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))
