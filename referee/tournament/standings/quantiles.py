"""Quantiles and tails of the distributions that intervals and tests rest on, so that a table needs no extra."""

from __future__ import annotations

import math
from statistics import NormalDist


def normal_quantile(level: float) -> float:
    """How many standard deviations to either side of the mean hold ``level`` of a normal distribution."""
    return NormalDist().inv_cdf((1 + level) / 2)


def t_quantile(level: float, freedom: int) -> float:
    """The same for Student's t with ``freedom`` degrees of freedom, at least 1.

    Exact for one and two degrees; from three on the expansion about the normal quantile of Abramowitz and Stegun,
    26.7.5, which is right to one part in five hundred at 95 percent and better with every degree more.
    """
    upper = (1 + level) / 2
    if freedom == 1:
        return math.tan(math.pi * (upper - 0.5))
    if freedom == 2:
        return (2 * upper - 1) * math.sqrt(1 / (2 * upper * (1 - upper)))
    z = normal_quantile(level)
    return (
        z
        + (z**3 + z) / 4 / freedom
        + (5 * z**5 + 16 * z**3 + 3 * z) / 96 / freedom**2
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384 / freedom**3
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160 / freedom**4
    )


def chi_square_tail(value: float, freedom: int) -> float:
    """How probable a chi-square value of at least this is, with ``freedom`` degrees of freedom, at least 1.

    By the recurrence in steps of two degrees (Abramowitz and Stegun, 26.4.8), from the exact tails of one and two.
    """
    half = value / 2
    tail, reached = (math.erfc(math.sqrt(half)), 1) if freedom % 2 else (math.exp(-half), 2)
    while reached < freedom:
        tail += math.exp(-half) * half ** (reached / 2) / math.gamma(reached / 2 + 1)
        reached += 2
    return tail


def two_sided_tail(z: float) -> float:
    """How probable a standard normal value at least this far from 0 is."""
    return math.erfc(abs(z) / math.sqrt(2))
