"""Who came in above whom: each pair of entrants at one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from referee.tournament.results import MatchResult
from referee.tournament.standings.intervals import Clusters, share_interval
from referee.tournament.standings.table import Estimate

PairOf = tuple[int, int]
"""Two different entrants, by number; which is first matters."""


@dataclass(frozen=True, slots=True)
class Encounters:
    """How often an entrant came in above another, ``above`` of ``meetings`` at one table, and the share."""

    meetings: int
    above: int
    share: Estimate


@dataclass(frozen=True, slots=True)
class Crosstable:
    """``entrants`` who met another, by number, and of each ordered pair that met how the first did against the second.

    Places count as they stand in the results, forfeits included. Only matches forfeited before the first roll are left
    out, since they must not count for the others.
    """

    entrants: tuple[int, ...]
    cells: Mapping[PairOf, Encounters]


def crosstable(results: Sequence[MatchResult]) -> Crosstable:
    """The cross table of these results, whatever order they come in; intervals as in the standings, over blocks."""
    above: dict[PairOf, dict[int, int]] = {}
    for result in results:
        if result.is_before_first_roll:
            continue
        for pair in combinations([result.entrants[seat] for seat in result.ranking], 2):
            by_block = above.setdefault(pair, {})
            by_block[result.block] = by_block.get(result.block, 0) + 1
    met = sorted({pair for upper, lower in above if upper != lower for pair in ((upper, lower), (lower, upper))})
    cells = {(a, b): _encounters(above.get((a, b), {}), above.get((b, a), {})) for a, b in met}
    return Crosstable(tuple(sorted({entrant for entrant, _ in cells})), cells)


def _encounters(above: Mapping[int, int], below: Mapping[int, int]) -> Encounters:
    """How often the first was above the second, and below, by block."""
    blocks = sorted(above.keys() | below.keys())
    ups = [above.get(block, 0) for block in blocks]
    sizes = [up + below.get(block, 0) for up, block in zip(ups, blocks, strict=True)]
    return Encounters(sum(sizes), sum(ups), share_interval(Clusters.of(sizes, ups)))
