"""What a match needs of a way to reach a bot; a process is one, a scripted stand-in in a test another."""

from __future__ import annotations

from typing import Literal, NamedTuple, Protocol


class Departure(NamedTuple):
    """How a bot left before its match was over: the kind of fault, and what it did, in words after "seat 2"."""

    kind: Literal["crash", "disconnect"]
    words: str


class Listener(Protocol):
    """Who is told what comes from the bot."""

    def heard(self, data: bytes) -> None:
        """Bytes came from the bot's standard output."""

    def complained(self, data: bytes) -> None:
        """Bytes came from the bot's standard error."""

    def gone(self) -> None:
        """Nothing more will come: the bot closed its standard output or ended. Told once."""

    def broke(self, error: Exception) -> None:
        """The way to the bot failed by a fault of ours."""


class BotLink(Protocol):
    """One bot, as far away as it may be."""

    def write(self, data: bytes) -> None:
        """Send; what the bot does not read at once is kept and sent as it reads. Never blocks, never raises."""

    def read_waiting(self) -> None:
        """Tell the listener now what has already arrived."""

    def wait_briefly(self) -> None:
        """Tell the listener what arrives within a millisecond, without going round the event loop.

        A link that can't be waited for so does nothing.
        """

    def stop_reading(self) -> None:
        """Take nothing more from the bot, which has said too much."""

    async def exit_status(self, within_s: float) -> int | None:
        """How the program ended (negative: by that signal), None if it is still running after this long."""

    def departure(self, status: int | None) -> Departure:
        """What it means that nothing more comes, with the exit status where there is one."""

    async def end(self) -> None:
        """Close its input, then ask, then force; what ``kill`` says holds when this returns."""

    async def kill(self) -> None:
        """End it by force at once, and all that it started in its own process group.

        A process that has left the group outlives this: keeping it in is the work of a sandbox.
        """
