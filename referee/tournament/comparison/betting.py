"""How sure block scores make us of their mean, at whatever moment we look: by betting.

Somebody claims that the mean score of a block is at most m. A gambler who doubts it begins with a wealth of 1 and
stakes a share b of what he has on every block: from a score x he comes out with 1 + b * (x - m) / (1 + m) times his
wealth, which is at least 1 - b times and, if the claim is true, on average no more than he had. By Ville's inequality
(1939) such a wealth ever reaches w in at most 1 of w cases, however long he plays and whenever somebody looks.

Nobody knows the best b beforehand, so there is one gambler for each of ``STAKES``, and what counts is their mean
wealth, for which the same holds. It is the *evidence* against the claim. This is the grid Kelly bet ("hgKelly") of
Waudby-Smith and Ramdas, Estimating means of bounded random variables by betting, J. R. Stat. Soc. B 86 (2024). Each
stake is fixed before the first block, so none can look at the block it is laid on.

All that is assumed of the scores is that they lie from -1 to 1, and that if the claim is true the mean of the next one
is at most m whatever came before. They need not be normal, nor equally distributed. The order of the blocks does not
change the evidence; it decides only when it is looked at.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

STAKES: Final = tuple(twentieths / 20 for twentieths in range(1, 20))
"""Shares of a gambler's wealth, one gambler each: with small ones small differences are found, with large ones large
differences soon."""

Scores = Mapping[float, int]
"""How many blocks had which score: they are few different ones."""

_HALVINGS: Final = 40
"""Of an interval no longer than 2: what is left is less than anybody reads."""


def log_evidence_above(scores: Scores, mean: float) -> float:
    """The natural logarithm of the evidence that the true mean is above ``mean``, which is above -1.

    It falls when ``mean`` rises, and at the mean of the scores themselves it is at most 0.
    """
    logs = [0.0] * len(STAKES)
    for score, blocks in scores.items():
        logs = [log + blocks * gain for log, gain in zip(logs, _log_gains(score, mean), strict=True)]
    # The log of the mean of the wealths, kept from overflowing.
    most = max(logs)
    return most + math.log(math.fsum(math.exp(log - most) for log in logs) / len(logs))


@lru_cache(maxsize=1024)
def _log_gains(score: float, mean: float) -> tuple[float, ...]:
    """By how much a block of this score changes the log wealth of each gambler. A comparison asks for the same few."""
    return tuple(math.log1p(stake * (score - mean) / (1 + mean)) for stake in STAKES)


def log_evidence_below(scores: Scores, mean: float) -> float:
    """The natural logarithm of the evidence that the true mean is below ``mean``, which is below 1."""
    return log_evidence_above(_mirrored(scores), -mean)


def bounds(scores: Scores, needed: float) -> tuple[float, float]:
    """All means against which, either way, the evidence is less than ``needed`` (> 1): the lowest and the highest.

    Over all moments at which one may look, the true mean is ever outside in at most 2 of ``needed`` cases: a confidence
    sequence. The mean of the scores is always inside.
    """
    return _lowest(scores, math.log(needed)), -_lowest(_mirrored(scores), math.log(needed))


def mean_of(scores: Scores) -> float:
    """The mean score of a block; there must have been one."""
    return math.fsum(score * blocks for score, blocks in scores.items()) / sum(scores.values())


def _mirrored(scores: Scores) -> dict[float, int]:
    return {-score: blocks for score, blocks in scores.items()}


def _lowest(scores: Scores, log_needed: float) -> float:
    """By halving: evidence falls from -1, where it has no bound, to the mean of the scores, where it is at most 1."""
    outside, inside = -1.0, max(-1.0, mean_of(scores))
    for _ in range(_HALVINGS):
        middle = (outside + inside) / 2
        if middle == outside or log_evidence_above(scores, middle) < log_needed:
            inside = middle
        else:
            outside = middle
    return outside
