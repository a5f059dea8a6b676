"""The plot of points: for each bot, how often it ended with how many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from referee.tournament.pages.names import cut
from referee.tournament.pages.plots import lines
from referee.tournament.pages.plots.axis import WIDTH, label, picture, round_step, units
from referee.tournament.pages.plots.bins import Bins, bins
from referee.tournament.pages.words import percent
from referee.tournament.standings.table import Standings

Counts = Mapping[int, Mapping[int, int]]
"""Entrant number -> points -> how often."""

_MOST_BARS: Final = 14
_GAP: Final = 16
_CELL: Final = (WIDTH - _GAP) / 2
_HEIGHT: Final = 96
_BARS_TOP, _BARS_BOTTOM = 24, 74
_LONGEST_NAME: Final = 21
"""Columns of a name above a histogram."""


def points_svg(standings: Standings, names: Mapping[int, str], counts: Counts) -> str:
    """A small histogram for each bot in the order of the table, two beside each other, all to one scale."""
    numbers = [row.entrant.number for row in standings.rows if counts.get(row.entrant.number)]
    ranges = bins((points for number in numbers for points in counts[number]), _MOST_BARS)
    tallest = max((share for number in numbers for share in _shares(ranges, counts[number])), default=1.0)
    drawn = [
        line
        for place, number in enumerate(numbers)
        for line in _histogram(place, names[number], ranges, counts[number], tallest)
    ]
    description = "; ".join(f"{names[number]} {_mean(counts[number]):.1f} on average" for number in numbers)
    height = _HEIGHT * ((len(numbers) + 1) // 2)
    return picture("points", max(height, 20), "Points at the end of a match", description or "no match yet", drawn)


def _histogram(place: int, name: str, ranges: Bins, counts: Mapping[int, int], tallest: float) -> Iterator[str]:
    left, top = (_CELL + _GAP) * (place % 2), _HEIGHT * (place // 2)
    bottom, width = top + _BARS_BOTTOM, _CELL / ranges.count
    step = int(round_step(max(ranges.size, ranges.size * ranges.count / 4)))
    yield label(left, top + 15, cut(name, _LONGEST_NAME))
    yield label(left + _CELL, top + 15, f"{_mean(counts):.1f}", "soft end")
    for number, share in enumerate(_shares(ranges, counts)):
        x, height = left + number * width, share / tallest * (_BARS_BOTTOM - _BARS_TOP)
        if share:
            box = f'x="{units(x + 1)}" y="{units(bottom - height)}" width="{units(width - 2)}" height="{units(height)}"'
            yield f'<rect class="bar" {box}/>'
        if (least := ranges.first + number * ranges.size) % step == 0:
            yield label(x + width / 2, bottom + 14, str(least), "soft middle")
    yield f'<path class="axis" d="M{units(left)},{units(bottom)}h{units(_CELL)}"/>'


def points_text(standings: Standings, names: Mapping[int, str], counts: Counts) -> str:
    """The same as a table of percentages: a line a bot, a column for each number of points."""
    numbers = [row.entrant.number for row in standings.rows if counts.get(row.entrant.number)]
    if not numbers:
        return "no match yet"
    ranges = bins((points for number in numbers for points in counts[number]), 13)
    headings = [ranges.words(number) for number in range(ranges.count)]
    width = max(4, *(len(heading) + 1 for heading in headings))
    rows = [_text_row("points", headings, "mean", width)]
    for number in numbers:
        cells = [percent(share).removesuffix(" %") if share else "." for share in _shares(ranges, counts[number])]
        rows.append(_text_row(names[number], cells, f"{_mean(counts[number]):.1f}", width))
    return "\n".join([*rows, "how many of 100 matches ended with so many points"])


def _text_row(name: str, cells: list[str], mean: str, width: int) -> str:
    return f"{lines.filled(name)}{''.join(cell.rjust(width) for cell in cells)} {mean:>5}"


def _shares(ranges: Bins, counts: Mapping[int, int]) -> list[float]:
    filled = ranges.filled(counts)
    return [number / sum(filled) for number in filled]


def _mean(counts: Mapping[int, int]) -> float:
    return sum(points * times for points, times in counts.items()) / sum(counts.values())
