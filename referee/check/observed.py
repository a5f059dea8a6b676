"""What a trial shows of its bot: everything it said and how long it took, noted where the referee hears it."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec
from msgspec import Struct

from protocol.lines import MAX_LINE_BYTES
from protocol.messages import Error, decode_message
from protocol.session import Answer, BotSession, Comment, Heard, State, Stray
from referee.match.player import Player
from referee.match.replies import Reply

MISHEARD: Final = "end_turn"
"""What a first answer is taken for where it is to be refused: in the setup it is an action, and never legal."""
_KEPT_BYTES: Final = 4096
_ADDRESS: Final = re.compile(rb"@[0-9]+ +")
_ERROR: Final = b'{"type":"error"'
_NO_ANSWERS: Final = (b"#", b"ready")
"""Comments, and the ``ready`` of a bot that says it twice, which may come when it has been asked already."""


class ListeningSession(BotSession):
    """The session of one bot that takes note of what it hears, and of the manner in which that is written.

    ``strays`` are those that came while it was in time; ``said_late`` is the beginning of what came after the bot was
    told the end. ``chatter`` is bytes of comments and strays, ``longest_answer`` is bytes too. With ``mishears``
    the first answer is heard as ``MISHEARD``, with the id that the bot gave, so that the match refuses it as it would
    refuse any other.
    """

    def __init__(self, *, mishears: bool = False) -> None:
        super().__init__()
        self.strays: list[str] = []
        self.chatter = self.longest_answer = 0
        self.uses_crlf = False
        self.said_late = b""
        self.has_misheard = False
        self._is_late = False
        self._mishears = mishears
        self._held = b""
        self._before = b""

    def hear(self, data: bytes) -> list[Heard]:
        self.uses_crlf = self.uses_crlf or b"\r\n" in self._before + data
        self._before = data[-1:]
        if self.state is State.CLOSED:
            self.said_late = (self.said_late + data)[:_KEPT_BYTES]
        elif self._mishears and self.state is State.AWAITING_ANSWER:
            data = self._change(data)
        heard = super().hear(data)
        for said in heard:
            self._note(said)
        return heard

    def withdraw_request(self) -> None:
        super().withdraw_request()
        self._is_late = True

    def _change(self, data: bytes) -> bytes:
        """The same with another action in the first answer. What is no whole line yet is held back, up to a limit."""
        *lines, rest = (self._held + data).split(b"\n")
        for number, line in enumerate(lines):
            if line.strip() and not line.lstrip().startswith(_NO_ANSWERS):
                found = _ADDRESS.match(line)
                lines[number] = (found[0] if found else b"") + MISHEARD.encode()
                self._mishears, self.has_misheard = False, True
                return b"\n".join([*lines, rest])
        if len(rest) > MAX_LINE_BYTES:  # it is no answer, and to be judged as what it is
            self._mishears = False
            return b"\n".join([*lines, rest])
        self._held = rest
        return b"".join(line + b"\n" for line in lines)

    def _note(self, said: Heard) -> None:
        if isinstance(said, Stray):
            if not self._is_late:
                self.strays.append(said.text)
            self.chatter += len(said.text.encode()) + 1
        elif isinstance(said, Comment):
            self.chatter += len(said.text.encode()) + 1
        elif isinstance(said, Answer):
            self.longest_answer = max(self.longest_answer, len(said.raw.encode()))


@dataclass(frozen=True, slots=True)
class Exchange:
    """A request and what came of it, with the nanoseconds that the bot's clock was charged.

    ``attempt`` is the request's. ``is_misheard`` says that the answer was taken for another one, and ``error`` is what
    the bot was told of it where it was not accepted.
    """

    attempt: int
    reply: Reply
    used_ns: int
    is_misheard: bool = False
    error: Error | None = None

    @property
    def answer(self) -> Answer | None:
        return self.reply if isinstance(self.reply, Answer) else None


class _Asked(Struct):
    attempt: int


class ObservedPlayer(Player):
    """A player that notes what passes between the referee and its bot, and changes nothing of it."""

    def __init__(self, seat: int, *rest: Any, mishears: bool = False, started_ns: int, **options: Any) -> None:
        super().__init__(seat, *rest, **options)
        self.session: ListeningSession = ListeningSession(mishears=mishears)
        self.exchanges: list[Exchange] = []
        self.ready_ns: int | None = None
        """From the start of the program to its ``ready``, less what was not its doing; None: it never was."""
        self._started_ns = started_ns
        self._decoder = msgspec.json.Decoder(_Asked)

    async def ready(self, within_s: float | None) -> bool:
        is_ready = await super().ready(within_s)
        if is_ready:
            self.ready_ns = max(0, time.perf_counter_ns() - self._started_ns - self.given_back_ns)
        return is_ready

    async def ask(self, request_id: int, request: bytes, within_ns: int | None) -> tuple[Reply, int]:
        had_misheard = self.session.has_misheard
        reply, used_ns = await super().ask(request_id, request, within_ns)
        is_misheard = self.session.has_misheard and not had_misheard
        self.exchanges.append(Exchange(self._decoder.decode(request).attempt, reply, used_ns, is_misheard))
        return reply, used_ns

    def tell(self, line: bytes) -> None:
        if line.startswith(_ERROR):
            error = decode_message(line)
            assert isinstance(error, Error)
            if self.exchanges:
                self.exchanges[-1] = replace(self.exchanges[-1], error=error)
        super().tell(line)

    @property
    def spoke_late(self) -> str:
        """The first line that came only after the match had ended for the bot; empty if none did."""
        return self.session.said_late.decode("utf-8", "replace").strip().partition("\n")[0].strip()
