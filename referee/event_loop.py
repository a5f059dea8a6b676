"""The event loop that everything runs on: uvloop where it is installed, else asyncio's own.

A round trip to a bot costs about a third of the processor time on uvloop. SIGTERM ends the program as Ctrl-C
does: what runs is cancelled, ends its bots and closes its record.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """What makes the loop; None stands for asyncio's own."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run to the end. Raises ``KeyboardInterrupt`` on SIGINT and on SIGTERM, after ``main`` has cleaned up."""
    terminated = False

    async def guarded() -> T:
        def terminate() -> None:
            nonlocal terminated
            terminated = True
            task.cancel()

        task = asyncio.ensure_future(main)
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, terminate)
        return await task

    try:
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            return runner.run(guarded())
    except asyncio.CancelledError:
        if terminated:
            raise KeyboardInterrupt from None
        raise
