"""What a match needs of a way to reach a bot; a process is one, a scripted stand-in in a test another."""

from __future__ import annotations

from typing import Literal, NamedTuple, Protocol

from referee.bots.cpu_times import ProcessorUse, ThreadTimes
from referee.bots.doing import Doing


class InfrastructureError(OSError):
    """The machine failed the match, by no doing of a bot's: it is void. The text says what failed."""

    def __init__(self, words: str) -> None:
        super().__init__(0, words)

    def __str__(self) -> str:
        return str(self.strerror)


class Departure(NamedTuple):
    """How a bot left before its match was over: the kind of fault, and what it did, in words after "seat 2"."""

    kind: Literal["crash", "disconnect", "memory"]
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


class PatientListener(Listener, Protocol):
    """Who is also told that a bot may come back: what can be said by a link over a network."""

    def lost(self) -> None:
        """The connection is lost; the bot may come back by another and say ``ready`` there. ``write`` is in vain."""


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

    def freeze(self) -> None:
        """Let the bot not run until it is thawed; a link that has no hold of its bot does nothing."""

    def thaw(self) -> None:
        """Let it run again, from where it was."""

    def thread_times(self) -> ThreadTimes:
        """How long the bot's threads ran and waited for a processor; nothing where that can't be known."""

    def ready_threads(self) -> frozenset[int]:
        """Those of its threads that run now or are ready to; none where that can't be known."""

    def processor_use(self) -> ProcessorUse:
        """How long the bot's processes ran, or others; nothing where that can't be known."""

    def doing(self) -> Doing | None:
        """What the bot does at this moment in place of an answer; None where that can't be known."""

    async def exit_status(self, within_s: float) -> int | None:
        """How the program ended (negative: by that signal), None if it is still running after this long."""

    def departure(self, status: int | None) -> Departure:
        """What it means that nothing more comes, with the exit status where there is one.

        Raises ``OSError`` where that is no doing of the bot's.
        """

    def let_go(self) -> bool:
        """Does a bot that did nothing wrong in its match stay for another? Then it is not heard any more until then."""

    async def end(self) -> None:
        """Close its input, then ask, then force; what ``kill`` says holds when this returns."""

    async def kill(self) -> None:
        """End it by force at once, with all that it started, and wait until nothing of it is left."""


class NoHold:
    """What a link answers that has no hold of its bot: a person, or a program that somebody else started."""

    def wait_briefly(self) -> None:
        """Nobody answers that soon."""

    def freeze(self) -> None:
        """It runs as it likes."""

    def thaw(self) -> None:
        """It was never stopped."""

    def let_go(self) -> bool:
        return False

    def thread_times(self) -> ThreadTimes:
        return {}

    def ready_threads(self) -> frozenset[int]:
        return frozenset()

    def processor_use(self) -> ProcessorUse:
        return ProcessorUse()

    def doing(self) -> Doing | None:
        return None
