"""Who came in above whom: each pair of entrants at one table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

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
    meetings: dict[PairOf, Counter[int]] = {}
    above: dict[PairOf, Counter[int]] = {}
    for result in results:
        if result.is_before_first_roll:
            continue
        ranked = [result.entrants[seat] for seat in result.ranking]
        for place, upper in enumerate(ranked):
            for lower in ranked[place + 1 :]:
                if upper != lower:
                    meetings.setdefault((upper, lower), Counter())[result.block] += 1
                    meetings.setdefault((lower, upper), Counter())[result.block] += 1
                    above.setdefault((upper, lower), Counter())[result.block] += 1
    cells = {pair: _encounters(meetings[pair], above.get(pair, Counter())) for pair in sorted(meetings)}
    return Crosstable(tuple(sorted({entrant for entrant, _ in cells})), cells)


def _encounters(meetings: Counter[int], above: Counter[int]) -> Encounters:
    blocks = sorted(meetings)
    share = share_interval(Clusters.of([meetings[block] for block in blocks], [above[block] for block in blocks]))
    return Encounters(meetings.total(), above.total(), share)
