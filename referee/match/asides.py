"""What a bot says beside its answers, for its author should no answer come."""

from __future__ import annotations

from referee.bots.doing import Doing
from referee.match.replies import TimedOut


class Asides:
    """Comments and stray lines since the bot's last answer."""

    def __init__(self) -> None:
        self._stray, self._is_early, self._comments = "", False, 0
        self._has_answered = False

    def begin_again(self) -> None:
        """The bot has answered: what it said before explains nothing any more."""
        self._stray, self._is_early, self._comments = "", False, 0
        self._has_answered = True

    def stray(self, text: str, *, is_early: bool) -> None:
        """A line that answered nothing; ``is_early``: it came when nothing had been asked."""
        self._stray, self._is_early = text, is_early

    def comment(self) -> None:
        """One comment more."""
        self._comments += 1

    def timed_out(self, unfinished: str, doing: Doing | None) -> TimedOut:
        """That no answer came, and these instead: see ``TimedOut``."""
        return TimedOut(unfinished, self._stray, self._is_early, self._comments, doing, self._has_answered)
