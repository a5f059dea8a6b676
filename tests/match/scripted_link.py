"""A bot without a program: what it is written is kept, what it says is scripted."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, NamedTuple

from referee.bots.exit_words import ending
from referee.bots.link import Departure, NoHold, PatientListener


class Later(NamedTuple):
    """What a bot says when it has taken its time; the loop is not held up by it."""

    after_s: float
    said: str


Answering = Callable[[dict[str, Any]], str | bytes | Later | None]


class ScriptedLink(NoHold):
    """A link whose bot says ``ready`` when listened to, and to each request what ``answering`` returns.

    ``waiting`` is what lies in the pipe: it is heard when the referee looks. ``ended`` lists how it was ended.
    """

    def __init__(self, answering: Answering | None = None) -> None:
        self.answering = answering
        self.listener: PatientListener | None = None
        self.writes: list[bytes] = []
        self.waiting: list[bytes] = []
        self.is_read = True
        self.status: int | None = None
        self.ended: list[str] = []

    def listen(self, listener: PatientListener, hello: bytes = b"ready scripted 1\n") -> None:
        self.listener = listener
        if hello:
            listener.heard(hello)

    def say(self, data: bytes) -> None:
        """The bot writes and the referee reads at once."""
        assert self.listener is not None
        if self.is_read:
            self.listener.heard(data)

    def leave(self, status: int | None) -> None:
        """The bot closes its output, ended with this status or not."""
        assert self.listener is not None
        self.status = status
        self.listener.gone()

    def lose(self) -> None:
        """The connection is lost."""
        assert self.listener is not None
        self.listener.lost()

    def messages(self, kind: str | None = None) -> list[dict[str, Any]]:
        """What it was written, in order."""
        messages = [json.loads(line) for line in b"".join(self.writes).splitlines()]
        return [message for message in messages if kind in (None, message["type"])]

    # -- BotLink --------------------------------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        self.writes.append(data)
        for line in data.splitlines():
            message = json.loads(line)
            if message["type"] == "request" and self.answering is not None:
                # Never from within the write: a program is not heard before the loop looks.
                asyncio.get_running_loop().call_soon(self._answer, self.answering, message)

    def _answer(self, answering: Answering, message: dict[str, Any]) -> None:
        said = answering(message)
        if isinstance(said, Later):
            asyncio.get_running_loop().call_later(said.after_s, self.say, f"{said.said}\n".encode())
        elif said is not None:
            self.say(said if isinstance(said, bytes) else f"{said}\n".encode())

    def read_waiting(self) -> None:
        waiting, self.waiting = self.waiting, []
        for data in waiting:
            self.say(data)

    def stop_reading(self) -> None:
        self.is_read = False

    async def exit_status(self, within_s: float) -> int | None:
        return self.status

    def departure(self, status: int | None) -> Departure:
        return Departure("crash", ending(status))

    async def end(self) -> None:
        self.ended.append("end")

    async def kill(self) -> None:
        self.ended.append("kill")
