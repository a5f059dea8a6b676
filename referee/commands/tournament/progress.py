"""How a running tournament is shown: on a terminal a bar and the table, else a line for each block."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

from rich.console import Group, RenderableType
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.text import Text

from referee.console import Console
from referee.replays.render.escape import printable
from referee.streams import say
from referee.tournament.agenda import Agenda
from referee.tournament.pace import Pace

_LONGEST_NEWS = 2_000


class Announcer:
    """Tells on standard error how a tournament goes; the matches that are played are its ``agenda``'s.

    ``picture`` is drawn below the bar and drawn anew with each block, where standard error is a terminal; elsewhere
    ``line`` says how it stands, if there is one.
    """

    def __init__(self, name: str, picture: Callable[[], RenderableType], line: Callable[[], str] | None = None) -> None:
        self._name, self._picture, self._line = name, picture, line
        self._agenda: Agenda | None = None
        self._pace: Pace | None = None
        self._live: Live | None = None
        self._bar = Progress(
            TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[left]}")
        )
        self._task = self._bar.add_task(name, total=None, left="")
        self._played = 0
        self._shown: RenderableType = Text()

    @contextmanager
    def watching(self, agenda: Agenda, pace: Pace) -> Iterator[None]:
        """Show it while this lasts."""
        self._agenda, self._pace = agenda, pace
        console = Console(stderr=True)
        if not console.is_terminal:
            yield
            return
        self._shown = self._picture()
        with Live(self._drawn(), console=console, transient=True, refresh_per_second=4, redirect_stdout=False) as live:
            self._live = live
            try:
                yield
            finally:
                self._live = None

    def played(self) -> None:
        """One match more is stored."""
        self._played += 1
        if self._live is not None:
            self._live.update(self._drawn())

    def block_closed(self, number: int) -> None:
        """A block is whole."""
        if self._live is not None:
            self._shown = self._picture()
            self._live.update(self._drawn())
        else:
            say(f"block {number} is whole; {self._left_words()}")
            if self._line is not None:
                say(self._line())

    def news(self, text: str) -> None:
        """Something that the organiser should know, above the bar."""
        line = printable(text, _LONGEST_NEWS)
        if self._live is not None:
            self._live.console.print(Text(line), soft_wrap=True)
        else:
            say(line)

    def _drawn(self) -> RenderableType:
        assert self._agenda is not None, "drawn while it is watched"
        left = self._agenda.matches_left
        total = None if left is None else self._played + left
        self._bar.update(self._task, completed=self._played, total=total, left=self._time_words(left))
        return Group(self._bar, self._shown)

    def _left_words(self) -> str:
        assert self._agenda is not None, "told while it is watched"
        left = self._agenda.matches_left
        if left is None:
            return f"{self._played} matches played"
        return f"{left} matches left{self._time_words(left)}"

    def _time_words(self, left: int | None) -> str:
        assert self._pace is not None, "told while it is watched"
        time_left = None if left is None else self._pace.time_for(left)
        return "" if time_left is None else f", about {span_words(time_left)}"


def span_words(span: timedelta) -> str:
    """A span of time as people say it: ``40 s``, ``12 min``, ``3 h 20 min``, ``5 days``."""
    seconds = round(span.total_seconds())
    if seconds < 100:
        return f"{seconds} s"
    minutes = round(seconds / 60)
    if minutes < 100:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours < 48 else f"{round(hours / 24)} days"
