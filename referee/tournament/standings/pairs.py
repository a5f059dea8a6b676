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
    counted = [result for result in results if not result.is_before_first_roll and result.dealings is not None]
    totals, flows = _added_up(counted)
    crowned = Counter(pair for result in counted if result.offenders for pair in _crowned(result))
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


def _added_up(results: Iterable[MatchResult]) -> tuple[dict[PairOf, dict[int, _Counts]], dict[PairOf, CardFlow]]:
    """Of each pair what it did at tables of each size, and its cards by block.

    Block by block, which are short sums: to add every match to those of the whole tournament takes twice as long.
    """
    blocks: dict[tuple[int, int], list[MatchResult]] = {}
    for result in results:
        blocks.setdefault((result.block, len(result.entrants)), []).append(result)
    totals: dict[PairOf, dict[int, _Counts]] = {}
    flows: dict[PairOf, CardFlow] = {}
    for (block, size), of_block in blocks.items():
        for pair, sums in _in_one_block(of_block).items():
            counts, by_size = _Counts(*sums), totals.setdefault(pair, {})
            by_size[size] = by_size.get(size, _NONE).plus(counts)
            flows.setdefault(pair, CardFlow()).add(block, counts.meetings, counts.given)
    return totals, flows


def _in_one_block(results: Iterable[MatchResult]) -> dict[PairOf, list[int]]:
    """Of each pair the figures of ``_Counts``, summed."""
    sums: dict[PairOf, list[int]] = {}
    for result in results:
        for seat, first in enumerate(result.entrants):
            for second, *figures in zip(result.entrants, *_dealt_by(seat, result.dealings), strict=True):
                if (first, second) in sums:
                    sums[first, second] = list(map(add, sums[first, second], figures))
                elif first != second:
                    sums[first, second] = figures
    return sums


def _dealt_by(seat: int, dealings: Dealings | None) -> tuple[tuple[int, ...], ...]:
    """What this seat did for and to each seat: the figures of ``_Counts``, each by seat."""
    assert dealings is not None, "matches without are left out"
    given = dealings.given[seat]
    met = (1,) * len(given)
    return (met, given, dealings.trades[seat], dealings.offers[seat], dealings.stolen[seat], dealings.monopolised[seat])


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
