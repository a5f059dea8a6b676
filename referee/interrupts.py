"""Signals that end the referee from outside: Ctrl-C, a plain kill, a terminal that is closed. All mean the same."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

Handler = Callable[[int, FrameType | None], Any]

INTERRUPTS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


def on_interrupt(handler: Handler) -> dict[signal.Signals, Any]:
    """Call this at each of these signals; returns the handlers before, for ``restore``.

    One that is ignored stays ignored: ``nohup`` starts programs so.
    """
    before = {number: signal.getsignal(number) for number in INTERRUPTS}
    caught = {number: was for number, was in before.items() if was is not signal.SIG_IGN}
    for number in caught:
        signal.signal(number, handler)
    return caught


def restore(handlers: dict[signal.Signals, Any]) -> None:
    """Take back an ``on_interrupt``."""
    for number, handler in handlers.items():
        signal.signal(number, handler)


def ignore_interrupts() -> None:
    """From now on, for good: who has been interrupted is on the way out, and must not be stopped half-way."""
    for number in INTERRUPTS:
        signal.signal(number, signal.SIG_IGN)


@contextmanager
def held_interrupts() -> Iterator[None]:
    """Let none come through for as long as this lasts; raises ``KeyboardInterrupt`` at the end if any came.

    For loading modules: what a handler raises in a callback of an import's lock, Python prints and forgets.
    """
    has_come = False

    def remember(number: int, frame: FrameType | None) -> None:
        nonlocal has_come
        has_come = True

    before = on_interrupt(remember)
    try:
        yield
    finally:
        restore(before)
    if has_come:
        raise KeyboardInterrupt
