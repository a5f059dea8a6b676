"""One bot in one match: what it is sent, what it is asked, and what its silence means."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Iterable
from dataclasses import dataclass
from typing import Any, Final

from protocol.session import Answer, BotSession, Comment, Fault, Heard, Ready, State, Stray
from protocol.vocabulary import EventDelivery
from referee.bots.link import BotLink, Departure
from referee.match.transcript import FROM_BOT, STDERR, STRAY, TO_BOT, Transcript

_QUICK_NS: Final = 500_000
_AT_ONCE_IN_A_ROW: Final = 32
STDERR_BYTES: Final = 256 * 1024
"""How much of a bot's standard error is kept: the last of it, where tracebacks stand."""


@dataclass(frozen=True, slots=True)
class TimedOut:
    """No answer in time, and what came instead, so that the author may be told.

    ``unfinished`` is a line that lacks its end. ``stray`` is the last line that answered nothing, ``is_early`` if
    it came before it could have been an answer; ``comments`` counts those. All since the bot's last answer.
    """

    unfinished: str = ""
    stray: str = ""
    is_early: bool = False
    comments: int = 0


@dataclass(frozen=True, slots=True)
class Gone:
    """The bot ended, closed its output or lost its connection. ``unfinished`` is a line that lacks its end."""

    departure: Departure
    unfinished: str = ""


Reply = Answer | Fault | TimedOut | Gone


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
        self.start_fault: Fault | None = None
        self.stderr = bytearray()
        self._transcript = transcript
        self._pending: list[bytes] = []
        self._waiting: asyncio.Future[Ready | Answer | Fault | None] | None = None
        self._answered_ns = 0
        self._is_quick, self._at_once = False, 0
        self._outcome: Ready | Answer | Fault | None = None
        self._is_up = False
        self._broken: Exception | None = None
        self._stray, self._is_stray_early, self._comments = "", False, 0
        self._stderr_room = STDERR_BYTES
        self._stderr_line = bytearray()

    # -- what the match asks --------------------------------------------------------------------------------

    async def ready(self, within_s: float | None) -> bool:
        """Wait until the bot has said ``ready``; False if it did not in time, ended, or said something else."""
        if self.link is not None and not self.is_gone and self.session.state is State.AWAITING_READY:
            await self._wait(within_s)
        self._is_up = self.session.state is State.IDLE and self.start_fault is None
        return self._is_up

    async def ask(self, request_id: int, request: bytes, within_ns: int | None) -> tuple[Reply, int]:
        """Send what is pending and the request in one write; the reply, and the nanoseconds that it took.

        What the bot said before it was asked is read first and is stray, so it can't pass for the answer.
        """
        if self.link is not None:
            self.link.read_waiting()
        if self.flood is not None:
            return self.flood, 0
        if self.is_gone or self.link is None:
            return await self._how_it_ended(), 0
        self._pending.append(request)
        self.session.expect_answer(request_id)
        started_ns = self.send_pending()
        heard = self._hear_at_once()
        if heard is None and not self.is_gone:
            heard = await self._wait(None if within_ns is None else within_ns / 1e9)
        if isinstance(heard, (Answer, Fault)):
            used_ns = self._answered_ns - started_ns
            self._is_quick = used_ns < _QUICK_NS
            return heard, used_ns
        used_ns = time.perf_counter_ns() - started_ns
        if self.is_gone:
            return await self._how_it_ended(), used_ns
        unfinished = self.session.unfinished_text
        self.session.withdraw_request()
        return TimedOut(unfinished, self._stray, self._is_stray_early, self._comments), used_ns

    def _hear_at_once(self) -> Ready | Answer | Fault | None:
        """The answer of a bot that was quick the last time, if it comes as quickly again.

        Waiting at the pipe spares the ply a way round the event loop, which has its turn now and then all the same.
        """
        if not self._is_quick or self._at_once >= _AT_ONCE_IN_A_ROW or self.link is None:
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
        self._log_last_words()

    async def kill(self) -> None:
        """End the bot by force, now. It has ended even where this raises."""
        self.session.close()
        if self.link is not None:
            await self.link.kill()
        self._log_last_words()

    @property
    def last_words(self) -> str:
        """The last line with something in it that the bot wrote to its standard error; empty if there is none."""
        lines = self.stderr[-STDERR_BYTES:].decode("utf-8", "replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    # -- what the link tells --------------------------------------------------------------------------------

    def heard(self, data: bytes) -> None:
        self._answered_ns = time.perf_counter_ns()
        try:
            self._take_in(data)
        except OSError as error:  # the transcript can't be written; that is for the match to hear, not the loop
            self.broke(error)

    def complained(self, data: bytes) -> None:
        self.stderr += data
        if len(self.stderr) > 2 * STDERR_BYTES:
            del self.stderr[:-STDERR_BYTES]
        if self._transcript is not None and self._stderr_room > 0:
            try:
                self._log_complaint(self._transcript, data)
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
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(error)

    async def _wait(self, within_s: float | None) -> Ready | Answer | Fault | None:
        """What settles the wait, None when the time is up or the bot is gone. One timer, no task for it."""
        if self._broken is not None:
            raise self._broken
        loop = asyncio.get_running_loop()
        self._waiting = loop.create_future()
        timer = None if within_s is None else loop.call_later(within_s, self._time_is_up)
        try:
            return await self._waiting
        finally:
            self._waiting = None
            if timer is not None:
                timer.cancel()

    def _time_is_up(self) -> None:
        """Look once more before judging: what lies in the pipe came in time, and the referee was late."""
        if self.link is not None:
            self.link.read_waiting()
        self._settle(None)

    def _settle(self, outcome: Ready | Answer | Fault | None) -> None:
        self._outcome = outcome
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(outcome)

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

    def _log_complaint(self, transcript: Transcript, data: bytes) -> None:
        """Whole lines of standard error, up to as much as is kept of it."""
        kept = data[: self._stderr_room]
        self._stderr_room -= len(data)
        self._stderr_line += kept
        lines: list[bytearray] = []
        if b"\n" in kept:
            *lines, self._stderr_line = self._stderr_line.split(b"\n")
        if self._stderr_room <= 0:
            lines += [self._stderr_line, bytearray(b"(more on standard error is not logged)")]
            self._stderr_line = bytearray()
        for line in lines:
            transcript.write(self.seat, STDERR, line.decode("utf-8", "replace"))

    def _log_last_words(self) -> None:
        """A last line of standard error without its end, as a program leaves that was killed."""
        if self._transcript is not None and self._stderr_line and self._broken is None:
            self._transcript.write(self.seat, STDERR, self._stderr_line.decode("utf-8", "replace"))
            self._stderr_line.clear()

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
