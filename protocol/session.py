"""One bot's side of the conversation: what may come when, and what a line means. No I/O and no clock.

The referee feeds what it has read to `BotSession.hear` and says with `expect_answer` when it has written a request.
Everything the session holds or lets through is bounded by its `Limits`, whatever the bot sends.
"""

import re
from dataclasses import dataclass
from enum import Enum
from typing import Literal, NoReturn

from msgspec import Struct

from protocol.errors import ProtocolMisuseError
from protocol.lines import MAX_LINE_BYTES, Discarded, LineBuffer, Overlong

FaultCode = Literal["malformed", "line_too_long", "not_utf8", "flood"]

NAME_PATTERN = r"[A-Za-z0-9._-]{1,32}"
VERSION_PATTERN = r"[!-~]{1,32}"
_READY = re.compile(rf"ready +({NAME_PATTERN})(?: +({VERSION_PATTERN}))?")
_ADDRESSED = re.compile(r"@([0-9]{1,18})(?: +(.*))?", re.DOTALL)
_STRIPPED = " \r"


@dataclass(frozen=True)
class Limits:
    """Ceilings in bytes; `chatter_bytes` is for comments and strays of a match together, line ends included."""

    line_bytes: int = MAX_LINE_BYTES
    chatter_bytes: int = 64 * 1024


class State(Enum):
    """What the session waits for."""

    AWAITING_READY = "awaiting_ready"
    IDLE = "idle"
    AWAITING_ANSWER = "awaiting_answer"
    CLOSED = "closed"


class Ready(Struct, frozen=True):
    """The bot is up. `version` is empty where it gave none."""

    name: str
    version: str


class Answer(Struct, frozen=True):
    """The answer to the request that was waiting; `raw` is the line as sent, its `@<id>` included."""

    text: str
    raw: str


class Stray(Struct, frozen=True):
    """A line that nobody waited for, or that belongs to another request. Never taken as a later answer."""

    text: str


class Comment(Struct, frozen=True):
    """A line beginning with `#`, for the transcript."""

    text: str


class Fault(Struct, frozen=True):
    """A line that can't be taken for what was expected, or too much chatter; `detail` tells the author why."""

    code: FaultCode
    detail: str
    text: str


Heard = Ready | Answer | Stray | Comment | Fault


