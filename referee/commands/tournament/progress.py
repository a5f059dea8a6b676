"""How a running tournament is shown: on a terminal a bar and the table, else a line for each block."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from rich.console import Group, RenderableType
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.text import Text

from referee.console import Console
from referee.replays.render.escape import printable
from referee.streams import say
from referee.tournament.agenda import Agenda
from referee.tournament.pace import Pace
from referee.tournament.pages.words import duration_words

_LONGEST_NEWS = 2_000
_SPARED: Final = 20
"""So many times as long as the table took to be made it stays as it is: with many matches that takes a while."""


class Announcer:
    """Tells on standard error how a tournament goes; the matches that are played are its ``agenda``'s.

    Where standard error is a terminal, ``picture`` is drawn below the bar, and anew with a block, but not so often that
    it holds up the matches; elsewhere ``line`` says how it stands, if there is one.
    """

    def __init__(self, name: str, picture: Callable[[], RenderableType], line: Callable[[], str] | None = None) -> None:
        self._picture, self._line = picture, line
        self._agenda: Agenda | None = None
        self._pace: Pace | None = None
        self._live: Live | None = None
        self._bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[left]}"),
        )
        self._task = self._bar.add_task(name, total=None, left="")
        self._played = 0
        self._shown: RenderableType = Text()
        self._shown_until = 0.0

    @contextmanager
    def watching(self, agenda: Agenda, pace: Pace) -> Iterator[None]:
        """Show it while this lasts."""
        self._agenda, self._pace = agenda, pace
        console = Console(stderr=True)
        if not console.is_terminal:
            yield
            return
        self._draw_picture()
        with Live(self._drawn(), console=console, transient=True, refresh_per_second=4, redirect_stdout=False) as live:
            self._live = live
            try:
                yield
            finally:
                self._live = None

    def played(self) -> None:
        """One match more is over."""
        self._played += 1
        if self._live is not None:
            self._live.update(self._drawn())

    def block_closed(self, number: int) -> None:
        """A block is whole."""
        if self._live is not None:
            if time.monotonic() >= self._shown_until:
                self._draw_picture()
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

    def _draw_picture(self) -> None:
        begun_s = time.monotonic()
        self._shown = self._picture()
        self._shown_until = time.monotonic() + _SPARED * (time.monotonic() - begun_s)

    def _drawn(self) -> RenderableType:
        assert self._agenda is not None, "drawn while it is watched"
        left = self._agenda.matches_left
        total = None if left is None else self._played + left
        self._bar.update(
            self._task, completed=self._played, total=total, left=self._time_words(left).removeprefix(", ")
        )
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
        return "" if time_left is None else f", about {duration_words(time_left)}"
