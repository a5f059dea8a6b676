"""What delayed an answer without being the bot's doing: it is measured, and given back to the bot's clock.

Two things are: time that the bot's threads were ready to run while others had the processors, and time that the
referee was late with reading. What a bot does to itself (sleeping, crowding itself out) is neither.
"""

from __future__ import annotations

import time

from referee.bots.cpu_times import Span, ThreadTimes, idle_ns, usable_cores, waited_for_others_ns
from referee.bots.link import BotLink
from referee.match.pulse import Pulse


class Blame:
    """The measurement of one wait for a bot, from its making on; of a ``newborn`` one, from when its threads began.

    A thread that ends takes its times with it, so a wait has to be looked at now and then. ``looked_ns`` is when that
    was done last, by ``perf_counter_ns``.
    """

    def __init__(self, link: BotLink, newborn_since_ns: int | None = None) -> None:
        self._link = link
        self._pulse = Pulse.of_this_loop()
        self._cores = usable_cores()
        self._before: ThreadTimes = link.thread_times() if newborn_since_ns is None else {}
        self._latest = dict(self._before)
        self.looked_ns = time.perf_counter_ns()
        self._since_ns = self.looked_ns if newborn_since_ns is None else newborn_since_ns
        self._idle_ns = idle_ns(self._cores)
        self._use = link.processor_use()
        if newborn_since_ns is not None:
            self._use = self._use._replace(bot_ns=None if self._use.bot_ns is None else 0)
        self._may_come_and_go, self._is_newborn = False, newborn_since_ns is not None
        self._still_since_ns: dict[int, int] = {}

    def waited_ns(self) -> int:
        """How much of the wait, up to now, the bot could not run for others, as far as the kernel has booked it."""
        span = self._look()
        return waited_for_others_ns(self._before, self._latest, span)

    def may_have_waited_ns(self) -> int:
        """The same, with what may not be booked yet: a wait is booked when it is over.

        A thread that is ready to run may have waited since the look before it last ran, and for no longer. So the more
        often it is asked the closer this comes to what the bot did wait.
        """
        ready, span = self._link.ready_threads(), self._look()
        times = dict(self._latest)
        for thread in ready & times.keys():
            still_ns = self.looked_ns - self._still_since_ns.get(thread, self._since_ns)
            times[thread] = times[thread]._replace(waited_ns=times[thread].waited_ns + still_ns)
        return waited_for_others_ns(self._before, times, span)

    def given_back_ns(self) -> int:
        """How much of the wait for what is heard now was not the bot's doing."""
        lag_ns = self._pulse.lag_ns()
        return min(time.perf_counter_ns() - self._since_ns, self.waited_ns() + lag_ns)

    def _look(self) -> Span:
        """The span from the beginning to now. Its end comes first: what delays us then is not in it."""
        last_look_ns, self.looked_ns = self.looked_ns, time.perf_counter_ns()
        idle = idle_ns(self._cores) - self._idle_ns
        for thread, times in self._link.thread_times().items():
            if self._latest.get(thread) != times:
                self._latest[thread] = times
                self._still_since_ns[thread] = last_look_ns
        use = self._link.processor_use()
        if use.own - self._use.own and not self._is_newborn:  # a program that starts becomes one process after another
            self._may_come_and_go = True
        return Span(
            wall_ns=self.looked_ns - self._since_ns,
            cores=max(1, len(self._cores)),
            idle_ns=idle,
            bot_ran_ns=use.bot_since_ns(self._use),
            others_ran_ns=use.others_since_ns(self._use) if self._may_come_and_go else None,
        )
