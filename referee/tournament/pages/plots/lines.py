"""Plots in characters: an interval on a line, and an axis below; plain ASCII, so that every terminal shows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rich.cells import set_cell_size

from referee.tournament.pages.names import cut
from referee.tournament.pages.plots.axis import Scale, scale, tick_words

WIDTH: Final = 78
"""Columns of a plot: as many as the narrowest usual terminal has, with two to spare."""
LONGEST_LABEL: Final = 20
"""Columns for the name of what a line is about."""


def character_scale(values: Iterable[float], columns: int) -> Scale:
    """A scale on so many columns, from 0."""
    return scale(values, 0, columns - 1, max(2, columns // 7))


def interval_line(along: Scale, low: float, value: float, high: float) -> str:
    """``|---o---|`` where the interval lies; the value is an ``o``."""
    columns = [" "] * (round(along.end) + 1)
    start, middle, end = (round(along.at(figure)) for figure in (low, value, high))
    columns[start : end + 1] = "-" * (end + 1 - start)
    columns[start] = columns[end] = "|"
    columns[middle] = "o"
    return "".join(columns)


def axis_lines(along: Scale) -> Iterator[str]:
    """A line with a ``+`` at each tick, and below it their values, as many as have room."""
    columns = round(along.end) + 1
    rule, values = ["-"] * columns, ""
    for tick in along.ticks:
        at, words = round(along.at(tick)), tick_words(tick)
        rule[at] = "+"
        start = max(0, min(at - len(words) // 2, columns - len(words)))
        if not values or start > len(values):
            values = values.ljust(start) + words
    yield "".join(rule)
    yield values


def filled(name: str, columns: int = LONGEST_LABEL) -> str:
    """A name that is cut or filled with blanks to take so many columns."""
    return set_cell_size(cut(name, columns, ".."), columns)
