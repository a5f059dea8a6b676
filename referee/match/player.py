"""One bot in one match: what it is sent, what it is asked, and what its silence means."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from protocol.session import Answer, BotSession, Fault, Ready, State, Stray
from protocol.vocabulary import EventDelivery
from referee.bots.doing import Doing
from referee.bots.link import BotLink, Departure
from referee.match.asides import Asides
from referee.match.blame import Blame
from referee.match.complaints import Complaints
from referee.match.own_lines import OwnLines
from referee.match.patience import Patience
from referee.match.quick_wait import QuickWait
from referee.match.replies import Gone, Reply
from referee.match.retelling import Retelling
from referee.match.transcript import TO_BOT, Transcript


class Player:
    """The referee's side of one bot. ``link`` is how it is reached, None if it could not be started.

    With ``has_played`` its process has played another match before.
    """

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
        has_played: bool = False,
    ) -> None:
        self.seat = seat
        self.link = link
        self.name = name
        self.version = version
        self.events = events
        self.session = BotSession(has_played=has_played)
        self.flood: Fault | None = None
        self.start_error = start_error
        self.is_gone = link is None
        """Whether nothing more will come from the bot."""
        self.is_away = False
        """Whether it has lost its connection, and may come back."""
        self._patience = Patience(seat, link)
        self._freeze = freeze
        self._born_ns = None if has_played else time.perf_counter_ns()
        self.start_fault: Fault | None = None
        self.complaints = Complaints(seat, transcript)
        self.own_lines = OwnLines(time.perf_counter_ns())
        self._transcript = transcript
        self._pending: list[bytes] = []
        self._answered_ns = 0
        self._quick_wait = QuickWait()
        self._is_up = False
        self._retelling = Retelling()
        self._asides = Asides()
        self.doing_when_late: Doing | None = None
        """What it did when the time for ``ready`` was up, as far as that is known."""

    # -- what the match asks --------------------------------------------------------------------------------

    async def ready(self, within_s: float | None) -> bool:
        """Wait until the bot has said ``ready``; False if it did not in time, ended, or said something else."""
        link = self.link
        if link is not None and self._may_become_ready:
            await self._patience.wait_fairly(within_s, lambda: Blame(link, newborn_since_ns=self._born_ns))
            if self.is_away and self._may_become_ready:  # it was there, and lost its connection in the same moment
                await self._patience.wait_fairly(within_s, lambda: Blame(link))
        self._is_up = self.session.state is State.IDLE and self.start_fault is None
        if link is not None and self._may_become_ready:
            self.doing_when_late = link.doing()
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
        self._patience.given_back_ns = 0
        if self.link is not None:
            self.link.read_waiting()
        if self.flood is not None:
            return self.flood, 0
        if self.is_gone or self.link is None:
            return await self._how_it_ended(), 0
        self._pending.append(request)
        self._retelling.request = request_id, request
        if not self.is_away:
            self.session.expect_answer(request_id)
        if self._freeze:
            self.link.thaw()
        try:
            return await self._exchange(self.link, within_ns)
        finally:
            self._retelling.request = None
            if self._freeze:
                self.link.freeze()

    async def _exchange(self, link: BotLink, within_ns: int | None) -> tuple[Reply, int]:
        """Send, and wait for what comes of it."""
        started_ns = self.send_pending()
        heard = self._hear_at_once(link)
        if heard is None and not self.is_gone:
            within_s = None if within_ns is None else within_ns / 1e9
            heard = await self._patience.wait_fairly(within_s, lambda: Blame(link))
        if isinstance(heard, (Answer, Fault)):
            took_ns = self._answered_ns - started_ns
            self._quick_wait.answer_took(took_ns)
            return heard, max(0, took_ns - self.given_back_ns)
        used_ns = max(0, time.perf_counter_ns() - started_ns - self.given_back_ns)
        if self.is_gone or self.is_away:
            return await self._how_it_ended(), used_ns
        timed_out = self._asides.timed_out(self.session.unfinished_text, link.doing())
        self.session.withdraw_request()
        return timed_out, used_ns

    def _hear_at_once(self, link: BotLink) -> Ready | Answer | Fault | None:
        """The answer of a bot that was quick the last time, if it comes as quickly again."""
        if not self._quick_wait.pays():
            return None
        self._patience.outcome = None
        link.wait_briefly()
        return self._patience.outcome

    def begin(self, opening: Callable[[], list[bytes]]) -> None:
        """Send the first lines of the match, and again, as they are then, should the bot lose its connection."""
        self._retelling.opening = opening
        if not self.is_away:
            self._pending += opening()
            self.send_pending()

    def reproach(self, line: bytes) -> None:
        """Tell the bot of a fault; again if it has lost its connection before it has answered better."""
        self._retelling.reproach = line
        self.tell(line)

    def tell(self, line: bytes) -> None:
        """Send a line at the latest with the next request; at once to a bot that asked for that."""
        if self.is_gone or self.is_away:
            return
        self._pending.append(line)
        if self.events == "at_once":
            self.send_pending()

    def send_pending(self) -> int:
        """Write all that the bot has not been sent yet, in one go; from when on it may answer (perf_counter_ns).

        One that is away is told it when it comes back. It is logged before: the time that the transcript takes is ours.
        """
        if self.is_away:
            self._pending.clear()
        elif self._transcript is not None:
            for line in self._pending:
                self._transcript.write(self.seat, TO_BOT, line.decode().rstrip("\n"))
        sent_ns = time.perf_counter_ns()
        if self._pending and self.link is not None:
            self.link.write(b"".join(self._pending))
        self._pending.clear()
        return sent_ns

    async def part(self) -> None:
        """Send the last messages; then the bot, which did nothing wrong, stays for another match or ends."""
        stays = False
        try:
            self.send_pending()
            stays = self.link is not None and self.link.let_go()
        finally:
            if not stays:
                await self.end()
        if stays:
            self.session.close()
            self._log_rest()

    async def end(self) -> None:
        """Send the last messages and end the bot politely, then by force. It has ended even where this raises."""
        try:
            self.send_pending()
        finally:
            self.session.close()
            if self.link is not None:
                try:
                    self.link.read_waiting()  # what lies there was written before
                    self.own_lines.input_is_closed(time.perf_counter_ns())
                finally:
                    await self.link.end()
        self._log_rest()

    async def kill(self) -> None:
        """End the bot by force, now. It has ended even where this raises."""
        self.session.close()
        if self.link is not None:
            await self.link.kill()
        self._log_rest()

    @property
    def given_back_ns(self) -> int:
        """How much of the last wait for the bot was not its doing."""
        return self._patience.given_back_ns

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
        self.is_gone = self._patience.is_gone = True
        self._patience.settle(None)

    def lost(self) -> None:
        self.is_away = True
        self._pending.clear()
        self.session.begin_again()

    def broke(self, error: Exception) -> None:
        """Let the match fail by a fault of ours: now if it waits for this bot, else when it next does."""
        self._patience.break_off(error)

    # -- inside ---------------------------------------------------------------------------------------------

    def _take_in(self, data: bytes) -> None:
        for said in self.session.hear(data):
            if self._transcript is not None:
                self._transcript.heard(self.seat, said)
            if isinstance(said, Answer):
                self._asides.begin_again()
                self._retelling.reproach = b""
                self._patience.settle(said)
            elif isinstance(said, Fault):
                self._note_fault(said)
            elif isinstance(said, Ready):
                self._note_ready(said)
            elif isinstance(said, Stray):
                self._asides.stray(said.text, is_early=self.session.state is not State.AWAITING_ANSWER)
            else:
                self._asides.comment()

    def _note_ready(self, ready: Ready) -> None:
        """It is up; or again, after its connection was lost, with the name that it has had so far."""
        self.is_away = False
        if self._retelling.opening is not None:
            self._catch_up()
            return
        self.name, self.version = ready.name, ready.version or self.version
        self._patience.settle(ready)

    def _catch_up(self) -> None:
        """Tell a bot that has come back all that has happened, and ask again what it had been asked."""
        self._pending = self._retelling.lines()
        if self._retelling.request is not None:
            self.session.expect_answer(self._retelling.request[0])
        self.send_pending()

    def _note_fault(self, fault: Fault) -> None:
        if fault.code == "flood":
            self.flood = fault
            if self.link is not None:
                self.link.stop_reading()
        elif not self._is_up:
            self.start_fault = self.start_fault or fault
        self._patience.settle(fault)

    async def _how_it_ended(self) -> Gone:
        """What its link says of it; a bot that closed its output is given a moment to end."""
        if self.link is None:
            return Gone(Departure("crash", "was never started"))
        status = await self.link.exit_status(within_s=1.0)
        return Gone(self.link.departure(status), self.session.unfinished_text)

    def _log_rest(self) -> None:
        """Not where the transcript can't be written: that has been told."""
        if self._patience.broken is None:
            self.complaints.log_rest()


async def end_all(endings: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Wait until every one of these bots has ended, then raise the first failure among them."""
    for failure in await asyncio.gather(*endings, return_exceptions=True):
        if failure is not None:
            raise failure
