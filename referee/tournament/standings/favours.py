"""Cards given in trades against what giver and taker do with everybody else: who is favoured.

A bot that trades much gives everyone many cards, and one that accepts everything gets many from everyone. So what is
to be expected of a pair is the giver's rate times the taker's, fitted to all cards that each gave and got (quasi
independence: Goodman 1968; by iterative proportional fitting). Out of line is a pair that gave at least half as much
again, where the excess over the blocks is not to be put down to chance: one-sided, by the normal distribution, with
error probability 1 percent for all pairs of a tournament together (Holm 1979).
"""

from __future__ import annotations

import math
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

    meetings: dict[int, int] = field(default_factory=dict)
    cards: dict[int, int] = field(default_factory=dict)

    def add(self, block: int, meetings: int, cards: int) -> None:
        """Count so many meetings, and the cards given in all of them."""
        self.meetings[block] = self.meetings.get(block, 0) + meetings
        self.cards[block] = self.cards.get(block, 0) + cards

    def clusters(self) -> Clusters:
        """Meetings as sizes and cards as totals, over the blocks."""
        return Clusters.of(list(self.meetings.values()), list(self.cards.values()))


@dataclass(frozen=True, slots=True)
class Favour:
    """Cards to be ``expected`` per meeting, how many standard errors more were given (``z``, None where too few blocks
    or no spread allow none), and whether that is out of line."""

    expected: float
    z: float | None
    is_out_of_line: bool


def favours(flows: Flows) -> dict[tuple[int, int], Favour]:
    """The favour of each ordered pair of entrants."""
    clusters = {pair: flow.clusters() for pair, flow in sorted(flows.items())}
    expected = _expected(clusters)
    scores = {pair: _z(flow, expected[pair]) for pair, flow in clusters.items()}
    unlikely = _unlikely({pair: z for pair, z in scores.items() if z is not None})
    return {
        pair: Favour(expected[pair], scores[pair], pair in unlikely and flow.mean >= _EXCESS * expected[pair])
        for pair, flow in clusters.items()
    }


def _expected(flows: Mapping[tuple[int, int], Clusters]) -> dict[tuple[int, int], float]:
    """Cards per meeting by the rates of giver and taker that reproduce what each gave and got in all."""
    by_giver, by_taker = _Side(), _Side()
    for (giver, taker), flow in flows.items():
        by_giver.add(giver, taker, flow)
        by_taker.add(taker, giver, flow)
    gives, gets = dict.fromkeys(by_giver.met, 1.0), dict.fromkeys(by_taker.met, 1.0)
    for _ in range(_ROUNDS):
        before, gives = gives, by_giver.rates(gets)
        gets = by_taker.rates(gives)
        if all(math.isclose(before[giver], rate, rel_tol=_SETTLED) for giver, rate in gives.items()):
            break
    return {(giver, taker): gives[giver] * gets[taker] for giver, taker in flows}


class _Side:
    """All givers, or all takers: whom each ``met`` how often, and how many ``cards`` passed there in all."""

    def __init__(self) -> None:
        self.met: dict[int, list[tuple[int, int]]] = {}
        self.cards: dict[int, int] = {}

    def add(self, entrant: int, other: int, flow: Clusters) -> None:
        """Count what passed between these two."""
        self.met.setdefault(entrant, []).append((other, flow.sizes))
        self.cards[entrant] = self.cards.get(entrant, 0) + flow.totals

    def rates(self, others: Mapping[int, float]) -> dict[int, float]:
        """Those that reproduce the cards of each, where the others have these rates."""
        exposures = {entrant: sum(times * others[other] for other, times in met) for entrant, met in self.met.items()}
        return {entrant: self.cards[entrant] / exposure if exposure else 0.0 for entrant, exposure in exposures.items()}


def _z(flow: Clusters, expected: float) -> float | None:
    """The excess in standard errors, those from the spread between blocks."""
    if flow.blocks < _LEAST_BLOCKS or flow.deviations_squared() == 0:
        return None
    error = math.sqrt(flow.blocks / (flow.blocks - 1) * flow.deviations_squared()) / flow.sizes
    return (flow.mean - expected) / error


def _unlikely(scores: Mapping[tuple[int, int], float]) -> set[tuple[int, int]]:
    """The pairs whose excess is more than chance, by Holm's step-down rule."""
    found: set[tuple[int, int]] = set()
    for rank, (pair, z) in enumerate(sorted(scores.items(), key=lambda item: (-item[1], item[0]))):
        if z <= 0 or two_sided_tail(z) / 2 > _ERROR / (len(scores) - rank):
            break
        found.add(pair)
    return found
