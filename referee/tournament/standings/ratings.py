"""Ratings on an Elo-like scale: what is known of them once the whole history was fitted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import msgspec

from referee.tournament.results import MatchResult
from referee.tournament.standings.extra import check_available
from referee.tournament.standings.table import Estimate

MEAN: Final = 1500.0
POINTS_PER_NAT: Final = 400 / math.log(10)
"""400 points between two bots are odds of ten to one, as on Elo's scale: a strength e times another is 173.7 more."""
RESAMPLES: Final = 1000


class SavedRatingsError(ValueError):
    """Text that holds no ratings, or none of this version."""


class Ratings(msgspec.Struct, frozen=True, kw_only=True):
    """The ratings of all entrants that a match said something about, by entrant number.

    ``values``, ``lows`` and ``highs`` are in points, parallel to ``entrants``; ``above[i][j]`` is the share of the
    ``resamples`` in which the i-th of them is rated above the j-th, ties half. ``groups`` are those of them that met
    each other, if only through others: ratings of different groups are not to be compared, each group's are around
    ``MEAN``. ``blocks`` is how many blocks all of this rests on.
    """

    entrants: tuple[int, ...]
    values: tuple[float, ...]
    lows: tuple[float, ...]
    highs: tuple[float, ...]
    above: tuple[tuple[float, ...], ...]
    groups: tuple[tuple[int, ...], ...]
    blocks: int
    resamples: int

    def of(self, entrant: int) -> Estimate | None:
        """The rating of this entrant, None where it has none."""
        if entrant not in self.entrants:
            return None
        index = self.entrants.index(entrant)
        return Estimate(self.values[index], self.lows[index], self.highs[index])

    def probability_above(self, upper: int, lower: int) -> float | None:
        """How probable it is that one entrant is stronger than another; None where their ratings don't compare."""
        if not any(upper in group and lower in group for group in self.groups):
            return None
        return self.above[self.entrants.index(upper)][self.entrants.index(lower)]


def fit(results: Sequence[MatchResult], resamples: int = RESAMPLES) -> Ratings:
    """Fit the whole history anew, as ``referee.tournament.standings.refit`` says; its order changes nothing.

    Raises ``StatsUnavailable``.
    """
    check_available()
    from referee.tournament.standings.refit import refit

    return refit(results, resamples)


def fit_points(results: Sequence[MatchResult]) -> dict[int, float]:
    """The ratings alone, by entrant, of all that ``fit`` would rate. Raises ``StatsUnavailable``."""
    check_available()
    from referee.tournament.standings.refit import point_ratings

    return point_ratings(results)


def encode_ratings(ratings: Ratings) -> str:
    """These ratings as JSON, to be saved until there are more results."""
    return msgspec.json.encode(ratings).decode()


def decode_ratings(text: str) -> Ratings:
    """The ratings in this JSON, exactly as they were. Raises ``SavedRatingsError``."""
    try:
        return msgspec.json.decode(text, type=Ratings)
    except msgspec.DecodeError as error:
        raise SavedRatingsError(f"these are no saved ratings: {error}") from error
