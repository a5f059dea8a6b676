"""One bot in one match: what it is sent, what it is asked, and what its silence means."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, Final

from protocol.session import Answer, BotSession, Comment, Fault, Heard, Ready, State, Stray
from protocol.vocabulary import EventDelivery
from referee.bots.link import BotLink, Departure, InfrastructureError
from referee.match.blame import Blame
from referee.match.complaints import Complaints
from referee.match.own_lines import OwnLines
from referee.match.pulse import Pulse
from referee.match.replies import Gone, Reply, TimedOut
from referee.match.transcript import FROM_BOT, STRAY, TO_BOT, Transcript

_QUICK_NS: Final = 500_000
_AT_ONCE_IN_A_ROW: Final = 32
_AT_ONCE_S: Final = 0.002
_TOO_SHORT_NS: Final = 1_000_000
_BOOKED_WITHIN_NS: Final = 10_000_000
_LOOK_EVERY_NS: Final = 100_000_000
_STARVED_NS: Final = 600 * 10**9


class Player:
    """The referee's side of one bot. ``link`` is how it is reached, None if it could not be started."""

    def __init__(
        self,
        seat: int,
        link: BotLink | None,
        *,
        name: str,
        version: str = "",
        events: EventDelivery = "with_request",
        transcript: Transcript | None = None,
        start_error: str = "",
        freeze: bool = False,
    ) -> None:
        self.seat = seat
        self.link = link
        self.name = name
        self.version = version
        self.events = events
        self.session = BotSession()
        self.is_gone = link is None
        self.flood: Fault | None = None
        self.start_error = start_error
        self.given_back_ns = 0
        self._freeze = freeze
        self._began_ns = time.perf_counter_ns()
        self.start_fault: Fault | None = None
        self.complaints = Complaints(seat, transcript)
        self.own_lines = OwnLines(time.perf_counter_ns())
        self._transcript = transcript
        self._pending: list[bytes] = []
        self._waiting: asyncio.Future[None] | None = None
        self._answered_ns = 0
        self._is_quick, self._at_once = False, 0
        self._pulse: Pulse | None = None
        self._outcome: Ready | Answer | Fault | None = None
        self._is_up = False
        self._broken: Exception | None = None
        self._stray, self._is_stray_early, self._comments = "", False, 0

    # -- what the match asks --------------------------------------------------------------------------------

    async def ready(self, within_s: float | None) -> bool:
        """Wait until the bot has said ``ready``; False if it did not in time, ended, or said something else."""
        link = self.link
        if link is not None and self._may_become_ready:
            await self._wait_fairly(within_s, lambda: Blame(link, newborn_since_ns=self._began_ns))
        self._is_up = self.session.state is State.IDLE and self.start_fault is None
        if link is not None and self._is_up and self._freeze:
            link.freeze()
        return self._is_up

    @property
    def _may_become_ready(self) -> bool:
        """Has it not been judged yet? What it said before it was waited for counts as well."""
        is_fine = not self.is_gone and self.start_fault is None and self.flood is None
        return is_fine and self.session.state is State.AWAITING_READY

    async def ask(self, request_id: int, request: bytes, within_ns: int | None) -> tuple[Reply, int]:
        """Send what is pending and the request in one write; the reply, and the nanoseconds that it took.

        What was not the bot's doing is not among them; afterwards ``given_back_ns`` is how much that was. What the bot
        said before it was asked is read first and is stray, so it can't pass for the answer.
        """
        self.given_back_ns = 0
        if self.link is not None:
            self.link.read_waiting()
        if self.flood is not None:
            return self.flood, 0
        if self.is_gone or self.link is None:
            return await self._how_it_ended(), 0
        self._pending.append(request)
        self.session.expect_answer(request_id)
        if not self._freeze:
            return await self._exchange(self.link, within_ns)
        self.link.thaw()
        try:
            return await self._exchange(self.link, within_ns)
        finally:
            self.link.freeze()

    async def _exchange(self, link: BotLink, within_ns: int | None) -> tuple[Reply, int]:
        """Send, and wait for what comes of it."""
        started_ns = self.send_pending()
        heard = self._hear_at_once()
        if heard is None and not self.is_gone:
            heard = await self._wait_fairly(None if within_ns is None else within_ns / 1e9, lambda: Blame(link))
        if isinstance(heard, (Answer, Fault)):
            took_ns = self._answered_ns - started_ns
            self._is_quick = took_ns < _QUICK_NS
            return heard, max(0, took_ns - self.given_back_ns)
        used_ns = max(0, time.perf_counter_ns() - started_ns - self.given_back_ns)
        if self.is_gone:
            return await self._how_it_ended(), used_ns
        unfinished = self.session.unfinished_text
        self.session.withdraw_request()
        return TimedOut(unfinished, self._stray, self._is_stray_early, self._comments), used_ns

    def _hear_at_once(self) -> Ready | Answer | Fault | None:
        """The answer of a bot that was quick the last time, if it comes as quickly again.

        Waiting at the pipe spares the ply a way round the event loop, which has its turn now and then all the same.
        """
        if self._pulse is None:
            self._pulse = Pulse.of_this_loop()
        is_alone = self._pulse.matches <= 1  # else other matches would wait with this one
        if not self._is_quick or self._at_once >= _AT_ONCE_IN_A_ROW or self.link is None or not is_alone:
            self._at_once = 0
            return None
        self._at_once += 1
        self._outcome = None
        self.link.wait_briefly()
        return self._outcome

    def tell(self, line: bytes) -> None:
        """Send a line at the latest with the next request; at once to a bot that asked for that."""
        if self.is_gone:
            return
        self._pending.append(line)
        if self.events == "at_once":
            self.send_pending()

    def send_pending(self) -> int:
        """Write all that the bot has not been sent yet, in one go; from when on it may answer (perf_counter_ns).

        It is logged before: the time that the transcript takes is ours.
        """
        if self._transcript is not None:
            for line in self._pending:
                self._transcript.write(self.seat, TO_BOT, line.decode().rstrip("\n"))
        sent_ns = time.perf_counter_ns()
        if self._pending and self.link is not None:
            self.link.write(b"".join(self._pending))
        self._pending.clear()
        return sent_ns

    async def end(self) -> None:
        """Send the last messages and end the bot politely, then by force. It has ended even where this raises."""
        try:
            self.send_pending()
        finally:
            self.session.close()
            if self.link is not None:
                await self.link.end()
        if self._broken is None:
            self.complaints.log_rest()

    async def kill(self) -> None:
        """End the bot by force, now. It has ended even where this raises."""
        self.session.close()
        if self.link is not None:
            await self.link.kill()
        if self._broken is None:
            self.complaints.log_rest()

    @property
    def last_words(self) -> str:
        """The last line with something in it that the bot wrote to its standard error; empty if there is none."""
        return self.complaints.last_line

    # -- what the link tells --------------------------------------------------------------------------------

    def heard(self, data: bytes) -> None:
        self._answered_ns = time.perf_counter_ns()
        self.own_lines.add(self._answered_ns, data)
        try:
            self._take_in(data)
        except OSError as error:  # the transcript can't be written; that is for the match to hear, not the loop
            self.broke(error)

    def complained(self, data: bytes) -> None:
        try:
            self.complaints.add(data)
        except OSError as error:
            self.broke(error)

    def gone(self) -> None:
        self.is_gone = True
        self._settle(None)

    # -- inside ---------------------------------------------------------------------------------------------

    def _take_in(self, data: bytes) -> None:
        for said in self.session.hear(data):
            if self._transcript is not None:
                self._log_heard(self._transcript, said)
            if isinstance(said, Answer):
                self._stray, self._is_stray_early, self._comments = "", False, 0
                self._settle(said)
            elif isinstance(said, Fault):
                self._note_fault(said)
            elif isinstance(said, Ready):
                self.name, self.version = said.name, said.version or self.version
                self._settle(said)
            elif isinstance(said, Stray):
                self._stray, self._is_stray_early = said.text, self.session.state is not State.AWAITING_ANSWER
            else:
                self._comments += 1

    def broke(self, error: Exception) -> None:
        """Let the match fail by a fault of ours: now if it waits for this bot, else when it next does."""
        self._broken = self._broken or error
        self._settle(None)

    async def _wait_fairly(self, within_s: float | None, measure: Callable[[], Blame]) -> Ready | Answer | Fault | None:
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

    def _heard_while_measuring(self, blame: Blame) -> Ready | Answer | Fault | None:
        """What came while the referee asked for times. On a busy machine that may take it as long as an answer."""
        if self.link is not None:
            self.link.read_waiting()
        if self._outcome is not None:
            self.given_back_ns = blame.given_back_ns()
        return self._outcome

    def _check_is_not_starved(self, waited_ns: int) -> None:
        if waited_ns > _STARVED_NS:
            raise InfrastructureError(f"seat {self.seat} waited {_STARVED_NS // 10**9} s for a processor")

    async def _wait(self, within_s: float | None) -> Ready | Answer | Fault | None:
        """What settles the wait, None when the time is up or the bot is gone. One timer, no task for it.

        What is heard after the time was up, but before whoever waits has had its turn on the loop, settles it too.
        """
        if self._broken is not None:
            raise self._broken
        loop = asyncio.get_running_loop()
        self._waiting, self._outcome = loop.create_future(), None
        timer = None if within_s is None else loop.call_later(within_s, self._time_is_up)
        try:
            await self._waiting
        finally:
            self._waiting = None
            if timer is not None:
                timer.cancel()
        if self._broken is not None:
            raise self._broken
        return self._outcome

    def _time_is_up(self) -> None:
        """Look once more before judging: what lies in the pipe came in time, and the referee was late."""
        if self.link is not None:
            self.link.read_waiting()
        self._settle(None)

    def _settle(self, outcome: Ready | Answer | Fault | None) -> None:
        if self._outcome is None:
            self._outcome = outcome
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def _note_fault(self, fault: Fault) -> None:
        if fault.code == "flood":
            self.flood = fault
            if self.link is not None:
                self.link.stop_reading()
        elif not self._is_up:
            self.start_fault = self.start_fault or fault
        self._settle(fault)

    async def _how_it_ended(self) -> Gone:
        """What its link says of it; a bot that closed its output is given a moment to end."""
        if self.link is None:
            return Gone(Departure("crash", "was never started"))
        status = await self.link.exit_status(within_s=1.0)
        return Gone(self.link.departure(status), self.session.unfinished_text)

    def _log_heard(self, transcript: Transcript, said: Heard) -> None:
        if isinstance(said, Ready):
            transcript.write(self.seat, FROM_BOT, f"ready {said.name} {said.version}".rstrip())
        elif isinstance(said, Answer):
            transcript.write(self.seat, FROM_BOT, said.raw)
        elif isinstance(said, Comment):
            transcript.write(self.seat, FROM_BOT, said.text)
        else:
            transcript.write(self.seat, STRAY, said.text)


async def end_all(endings: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Wait until every one of these bots has ended, then raise the first failure among them."""
    for failure in await asyncio.gather(*endings, return_exceptions=True):
        if failure is not None:
            raise failure
