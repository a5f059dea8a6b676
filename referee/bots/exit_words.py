"""How a program ended, in words after "seat 2"."""

from __future__ import annotations

import signal
from typing import Final

_SIGNAL_BASE: Final = 128
_MEANING: Final = {
    signal.SIGSEGV: "it used memory that is not its own",
    signal.SIGBUS: "it used memory that is not there",
    signal.SIGABRT: "it gave up, as at a failed assertion",
    signal.SIGFPE: "a division by zero, most likely",
    signal.SIGILL: "an instruction that this processor does not have",
    signal.SIGPIPE: "it wrote to a pipe that nobody reads",
    signal.SIGSYS: "it made a system call that it may not make",
    signal.SIGXFSZ: "it wrote a larger file than it may",
}
"""What a signal that a program brings upon itself tells its author."""


def ending(status: int | None) -> str:
    """How a program ended, in words."""
    if status is None:
        return "closed its standard output"
    if status < 0:
        return f"was ended by {_signal_name(-status)}"
    return f"exited with status {status}"


def ending_within(status: int | None) -> str:
    """The same, of a program whose status was passed on by what it ran in, as shells do: 128 and the signal."""
    if status is not None and status > _SIGNAL_BASE:
        return f"was ended by {_signal_name(status - _SIGNAL_BASE)}, or exited with status {status}"
    return ending(status)


def _signal_name(number: int) -> str:
    try:
        name = signal.Signals(number)
    except ValueError:
        return f"signal {number}"
    return f"{name.name} ({_MEANING[name]})" if name in _MEANING else name.name
