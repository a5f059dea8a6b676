"""The way into the ``referee`` command. Results go to standard output, everything else to standard error."""

from __future__ import annotations

import sys
from types import FrameType

from referee.exit_status import INTERRUPTED
from referee.interrupts import held_interrupts, ignore_interrupts, on_interrupt
from referee.streams import close_up, open_missing, say


def main(arguments: list[str] | None = None) -> None:
    """Run the command and leave with its exit status; no traceback reaches a user."""
    on_interrupt(_interrupt)
    open_missing()
    try:
        with held_interrupts():
            from referee.commands.app import status_of  # here, for loading it takes long enough to be interrupted

        status = status_of(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        ignore_interrupts()
        say("referee: interrupted")
        status = INTERRUPTED
    sys.exit(close_up(status))


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
