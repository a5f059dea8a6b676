"""A bar on the terminal for work that takes a while, and the lines of its results above it."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Final, Self

from rich.progress import Progress

from referee.console import Console

_OFTEN: Final = 10
"""So many times a second the bar is drawn."""


class LinesWithBar:
    """Prints results on standard output; where standard error is a terminal, a bar there shows how much is done.

    A context manager: leaving it takes the bar away. ``steps`` is how many steps the whole takes; of one there is no
    bar.
    """

    def __init__(self, what: str, steps: int) -> None:
        has_bar = steps > 1 and Console(stderr=True).is_terminal
        # Where both streams go to the terminal one console writes to it, or bar and lines would overwrite each other.
        self._is_shared = has_bar and sys.stdout.isatty()
        self._bar = Progress(
            console=Console(stderr=not self._is_shared), transient=True, disable=not has_bar,
            refresh_per_second=_OFTEN, redirect_stdout=False, redirect_stderr=False,
        )  # fmt: skip
        self._task = self._bar.add_task(what, total=steps)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._bar.stop()

    def print(self, line: str) -> None:
        """A line of results, as it is."""
        if self._is_shared:
            self._bar.console.print(line, soft_wrap=True, markup=False, highlight=False, emoji=False)
        else:
            print(line, flush=True)

    def step(self) -> None:
        """One step more is done."""
        self._bar.advance(self._task)
