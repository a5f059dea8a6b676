"""What delayed an answer without being the bot's doing: it is measured, and given back to the bot's clock.

Two things are: time that the bot's threads were ready to run while others had the processors, and time that the
referee was late with reading. What a bot does to itself (sleeping, crowding itself out) is neither.
"""

from __future__ import annotations

import os
import time

from referee.bots.cpu_times import ThreadTimes, waited_for_others_ns
from referee.bots.link import BotLink
from referee.match.pulse import Pulse


class Blame:
    """The measurement of one wait for a bot, from its making on.

    ``before`` and ``since_ns`` (of ``perf_counter_ns``) are for a wait that began earlier than it is measured.
    """

    def __init__(self, link: BotLink, before: ThreadTimes | None = None, since_ns: int | None = None) -> None:
        self._link = link
        self._pulse = Pulse.of_this_loop()
        self._before = link.thread_times() if before is None else before
        self._since_ns = time.perf_counter_ns() if since_ns is None else since_ns

    def given_back_ns(self) -> int:
        """How much of the wait so far was not the bot's doing."""
        wall_ns = time.perf_counter_ns() - self._since_ns
        lag_ns = self._pulse.lag_ns()
        waited_ns = waited_for_others_ns(self._before, self._link.thread_times(), wall_ns, _cores())
        return min(wall_ns, waited_ns + lag_ns)


def _cores() -> int:
    """How many processors the match may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