class BotSession:
    """The state machine of one conversation; one instance per bot and match.

    Of a bot that `has_played` a match before by the same pipes, what comes ahead of its `ready` belongs to that match.
    """

    def __init__(self, limits: Limits | None = None, *, has_played: bool = False) -> None:
        self._limits = limits or Limits()
        self._lines = LineBuffer(self._limits.line_bytes)
        self._state = State.AWAITING_READY
        self._has_played = has_played
        self._request_id = -1
        self._attempt = 0
        self._begun_before_request = False
        self._chatter_bytes = 0
        self.name = ""
        self.version = ""
        self.uses_ids = False
        """Whether the bot has addressed an answer with `@<id>`; it must then do so always."""

    @property
    def state(self) -> State:
        return self._state

    @property
    def unfinished_text(self) -> str:
        """A line that lacks its end so far: worth showing to an author whose bot seems to say nothing."""
        return self._lines.partial.decode("utf-8", "replace")

    def expect_answer(self, request_id: int, attempt: int = 1) -> None:
        """A request has been written. Raises ProtocolMisuseError where the session is not idle."""
        if self._state is not State.IDLE:
            self._refuse("expect_answer")
        self._state = State.AWAITING_ANSWER
        self._request_id = request_id
        self._attempt = attempt
        # A line begun before the request was seen can't be an answer to it.
        self._begun_before_request = bool(self._lines.partial.strip(b" \r"))

    def withdraw_request(self) -> None:
        """The referee no longer waits (time is up): what still comes is stray. ProtocolMisuseError if it did not."""
        if self._state is not State.AWAITING_ANSWER:
            self._refuse("withdraw_request")
        self._state = State.IDLE
        self._begun_before_request = False

    def begin_again(self) -> None:
        """The bot has lost its connection: on another it must say `ready` first; what was left unfinished is forgotten.

        That it uses ids stays known, and how much chatter there was.
        """
        if self._state is not State.CLOSED:
            self._state = State.AWAITING_READY
            self._lines = LineBuffer(self._limits.line_bytes)
            self._begun_before_request = False

    def close(self) -> None:
        """Drop everything that is heard from now on."""
        self._state = State.CLOSED

    def hear(self, data: bytes) -> list[Heard]:
        """Take bytes as they were read; return what they mean, in order, under the present state.

        An answer, or a fault in its place, leaves the session idle: the rest of the data is judged as stray.
        """
        heard: list[Heard] = []
        if self._state is State.CLOSED:
            return heard
        for framed in self._lines.feed(data):
            if isinstance(framed, Discarded):
                self._count_chatter(framed.count, heard)
            elif isinstance(framed, Overlong):
                self._hear_overlong(framed.head, heard)
            else:
                self._hear_line(framed, heard)
        return heard

    def _hear_line(self, line: bytes, heard: list[Heard]) -> None:
        begun_before, self._begun_before_request = self._begun_before_request, False
        size = len(line) + 1
        try:
            text = line.decode().strip(_STRIPPED)
            is_utf8 = True
        except UnicodeDecodeError:
            text = line.decode("utf-8", "replace").strip(_STRIPPED)
            is_utf8 = False
        if not text:
            self._count_chatter(size, heard)
        elif text[0] == "#":
            self._add_chatter(Comment(text), size, heard)
        elif self._state is State.AWAITING_ANSWER and not begun_before:
            if is_utf8:
                self._hear_reply(text, size, heard)
            else:
                self._fault("not_utf8", "an answer must be UTF-8, plain ASCII is best", text, heard)
        elif self._state is State.AWAITING_READY:
            self._hear_ready(text, is_utf8, size, heard)
        else:
            self._note_id(text)
            self._add_chatter(Stray(text), size, heard)

    def _hear_ready(self, text: str, is_utf8: bool, size: int, heard: list[Heard]) -> None:
        found = _READY.fullmatch(text)
        if found:
            self.name = found[1]
            self.version = found[2] or ""
            self._state = State.IDLE
            heard.append(Ready(self.name, self.version))
            return
        if self._is_of_match_before(text):
            self._add_chatter(Stray(text), size, heard)
            return
        if is_utf8:
            self._fault("malformed", _why_not_ready(text), text, heard)
        else:
            self._fault("not_utf8", "the `ready` line must be UTF-8", text, heard)
        self._count_chatter(size, heard)

    def _is_of_match_before(self, text: str) -> bool:
        return self._has_played and self._state is State.AWAITING_READY and not _is_ready(text)

    def _hear_reply(self, text: str, size: int, heard: list[Heard]) -> None:
        if text[0] == "@":
            self._hear_addressed(text, size, heard)
        elif _is_ready(text):  # of a bot that says it at every start: an answer it can't be
            self._add_chatter(Stray(text), size, heard)
        elif self.uses_ids:
            detail = f"a bot that has used @<id> must use it always: expected @{self._request_id} {text}"
            self._fault("malformed", detail, text, heard)
        else:
            self._state = State.IDLE
            heard.append(Answer(text, text))

    def _hear_addressed(self, text: str, size: int, heard: list[Heard]) -> None:
        found = _ADDRESSED.fullmatch(text)
        if not found:
            self._fault("malformed", "expected @<id> <action>, <id> being the request's number", text, heard)
            return
        self.uses_ids = True
        if int(found[1]) != self._request_id:
            self._add_chatter(Stray(text), size, heard)
        elif not found[2]:
            self._fault("malformed", f"no action after @{found[1]}: expected @{found[1]} <action>", text, heard)
        else:
            self._state = State.IDLE
            heard.append(Answer(found[2], text))

    def _hear_overlong(self, head: bytes, heard: list[Heard]) -> None:
        begun_before, self._begun_before_request = self._begun_before_request, False
        text = head.decode("utf-8", "replace").lstrip(_STRIPPED)
        if text.startswith("#"):
            self._add_chatter(Comment(text), self._limits.line_bytes, heard)
        elif self._state is State.IDLE or begun_before:
            self._note_id(text)
            self._add_chatter(Stray(text), self._limits.line_bytes, heard)
        elif self._is_of_match_before(text):
            self._add_chatter(Stray(text), self._limits.line_bytes, heard)
        else:
            detail = f"a line has at most {self._limits.line_bytes} bytes"
            self._fault("line_too_long", detail, text, heard)

    def _fault(self, code: FaultCode, detail: str, text: str, heard: list[Heard]) -> None:
        if self._state is State.AWAITING_ANSWER:
            self._state = State.IDLE
            if self._attempt > 1:
                detail += f" (request {self._request_id}, attempt {self._attempt})"
        heard.append(Fault(code, detail, text))

    def _note_id(self, text: str) -> None:
        if text[:1] == "@" and _ADDRESSED.fullmatch(text):
            self.uses_ids = True

    def _add_chatter(self, said: Comment | Stray, size: int, heard: list[Heard]) -> None:
        if self._count_chatter(size, heard):
            heard.append(said)

    def _count_chatter(self, size: int, heard: list[Heard]) -> bool:
        """Whether it may still be passed on; over the cap it no longer is, and the first time that is a fault."""
        limit = self._limits.chatter_bytes
        was_over = self._chatter_bytes > limit
        self._chatter_bytes += size
        is_over = self._chatter_bytes > limit
        if is_over and not was_over:
            detail = f"comments, blank lines and lines nobody asked for have at most {limit} bytes a match"
            heard.append(Fault("flood", detail, ""))
        return not is_over

    def _refuse(self, call: str) -> NoReturn:
        raise ProtocolMisuseError(f"{call} while the session is {self._state.value}")


def _is_ready(text: str) -> bool:
    return text == "ready" or text.startswith("ready ")


def _why_not_ready(text: str) -> str:
    if not _is_ready(text):
        return "the first line must be: ready <name> [<version>]"
    return (
        "ready takes a name of 1 to 32 characters out of A-Z a-z 0-9 . _ -"
        " and, if wanted, a version of 1 to 32 printable ASCII characters without spaces"
    )
