"""The event loop that everything runs on: uvloop where it is installed, else asyncio's own.

A round trip to a bot costs about a third of the processor time on uvloop.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, TypeVar

from referee.interrupts import ignore_interrupts, on_interrupt, restore

T = TypeVar("T")


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """What makes the loop; None stands for asyncio's own."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run to the end. Raises ``KeyboardInterrupt`` on any of ``INTERRUPTS``, after ``main`` has cleaned up.

    The first of them cancels ``main``; those after it are ignored, so that bots are ended and the record closed.
    """
    is_interrupted = False

    async def guarded() -> T:
        loop, task = asyncio.get_running_loop(), asyncio.ensure_future(main)

        def interrupt(number: int, frame: FrameType | None) -> None:
            nonlocal is_interrupted
            is_interrupted = True
            ignore_interrupts()
            loop.call_soon_threadsafe(task.cancel)

        before = on_interrupt(interrupt)
        try:
            return await task
        finally:
            if not is_interrupted:
                restore(before)

    try:
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            return runner.run(guarded())
    except asyncio.CancelledError:
        if is_interrupted:
            raise KeyboardInterrupt from None
        raise


@contextmanager
def first_interrupt(stop: Callable[[], None]) -> Iterator[None]:
    """While this lasts in ``run``, the first of the signals calls ``stop`` in the loop; the next cancels as ever."""
    loop = asyncio.get_running_loop()
    has_come = False
    before: dict[signal.Signals, Any] = {}  # there already if a signal comes while they are being set

    def handle(number: int, frame: FrameType | None) -> None:
        nonlocal has_come
        has_come = True
        restore(before)
        loop.call_soon_threadsafe(stop)

    before |= on_interrupt(handle)
    try:
        yield
    finally:
        if not has_come:
            restore(before)
