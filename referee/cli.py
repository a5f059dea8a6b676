"""The way into the ``referee`` command. Results go to standard output, everything else to standard error."""

from __future__ import annotations

import gc
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
        gc.disable()  # loading leaves nothing to collect, and a fifth of its time would go into looking
        with held_interrupts():
            from referee.commands.app import status_of  # here, for loading it takes long enough to be interrupted
        gc.freeze()  # what was loaded stays, and need not be looked through again
        gc.enable()

        status = status_of(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        ignore_interrupts()
        say("referee: interrupted")
        status = INTERRUPTED
    sys.exit(close_up(status))


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
