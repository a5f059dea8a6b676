"""The plot of lengths: how many matches took how many rolls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from referee.replays.report.document import counted
from referee.tournament.pages.measures import Lengths
from referee.tournament.pages.plots.axis import BELOW, WIDTH, Scale, label, picture, scale, units, x_axis
from referee.tournament.pages.plots.bins import Bins, bins

_MOST_BARS: Final = 30
_MOST_LINES: Final = 16
_TOP, _BOTTOM = 24, 190
_LEFT: Final = 40
_BAR: Final = 44
"""Columns of the longest bar in characters."""


def length_svg(lengths: Lengths, roll_cap: int | None) -> str:
    """A histogram of rolls; a dashed line is the roll cap, where matches came near it."""
    ranges = bins(lengths.rolls, _MOST_BARS)
    matches = ranges.filled(lengths.rolls)
    edges = [ranges.first, ranges.first + ranges.size * ranges.count]
    is_near = _is_near(lengths, roll_cap)
    along = scale([*edges, *([roll_cap] if is_near and roll_cap is not None else [])], _LEFT)
    upward = scale([0, max(matches)], _BOTTOM, _TOP, 4)
    drawn = [*_grid(upward), *_bars(along, upward, ranges, matches), *x_axis(along, _BOTTOM, _BOTTOM, "rolls")]
    if is_near and roll_cap is not None:
        x = along.at(roll_cap)
        drawn.append(f'<path class="cap" d="M{units(x)},{_TOP - 6}V{_BOTTOM}"/>')
        drawn.append(label(x, _TOP - 10, f"roll cap {roll_cap}", "cap-words end"))
    return picture("length", _BOTTOM + BELOW, "Length of a match in rolls", length_words(lengths, roll_cap), drawn)


def _grid(upward: Scale) -> Iterator[str]:
    for tick in upward.ticks:
        if tick == int(tick):
            y = units(upward.at(tick))
            yield f'<path class="grid" d="M{_LEFT},{y}H{WIDTH}"/>'
            yield label(_LEFT - 6, upward.at(tick) + 4, str(int(tick)), "soft end")
    yield label(0, 12, "matches", "soft")


def _bars(along: Scale, upward: Scale, ranges: Bins, matches: list[int]) -> Iterator[str]:
    for number, count in enumerate(matches):
        low = ranges.first + number * ranges.size
        left, right, top = along.at(low), along.at(low + ranges.size), upward.at(count)
        if count:
            box = f'x="{units(left + 0.5)}" y="{units(top)}" width="{units(right - left - 1)}"'
            yield f'<rect class="bar" {box} height="{units(_BOTTOM - top)}"/>'


def length_text(lengths: Lengths, roll_cap: int | None) -> str:
    """The same as lying bars."""
    if not lengths.matches:
        return "no match yet"
    ranges = bins(lengths.rolls, _MOST_LINES)
    matches = ranges.filled(lengths.rolls)
    width = max(len(ranges.words(number)) for number in range(ranges.count))
    rows = [
        f"{ranges.words(number):>{width}} rolls |{'#' * round(_BAR * count / max(matches))} {count}"
        for number, count in enumerate(matches)
    ]
    return "\n".join(rows)


def length_words(lengths: Lengths, roll_cap: int | None) -> str:
    """What the picture says, in a sentence."""
    if lengths.median is None:
        return "no match has been played out yet"
    words = f"half of {counted(lengths.matches, 'match', 'matches')} took up to {lengths.median:.0f} rolls"
    if roll_cap is not None or lengths.at_cap:
        which = "a cap" if roll_cap is None else f"a cap (that on rolls is {roll_cap})"
        words += f"; {lengths.at_cap or 'none'} ended at {which}"
    if lengths.cut_short:
        words += f"; {counted(lengths.cut_short, 'match', 'matches')} with a forfeit left out"
    return words


def _is_near(lengths: Lengths, roll_cap: int | None) -> bool:
    """Is the cap worth the room? From half of it on, or where a match was ended by one."""
    return roll_cap is not None and (lengths.at_cap > 0 or 2 * max(lengths.rolls, default=0) > roll_cap)
