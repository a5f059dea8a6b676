"""Cards given in trades against what giver and taker do with everybody else: who is favoured.

A bot that trades much gives everyone many cards, and one that accepts everything gets many from everyone. So what is
to be expected of a pair is the giver's rate times the taker's, fitted to all cards that each gave and got (quasi
independence: Goodman 1968; by iterative proportional fitting). Out of line is a pair that gave at least half as much
again, where the excess over the blocks is not to be put down to chance: one-sided, by the normal distribution, with
error probability 1 percent for all pairs of a tournament together (Holm 1979).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from referee.tournament.standings.intervals import Clusters
from referee.tournament.standings.quantiles import two_sided_tail

_ERROR: Final = 0.01
_EXCESS: Final = 1.5
_LEAST_BLOCKS: Final = 10
"""With fewer blocks the spread between them is not known well enough to speak of chance."""
_ROUNDS: Final = 500
_SETTLED: Final = 1e-9

Flows = Mapping[tuple[int, int], "CardFlow"]


@dataclass(slots=True)
class CardFlow:
    """Cards that one entrant gave another, by block, and how often they met there."""

    meetings: Counter[int] = field(default_factory=Counter)
    cards: Counter[int] = field(default_factory=Counter)

    def add(self, block: int, cards: int) -> None:
        """Count one meeting."""
        self.meetings[block] += 1
        self.cards[block] += cards


@dataclass(frozen=True, slots=True)
class Favour:
    """Cards to be ``expected`` per meeting, how many standard errors more were given (``z``, None where too few blocks
    or no spread allow none), and whether that is out of line."""

    expected: float
    z: float | None
    is_out_of_line: bool


def favours(flows: Flows) -> dict[tuple[int, int], Favour]:
    """The favour of each ordered pair of entrants."""
    expected = _expected(flows)
    scores = {pair: _z(flow, expected[pair]) for pair, flow in flows.items()}
    by_chance = _unlikely({pair: z for pair, z in scores.items() if z is not None})
    return {
        pair: Favour(expected[pair], scores[pair], pair in by_chance and _rate(flow) >= _EXCESS * expected[pair])
        for pair, flow in flows.items()
    }


def _rate(flow: CardFlow) -> float:
    return flow.cards.total() / flow.meetings.total()


def _expected(flows: Flows) -> dict[tuple[int, int], float]:
    """Cards per meeting by the rates of giver and taker that reproduce what each gave and got in all."""
    meetings = {pair: flow.meetings.total() for pair, flow in sorted(flows.items())}
    cards = {pair: flow.cards.total() for pair, flow in sorted(flows.items())}
    gives = dict.fromkeys(sorted({giver for giver, _ in flows}), 1.0)
    gets = dict.fromkeys(sorted({taker for _, taker in flows}), 1.0)
    for _ in range(_ROUNDS):
        before = list(gives.values())
        for giver in gives:
            exposure = sum(met * gets[b] for (a, b), met in meetings.items() if a == giver)
            gives[giver] = sum(n for (a, _), n in cards.items() if a == giver) / exposure if exposure else 0.0
        for taker in gets:
            exposure = sum(met * gives[a] for (a, b), met in meetings.items() if b == taker)
            gets[taker] = sum(n for (_, b), n in cards.items() if b == taker) / exposure if exposure else 0.0
        if all(math.isclose(old, new, rel_tol=_SETTLED) for old, new in zip(before, gives.values(), strict=True)):
            break
    return {(giver, taker): gives[giver] * gets[taker] for giver, taker in meetings}


def _z(flow: CardFlow, expected: float) -> float | None:
    """The excess in standard errors, those from the spread between blocks."""
    blocks = sorted(flow.meetings)
    clusters = Clusters.of([flow.meetings[block] for block in blocks], [flow.cards[block] for block in blocks])
    if len(blocks) < _LEAST_BLOCKS or clusters.deviations_squared() == 0:
        return None
    error = math.sqrt(len(blocks) / (len(blocks) - 1) * clusters.deviations_squared()) / clusters.sizes
    return (clusters.mean - expected) / error


def _unlikely(scores: Mapping[tuple[int, int], float]) -> set[tuple[int, int]]:
    """The pairs whose excess is more than chance, by Holm's step-down rule."""
    found: set[tuple[int, int]] = set()
    for rank, (pair, z) in enumerate(sorted(scores.items(), key=lambda item: (-item[1], item[0]))):
        if z <= 0 or two_sided_tail(z) / 2 > _ERROR / (len(scores) - rank):
            break
        found.add(pair)
    return found
