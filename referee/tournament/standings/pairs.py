"""What each pair of entrants did for and to each other, so that collusion shows.

Bots that play into each other's hands do it by cards given in trades, by whom they rob, and by forfeits at the right
moment. Nothing here proves that: a figure out of line is a reason to look at the replays of these two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import permutations
from operator import add, mul
from typing import Final, NamedTuple

from referee.tournament.results import Dealings, MatchResult
from referee.tournament.standings.crosstable import PairOf
from referee.tournament.standings.favours import CardFlow, Favour, favours


@dataclass(frozen=True, slots=True)
class Dealt:
    """Dealings of one entrant with another, per meeting: cards ``given`` it in trades, ``trades`` closed on an offer to
    it, ``offers`` made to it alone, cards ``stolen`` from it with the robber and ``monopolised``.

    ``acceptance`` is trades over offers; None without an offer, and where more trades than offers show that offers
    went to everybody.
    """

    given: float
    trades: float
    offers: float
    stolen: float
    monopolised: float
    acceptance: float | None


@dataclass(frozen=True, slots=True)
class PairFigures:
    """What entrant ``first`` did for and to entrant ``second`` in ``meetings`` at one table.

    ``field`` is the mean of all pairs at tables of the same size. ``favour`` says how far the cards that it gave are
    out of line. ``forfeits_while_led`` are forfeits of the first, after the first roll, where the second came in as
    the best of the others: whom it made the winner.
    """

    first: int
    second: int
    meetings: int
    dealt: Dealt
    field: Dealt
    favour: Favour
    forfeits_while_led: int


@dataclass(frozen=True, slots=True)
class Pairs:
    """All ordered pairs that met, those out of line first, then by entrant number.

    Matches without ``dealings`` and those forfeited before the first roll are in none of it.
    """

    pairs: tuple[PairFigures, ...]


class _Counts(NamedTuple):
    """Meetings of a pair, and what ``Dealt`` says of them, in all."""

    meetings: int
    given: int
    trades: int
    offers: int
    stolen: int
    monopolised: int

    def plus(self, other: _Counts) -> _Counts:
        return _Counts(*map(add, self, other))


_NONE: Final = _Counts(0, 0, 0, 0, 0, 0)


def pairs(results: Sequence[MatchResult]) -> Pairs:
    """The figures of each ordered pair, whatever order the results come in."""
    totals: dict[PairOf, dict[int, _Counts]] = {}
    flows: dict[PairOf, CardFlow] = {}
    crowned: Counter[PairOf] = Counter()
    for result in results:
        if result.is_before_first_roll or result.dealings is None:
            continue
        crowned.update(_crowned(result))
        for (a, first), (b, second) in permutations(enumerate(result.entrants), 2):
            if first != second:
                by_size, size = totals.setdefault((first, second), {}), len(result.entrants)
                by_size[size] = by_size.get(size, _NONE).plus(_between(result.dealings, a, b))
                flow = flows.setdefault((first, second), CardFlow())
                flow.add(result.block, result.dealings.given[a][b])
    field = _field(totals)
    favour = favours(flows)
    figures = [
        PairFigures(
            *pair,
            meetings=_summed(by_size.values()).meetings,
            dealt=_dealt(_summed(by_size.values())),
            field=_expected(by_size, field),
            favour=favour[pair],
            forfeits_while_led=crowned[pair],
        )
        for pair, by_size in totals.items()
    ]
    return Pairs(tuple(sorted(figures, key=lambda row: (not row.favour.is_out_of_line, row.first, row.second))))


def _crowned(result: MatchResult) -> list[PairOf]:
    """Each offender with whom its forfeit left as the winner."""
    others = [result.entrants[seat] for seat in result.ranking if seat not in result.offenders]
    offenders = [result.entrants[seat] for seat in result.offenders]
    return [(offender, others[0]) for offender in offenders if others and offender != others[0]]


def _between(dealings: Dealings, a: int, b: int) -> _Counts:
    """What seat a did for and to seat b in one match."""
    return _Counts(
        1,
        dealings.given[a][b],
        dealings.trades[a][b],
        dealings.offers[a][b],
        dealings.stolen[a][b],
        dealings.monopolised[a][b],
    )


def _field(totals: Mapping[PairOf, Mapping[int, _Counts]]) -> dict[int, _Counts]:
    """By size of the table, what all pairs did together."""
    sizes = {size for by_size in totals.values() for size in by_size}
    return {size: _summed(by_size.get(size, _NONE) for by_size in totals.values()) for size in sizes}


def _expected(by_size: Mapping[int, _Counts], field: Mapping[int, _Counts]) -> Dealt:
    """What a pair that is like all others would do at these tables."""
    meetings = sum(counts.meetings for counts in by_size.values())

    def mean(figure: str) -> Fraction:
        """In fractions, so that it is the field's own figure to the last digit where all tables are of one size."""
        share = (Fraction(counts.meetings, meetings) for counts in by_size.values())
        of_field = (Fraction(getattr(field[size], figure), field[size].meetings) for size in by_size)
        return sum(map(mul, share, of_field), Fraction())

    given, trades, offers, stolen, monopolised = map(mean, ("given", "trades", "offers", "stolen", "monopolised"))
    taken = _acceptance(trades, offers)
    return Dealt(float(given), float(trades), float(offers), float(stolen), float(monopolised), taken)


def _dealt(counts: _Counts) -> Dealt:
    given, trades, offers, stolen, monopolised = (count / counts.meetings for count in counts[1:])
    return Dealt(given, trades, offers, stolen, monopolised, _acceptance(counts.trades, counts.offers))


def _summed(counts: Iterable[_Counts]) -> _Counts:
    return reduce(_Counts.plus, counts, _NONE)


def _acceptance(trades: int | Fraction, offers: int | Fraction) -> float | None:
    return float(trades / offers) if 0 < offers >= trades else None
