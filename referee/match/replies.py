"""What may come of a request to a bot."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.session import Answer, Fault
from referee.bots.doing import Doing
from referee.bots.link import Departure


@dataclass(frozen=True, slots=True)
class TimedOut:
    """No answer in time, and what came instead, so that the author may be told.

    ``unfinished`` is a line that lacks its end. ``stray`` is the last line that answered nothing, ``is_early`` if
    it came before it could have been an answer; ``comments`` counts those. All since the bot's last answer.
    ``doing`` is what the bot did at that moment, as far as that is known; ``has_answered``: it had answered before.
    """

    unfinished: str = ""
    stray: str = ""
    is_early: bool = False
    comments: int = 0
    doing: Doing | None = None
    has_answered: bool = False


@dataclass(frozen=True, slots=True)
class Gone:
    """The bot ended, closed its output or lost its connection. ``unfinished`` is a line that lacks its end."""

    departure: Departure
    unfinished: str = ""


Reply = Answer | Fault | TimedOut | Gone
