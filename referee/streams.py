"""The standard streams as the command finds and leaves them: missing, closed at the other end, on a full disk."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Final, TextIO

from referee.exit_status import REFEREE_FAULT, UNREAD

_STREAMS: Final = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))


def open_missing() -> None:
    """Put /dev/null where a starter has closed a stream; else the next file opened would be taken for it."""
    for name, mode in _STREAMS:
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  # for the program's life


def say(text: str) -> None:
    """A line on standard error. Where that has been closed there is nobody left to be told."""
    with contextlib.suppress(OSError):
        print(text, file=sys.stderr, flush=True)


def close_up(status: int) -> int:
    """Write out what is still kept back, and return the exit status: this one, unless that fails."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        status = UNREAD
        _abandon(sys.stdout)
    except OSError as error:
        say(f"referee: standard output: {error.strerror}")
        status = REFEREE_FAULT
        _abandon(sys.stdout)
    try:
        sys.stderr.flush()
    except OSError:
        _abandon(sys.stderr)
    return status


def _abandon(stream: TextIO) -> None:
    """Let what is kept back go nowhere, lest Python complains of it at its end with a status of its own."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
