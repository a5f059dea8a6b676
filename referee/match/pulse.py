"""How the event loop is doing: how many matches share it, and how late it runs.

A loop that is busy with one match, or a machine that does not let the referee run, reads an answer later than it came.
That is no bot's doing. A timer that beats all the time tells how late the loop is now.
"""

from __future__ import annotations

import asyncio
import time
from typing import ClassVar, Final
from weakref import WeakKeyDictionary

_BEAT_NS: Final = 10_000_000
_TOLERANCE_NS: Final = 2_000_000
"""Timers of the loop are this coarse even where it is idle."""


class Pulse:
    """The pulse of one event loop. It beats while there are matches."""

    _of_loops: ClassVar[WeakKeyDictionary[asyncio.AbstractEventLoop, Pulse]] = WeakKeyDictionary()

    def __init__(self) -> None:
        self.matches = 0
        self._due_ns = self._beat_ns = self._last_lag_ns = 0
        self._timer: asyncio.TimerHandle | None = None

    @classmethod
    def of_this_loop(cls) -> Pulse:
        """The one pulse of the loop that is running."""
        loop = asyncio.get_running_loop()
        if loop not in cls._of_loops:
            cls._of_loops[loop] = cls()
        return cls._of_loops[loop]

    def match_begins(self) -> None:
        """One match more runs on this loop."""
        self.matches += 1
        if self._timer is None:
            self._schedule()

    def match_ends(self) -> None:
        """One match less."""
        self.matches -= 1
        if self.matches == 0 and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def lag_ns(self) -> int:
        """At the most how long what is read now may have waited to be read, as far as the loop was to blame."""
        now = time.perf_counter_ns()
        overdue = now - self._due_ns if self._timer is not None else 0
        recent = self._last_lag_ns if now - self._beat_ns < _BEAT_NS else 0
        lag = max(overdue, recent)
        return lag if lag > _TOLERANCE_NS else 0

    def _schedule(self) -> None:
        self._due_ns = time.perf_counter_ns() + _BEAT_NS
        self._timer = asyncio.get_running_loop().call_later(_BEAT_NS / 1e9, self._beat)

    def _beat(self) -> None:
        self._beat_ns = time.perf_counter_ns()
        self._last_lag_ns = self._beat_ns - self._due_ns
        self._schedule()
