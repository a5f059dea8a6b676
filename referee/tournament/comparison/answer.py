"""Is NEW better than OLD? Block scores one after another, until that is answered at a stated error rate."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import Final, Literal

from referee.tournament.comparison.betting import bounds, log_evidence_above, log_evidence_below, mean_of

Answer = Literal["better", "worse", "equal"]
"""Of NEW, beside OLD; ``equal`` is within the margin that was asked for."""

ERROR: Final = 0.05
"""The error rate where none is asked for."""
_LARGEST: Final = 1e300
"""Evidence beyond it is shown as this much; a float holds little more."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How a comparison stands.

    ``score`` is the mean of the block scores so far, and ``low`` to ``high`` the interval that holds the true mean at
    all times at once with a probability of 1 - ``error``; without a block they are 0, -1 and 1. ``better`` and
    ``worse`` are the evidence for the two answers (see ``betting``), of which one must reach ``needed``. ``margin`` is
    how far from 0 a mean may be to count as equal, None where that was not asked. ``answer`` is None while there is
    none.
    """

    blocks: int
    score: float
    low: float
    high: float
    better: float
    worse: float
    needed: float
    error: float
    margin: float | None
    answer: Answer | None


class Comparison:
    """Takes the scores of whole blocks in the order of their numbers, and knows the answer as soon as there is one.

    ``better`` is the answer when the evidence against "the mean is at most 0" reaches 2 / ``error``, ``worse`` when
    that against "the mean is at least 0" does: each is wrong in at most ``error`` / 2 of all comparisons, and of two
    equal bots one is found to be better in at most ``error`` of them, though it is looked at after every block. It is
    the same as to wait until the interval of ``Progress`` leaves out 0. With a ``margin`` it is ``equal`` when the
    interval lies within ``margin`` of 0; that too is wrong in at most ``error`` / 2 of comparisons of bots that differ
    by more.

    The order matters to these promises: blocks must not come in the order in which they happen to be finished, since
    short matches are finished first, and may favour one of the two.

    Raises ``ValueError`` for an ``error`` or ``margin`` that is not between 0 and 1.
    """

    def __init__(self, *, error: float = ERROR, margin: float | None = None) -> None:
        if not 0 < error < 1:
            raise ValueError(f"the error rate must be between 0 and 1, not {error}")
        if margin is not None and not 0 < margin < 1:
            raise ValueError(f"the margin must be between 0 and 1, not {margin}")
        self._error, self._margin = error, margin
        self._needed = 2 / error
        self._scores: Counter[float] = Counter()
        self._answer: Answer | None = None

    @property
    def answer(self) -> Answer | None:
        """The first answer there was: it stays, whatever later blocks say. None while there is none."""
        return self._answer

    def add(self, score: float) -> None:
        """One more block. Raises ``ValueError`` for a score that is not from -1 to 1."""
        if not -1 <= score <= 1:
            raise ValueError(f"a block score is from -1 to 1, not {score}")
        self._scores[score] += 1
        if self._answer is None:
            self._answer = self._found()

    def progress(self) -> Progress:
        """How it stands now."""
        blocks = self._scores.total()
        low, high = bounds(self._scores, self._needed) if blocks else (-1.0, 1.0)
        return Progress(
            blocks=blocks,
            score=mean_of(self._scores) if blocks else 0.0,
            low=low,
            high=high,
            better=_number(log_evidence_above(self._scores, 0.0)),
            worse=_number(log_evidence_below(self._scores, 0.0)),
            needed=self._needed,
            error=self._error,
            margin=self._margin,
            answer=self._answer,
        )

    def _found(self) -> Answer | None:
        log_needed = math.log(self._needed)
        if log_evidence_above(self._scores, 0.0) >= log_needed:
            return "better"
        if log_evidence_below(self._scores, 0.0) >= log_needed:
            return "worse"
        if self._margin is not None and self._is_within(self._margin, log_needed):
            return "equal"
        return None

    def _is_within(self, margin: float, log_needed: float) -> bool:
        """Whether the interval lies within the margin, without finding its ends."""
        is_above = log_evidence_above(self._scores, -margin) >= log_needed
        return is_above and log_evidence_below(self._scores, margin) >= log_needed


def _number(logarithm: float) -> float:
    return math.exp(min(logarithm, math.log(_LARGEST)))
