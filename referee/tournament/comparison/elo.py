"""A mean block score as a difference on the Elo scale, where the one follows from the other."""

from __future__ import annotations

import math
from typing import Final

from referee.tournament.comparison.score import ScoreBy

_SCALE: Final = 400.0
"""So many points are odds of ten to one."""


def has_elo(by: ScoreBy, field_size: int, seats: int) -> bool:
    """Whether a mean score says how odds stand between NEW and OLD alone.

    In the model of Plackett and Luce, which the ratings of standings come from, NEW is placed above OLD with the odds
    of their strengths, whoever else is there: so it does by places. By wins it does where two NEW share a table with
    two OLD and nobody else; how many matches a field wins is not in the score.
    """
    return by == "places" or (field_size == 0 and seats == 4)


def elo_difference(score: float) -> float:
    """400 * log10((1 + score) / (1 - score)): points that NEW is above OLD. -1 and 1 are infinitely far apart."""
    if abs(score) == 1:
        return math.copysign(math.inf, score)
    return _SCALE * math.log10((1 + score) / (1 - score))
