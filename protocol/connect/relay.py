"""What becomes of each line between a program and its referee, over one connection after another. No I/O and no clock.

The program notices nothing of a connection that is lost and made again: `ready` is said for it, `match_start` and
events that it has seen are not passed on again, and an answer that may not have arrived is given once more.
"""

import re
from typing import NamedTuple

import msgspec

_ADDRESSED = re.compile(rb"\s*@(\d{1,18})\s")
_NOTHING = (b"", b"#")


class ToProgram(NamedTuple):
    """Pass this line on to the program."""

    line: bytes


class ToReferee(NamedTuple):
    """Send this line to the referee."""

    line: bytes


class StartOver(NamedTuple):
    """The match that the program plays is no more, and another has begun: that is for the program started anew."""


Step = ToProgram | ToReferee | StartOver


class _Message(msgspec.Struct):
    """What matters here of any message; what the referee may add later is passed on unread."""

    type: str
    match_id: str = ""
    id: int = -1
    ply: int = -1
    history: list[msgspec.Raw] = []


class Relay:
    """One program in one match. Lines have their line end."""

    def __init__(self) -> None:
        self._ready = b""
        self.match_id = ""
        """The match that the program plays, from when it has been told of it."""
        self._is_joined = False
        """Whether the match has been announced on the present connection: before that nothing is an answer there."""
        self._next_ply = 0
        self._request_id = -1
        self._answer, self._is_answer_sent = b"", False
        self._error = b""
        self.is_over = False
        """Whether the program has been sent the end of its match."""

    @property
    def is_ready(self) -> bool:
        """Whether the program has said `ready`, so that a connection is worth making."""
        return bool(self._ready)

    def connected(self) -> list[Step]:
        """There is a connection, the first or another."""
        return [ToReferee(self._ready)]

    def disconnected(self) -> None:
        """It is lost: what the program says now is kept if it answers the open request, and else dropped."""
        self._is_joined = self._is_answer_sent = False

    def from_program(self, line: bytes) -> list[Step]:
        """The program has written this line."""
        is_said = line.strip()[:1] not in _NOTHING
        if is_said and not self._ready:
            self._ready = line
        elif is_said and self._is_answer(line):
            self._answer, self._is_answer_sent = line, self._is_joined
        return [ToReferee(line)] if self._is_joined else []

    def _is_answer(self, line: bytes) -> bool:
        addressed = _ADDRESSED.match(line)
        is_open = self._request_id >= 0 and not self._answer
        return is_open and (addressed is None or int(addressed[1]) == self._request_id)

    def from_referee(self, line: bytes) -> list[Step]:
        """The referee has sent this line. Raises `msgspec.DecodeError` for what is no message."""
        message = msgspec.json.decode(line, type=_Message)
        if message.type == "match_start":
            return self._begin(message, line)
        if message.type == "event":
            return self._tell_event(message.ply, line)
        if message.type == "request":
            return self._ask(message.id, line)
        if message.type == "error":
            return self._tell_error(line)
        self.is_over = self.is_over or message.type == "match_end"
        return [ToProgram(line)]

    def _begin(self, message: _Message, line: bytes) -> list[Step]:
        if self.match_id not in ("", message.match_id):
            return [StartOver()]
        self._is_joined = True
        is_new, self.match_id = not self.match_id, message.match_id
        untold = [
            step
            for event in message.history
            for step in self._tell_event(msgspec.json.decode(event, type=_Message).ply, bytes(event) + b"\n")
        ]
        return [ToProgram(line)] if is_new else untold

    def _tell_event(self, ply: int, line: bytes) -> list[Step]:
        if ply < self._next_ply:
            return []
        self._next_ply = ply + 1
        return [ToProgram(line)]

    def _tell_error(self, line: bytes) -> list[Step]:
        if line == self._error:  # it names its request, so the same error is the same fault
            return []
        self._error = line
        return [ToProgram(line)]

    def _ask(self, request_id: int, line: bytes) -> list[Step]:
        if request_id != self._request_id:
            self._request_id, self._answer = request_id, b""
            return [ToProgram(line)]
        if not self._answer or self._is_answer_sent:
            return []
        self._is_answer_sent = True
        return [ToReferee(self._answer)]
