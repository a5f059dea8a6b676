"""The plot of ratings: a dot and a whisker for each bot, the best on top."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from referee.tournament.pages.names import cut
from referee.tournament.pages.plots import lines
from referee.tournament.pages.plots.axis import BELOW, WIDTH, Scale, label, picture, scale, units, x_axis
from referee.tournament.pages.words import LEVEL_WORDS
from referee.tournament.standings.table import Estimate, Standings

_ROW: Final = 40
"""Height of a bot's row: its name above, its whisker below."""
_LONGEST_NAME: Final = 32
"""Columns of a name that leave room for the figures on its right."""
_TITLE: Final = f"rating, with its {LEVEL_WORDS} interval"


def ratings_svg(standings: Standings, names: Mapping[int, str]) -> str:
    """Every rated bot's rating and interval; ``names`` by entrant number."""
    rated = _rated(standings, names)
    along = scale(figure for _, rating in rated for figure in (rating.low, rating.high))
    bottom = _ROW * len(rated) + 4
    description = "; ".join(f"{name} {_words(rating)}" for name, rating in rated) or "no bot is rated yet"
    drawn = [*x_axis(along, 0, bottom, _TITLE), *_rows(along, rated)]
    return picture("ratings", bottom + BELOW, "Ratings with their intervals", description, drawn)


def _rows(along: Scale, rated: list[tuple[str, Estimate]]) -> Iterator[str]:
    for row, (name, rating) in enumerate(rated):
        y = _ROW * row
        low, middle, high = (units(along.at(figure)) for figure in (rating.low, rating.value, rating.high))
        yield label(along.start, y + 15, cut(name, _LONGEST_NAME))
        yield label(WIDTH - along.start, y + 15, _words(rating), "soft end")
        yield f'<path class="whisker" d="M{low},{y + 22}v10M{low},{y + 27}H{high}M{high},{y + 22}v10"/>'
        yield f'<circle class="dot" cx="{middle}" cy="{y + 27}" r="5"/>'


def ratings_text(standings: Standings, names: Mapping[int, str]) -> str:
    """The same in characters."""
    rated = _rated(standings, names)
    if not rated:
        return "no bot is rated yet"
    along = lines.character_scale((figure for _, rating in rated for figure in (rating.low, rating.high)), 50)
    drawn = [lines.interval_line(along, rating.low, rating.value, rating.high) for _, rating in rated]
    rows = [
        f"{lines.filled(name)} {line} {rating.value:.0f}" for (name, rating), line in zip(rated, drawn, strict=True)
    ]
    rows += [f"{'':{lines.LONGEST_LABEL}} {line}" for line in lines.axis_lines(along)]
    return "\n".join(row.rstrip() for row in [*rows, _TITLE])


def _rated(standings: Standings, names: Mapping[int, str]) -> list[tuple[str, Estimate]]:
    return [(names[row.entrant.number], row.rating) for row in standings.rows if row.rating is not None]


def _words(rating: Estimate) -> str:
    return f"{rating.value:.0f} ({rating.low:.0f} to {rating.high:.0f})"
