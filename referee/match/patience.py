"""Waiting for one bot: for as long as it may take by its own doing, and not a moment less."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

from protocol.session import Answer, Fault, Ready
from referee.bots.link import BotLink, InfrastructureError
from referee.match.blame import Blame
from referee.match.pulse import Pulse

_AT_ONCE_S: Final = 0.002
_TOO_SHORT_NS: Final = 1_000_000
_BOOKED_WITHIN_NS: Final = 10_000_000
_ROUNDS_S: Final = 0.005
_LOOK_EVERY_NS: Final = 100_000_000
_STARVED_NS: Final = 600 * 10**9

Outcome = Ready | Answer | Fault
"""What settles a wait."""


class Patience:
    """One wait after another for the bot on this seat; ``settle`` tells what it has been waited for.

    ``given_back_ns`` is how much of the last wait was not the bot's doing. ``outcome`` is what settled it, None so far.
    """

    def __init__(self, seat: int, link: BotLink | None) -> None:
        self.given_back_ns = 0
        self.outcome: Outcome | None = None
        self.is_gone = link is None
        """Whether nothing more will come."""
        self.broken: Exception | None = None
        self._seat, self._link = seat, link
        self._waiting: asyncio.Future[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def settle(self, outcome: Outcome | None) -> None:
        """Something came, or nothing more will: whoever waits need not wait on."""
        if self.outcome is None:
            self.outcome = outcome
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def break_off(self, error: Exception) -> None:
        """Let the wait that goes on fail by a fault of ours, or else the next."""
        self.broken = self.broken or error
        self.settle(None)

    async def wait_fairly(self, within_s: float | None, measure: Callable[[], Blame]) -> Outcome | None:
        """As ``_wait``, but the time is up only when the bot itself has used it: what was not its doing is added.

        The processors are not asked about an answer that comes at once: what little they delayed it can't matter. What
        the referee was late with is added only when something was heard; where nothing was, there was nothing to read.
        """
        if within_s is None or within_s < _AT_ONCE_S:
            return await self._wait(within_s)
        began_ns = time.perf_counter_ns()
        heard = await self._wait(_AT_ONCE_S)
        if heard is not None or self.is_gone:
            self.given_back_ns = min(time.perf_counter_ns() - began_ns, Pulse.of_this_loop().lag_ns())
            return heard
        blame = measure()
        ends_ns = blame.looked_ns + round((within_s - _AT_ONCE_S) * 1e9)
        while True:
            left_ns = ends_ns + self.given_back_ns - blame.looked_ns
            if left_ns < _TOO_SHORT_NS:
                waited_ns = blame.may_have_waited_ns()
                if ends_ns + waited_ns < blame.looked_ns:
                    return self._heard_while_measuring(blame)
                self._check_is_not_starved(waited_ns)
                left_ns = _BOOKED_WITHIN_NS
            heard = await self._wait(min(left_ns, _LOOK_EVERY_NS) / 1e9)
            if heard is not None or self.is_gone:
                self.given_back_ns = blame.given_back_ns()
                return heard
            self.given_back_ns = blame.waited_ns()
            self._check_is_not_starved(self.given_back_ns)

    def _heard_while_measuring(self, blame: Blame) -> Outcome | None:
        """What came while the referee asked for times. On a busy machine that may take it as long as an answer."""
        if self._link is not None:
            self._link.read_waiting()
        if self.outcome is not None:
            self.given_back_ns = blame.given_back_ns()
        return self.outcome

    def _check_is_not_starved(self, waited_ns: int) -> None:
        if waited_ns > _STARVED_NS:
            raise InfrastructureError(f"seat {self._seat} waited {_STARVED_NS // 10**9} s for a processor")

    async def _wait(self, within_s: float | None) -> Outcome | None:
        """What settles the wait, None when the time is up or the bot is gone. One timer, no task for it.

        What is heard after the time was up, but before whoever waits has had its turn on the loop, settles it too.
        """
        if self.broken is not None:
            raise self.broken
        loop = asyncio.get_running_loop()
        self._waiting, self.outcome = loop.create_future(), None
        self._timer = None if within_s is None else loop.call_later(within_s, self._time_is_up)
        try:
            await self._waiting
        finally:
            self._waiting = None
            if self._timer is not None:
                self._timer.cancel()
        if self.broken is not None:
            raise self.broken
        return self.outcome

    def _time_is_up(self) -> None:
        """Look once more before judging: what lies in the pipe came in time, and the referee was late.

        A connection can't be looked at. So a loop that was late goes round a few times more, and reads it.
        """
        if self._link is not None:
            self._link.read_waiting()
        if self.outcome is None and Pulse.of_this_loop().lag_ns() > 0:
            self._timer = asyncio.get_running_loop().call_later(_ROUNDS_S, self.settle, None)
        else:
            self.settle(None)
