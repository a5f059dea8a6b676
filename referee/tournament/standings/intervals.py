"""Intervals of shares and means out of blocks, whose matches are not independent.

Matches of a block share island, dice and deck, so what is counted is blocks: each is a cluster in the sense of survey
sampling, and the spread between blocks says how much the matches of all of them are worth.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul
from typing import Final

from referee.tournament.standings.quantiles import normal_quantile, t_quantile
from referee.tournament.standings.table import LEVEL, Estimate

_VAGUE_BLOCKS: Final = 2
_VAGUE_SPREAD: Final = 2.0
"""What ``mean_interval`` takes for known of the spread before any block was played."""


@dataclass(frozen=True, slots=True)
class Clusters:
    """Sizes and totals over blocks, summed: all that an interval needs of them.

    ``sizes`` and ``totals`` are the sums over the blocks of the number of seats and of what is averaged; the other
    three the sums of their squares and products.
    """

    blocks: int
    sizes: int
    totals: int
    sizes_squared: int
    totals_squared: int
    products: int

    @classmethod
    def of(cls, sizes: Sequence[int], totals: Sequence[int]) -> Clusters:
        """Those of these blocks, each with a size of at least 1."""
        return cls(
            len(sizes),
            sum(sizes),
            sum(totals),
            sum(map(mul, sizes, sizes)),
            sum(map(mul, totals, totals)),
            sum(map(mul, sizes, totals)),
        )

    @property
    def mean(self) -> float:
        """What is averaged, per seat."""
        return self.totals / self.sizes

    def deviations_squared(self) -> float:
        """The squared distances of the blocks' totals from what their sizes and the mean make expect, summed."""
        mean = self.mean
        return max(0.0, self.totals_squared - 2 * mean * self.products + mean**2 * self.sizes_squared)


def share_interval(clusters: Clusters, level: float = LEVEL) -> Estimate:
    """A share of seats, of wins for example, with its interval; see ``bounded_interval``."""
    return bounded_interval(clusters, 1, clusters.mean * (1 - clusters.mean), level)


def bounded_interval(clusters: Clusters, top: float, spread: float, level: float = LEVEL) -> Estimate:
    """A mean of values from 0 to ``top``, whose variance is ``spread``, with an interval that stays within.

    Wilson's score interval (1927) of mean / top, as if that were the share of so many independent matches as have the
    variance of the mean: their number over ``design_effect``, times top's variance over theirs. It is widened for few
    blocks by Student's t over the normal quantile, squared (Korn and Graubard 1998), but never beyond what it is when
    the matches of a block are all alike: with a single block only that is safe.
    """
    share = clusters.mean / top
    effect = design_effect(clusters, spread)
    if clusters.blocks > 1:
        widened = effect * (t_quantile(level, clusters.blocks - 1) / normal_quantile(level)) ** 2
        effect = min(widened, _alike(clusters))
    binary = share * (1 - share) * top**2
    narrower = spread / binary if binary > 0 and spread > 0 else 1.0
    wilson = _wilson(share, clusters.sizes / (effect * narrower), normal_quantile(level))
    return Estimate(wilson.value * top, wilson.low * top, wilson.high * top)


def design_effect(clusters: Clusters, spread: float) -> float:
    """How many times the variance of the mean is that of as many independent values (Kish 1965).

    The variance is the ratio estimator's between blocks (Cochran, Sampling Techniques, 1977, 6.12); ``spread`` is that
    of a single value. Kept between 1, all matches independent, and what it is when those of a block are all alike,
    which is also the answer where there is one block only.
    """
    if clusters.blocks == 1:
        return _alike(clusters)
    if spread == 0:
        return 1.0
    between = clusters.blocks / (clusters.blocks - 1) * clusters.deviations_squared() / clusters.sizes**2
    return min(max(between / (spread / clusters.sizes), 1.0), _alike(clusters))


def mean_interval(clusters: Clusters, level: float = LEVEL) -> Estimate:
    """A mean per seat of values of at least 0, points in particular, with its interval.

    Student's t with the variance of the ratio estimator between blocks (Cochran 1977, 6.12), to which a vague guess is
    added in the way of a conjugate prior, as if two more blocks had been seen, each two points per match from the
    mean: so that one block has an interval, and two that agree by chance are not taken for certain.
    """
    seats_per_block = clusters.sizes / clusters.blocks
    freedom = _VAGUE_BLOCKS + clusters.blocks - 1
    vague = _VAGUE_BLOCKS * (_VAGUE_SPREAD * seats_per_block) ** 2
    variance = (vague + clusters.deviations_squared()) / freedom
    margin = t_quantile(level, freedom) * math.sqrt(clusters.blocks * variance) / clusters.sizes
    return Estimate(clusters.mean, max(0.0, clusters.mean - margin), clusters.mean + margin)


def _alike(clusters: Clusters) -> float:
    """The design effect when all values of a block are the same."""
    return clusters.sizes_squared / clusters.sizes


def _wilson(share: float, cases: float, z: float) -> Estimate:
    centre = (share + z**2 / (2 * cases)) / (1 + z**2 / cases)
    margin = z / (1 + z**2 / cases) * math.sqrt(share * (1 - share) / cases + z**2 / (4 * cases**2))
    # Rounding must not put an interval's end beyond what it holds.
    return Estimate(share, min(max(0.0, centre - margin), share), max(min(1.0, centre + margin), share))
