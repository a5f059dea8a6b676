"""The plot of luck against place: how much of the placing was the dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from referee.tournament.pages.measures import LuckByPlace
from referee.tournament.pages.plots import lines
from referee.tournament.pages.plots.axis import BELOW, Scale, label, picture, scale, units, x_axis
from referee.tournament.pages.words import percent

_ROW: Final = 34
_LEFT: Final = 46
_TITLE: Final = "cards of the dice above expectation: mean and middle half"
_ORDINALS: Final = ("1st", "2nd", "3rd", "4th")


def luck_svg(luck: LuckByPlace) -> str:
    """A row a place: the mean as a dot, the middle half as a bar."""
    along = scale([0.0, *(figure for place in luck.places for figure in (place.low, place.high))], _LEFT)
    bottom = _ROW * len(luck.places) + 6
    drawn = [*x_axis(along, 0, bottom, _TITLE), *_rows(along, luck)]
    return picture("luck", bottom + BELOW, "Luck with the dice by place", luck_words(luck), drawn)


def _rows(along: Scale, luck: LuckByPlace) -> Iterator[str]:
    nought = units(along.at(0))
    yield f'<path class="axis" d="M{nought},0V{_ROW * len(luck.places) + 6}"/>'
    for row, place in enumerate(luck.places):
        y = _ROW * row + 20
        left, right = along.at(place.low), along.at(place.high)
        yield label(0, y + 5, _ORDINALS[place.place - 1])
        box = f'x="{units(left)}" y="{y - 8}" width="{units(right - left)}" height="16" rx="3"'
        yield f'<rect class="middle-half" {box}/>'
        yield f'<circle class="dot" cx="{units(along.at(place.mean))}" cy="{y}" r="5"/>'


def luck_text(luck: LuckByPlace) -> str:
    """The same in characters."""
    if not luck.places:
        return "no match yet"
    along = lines.character_scale([0.0, *(f for place in luck.places for f in (place.low, place.high))], 60)
    drawn = [lines.interval_line(along, place.low, place.mean, place.high) for place in luck.places]
    rows = [
        f"{_ORDINALS[place.place - 1]} {line} {round(place.mean, 1) + 0.0:+.1f}"  # + 0.0: no -0.0
        for place, line in zip(luck.places, drawn, strict=True)
    ]
    rows += [f"    {line}" for line in lines.axis_lines(along)]
    return "\n".join(row.rstrip() for row in [*rows, _TITLE])


def luck_words(luck: LuckByPlace) -> str:
    """The correlation as a sentence."""
    if luck.correlation is None:
        return "not enough matches to say how luck and place go together"
    share = percent(luck.correlation**2)
    return (
        f"correlation of luck with place {luck.correlation:+.2f}: {share} of the differences in place go with the "
        f"dice, in {luck.matches} matches without a forfeit"
    )
