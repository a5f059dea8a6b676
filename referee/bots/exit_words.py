"""How a program ended, in words after "seat 2"."""

from __future__ import annotations

import signal
from typing import Final

_SIGNAL_BASE: Final = 128


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
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
