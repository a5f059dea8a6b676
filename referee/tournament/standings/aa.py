"""The A/A test: one bot on all seats must win its share from each, or the referee favours a seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.tournament.standings.intervals import design_effect
from referee.tournament.standings.quantiles import chi_square_tail
from referee.tournament.standings.seats import clusters_of, seat_effects
from referee.tournament.standings.table import LEVEL, SeatEffect
from referee.tournament.standings.tally import SeatScore


@dataclass(frozen=True, slots=True)
class SeatJudgement:
    """How the seats of an A/A test did.

    ``seats`` have simultaneous intervals: all of them hold their true value at once with ``LEVEL``. ``even`` is what
    each should win, ``is_even`` whether it lies in every interval. ``p_value`` is the probability that seats which are
    all worth the same differ at least so much by chance: Pearson's chi-square test, with the value divided by the mean
    design effect of the seats, since the matches of a block are not independent (Rao and Scott 1981).
    """

    seats: tuple[SeatEffect, ...]
    matches: int
    even: float
    is_even: bool
    p_value: float


def judge_seats(scores: Sequence[SeatScore]) -> SeatJudgement | None:
    """Judge matches of one bot against itself; None when none was begun.

    The intervals are Bonferroni's: each seat's at 1 - (1 - ``LEVEL``) / seats. A seat of Catan may well be worth a
    little more than another, which no fault of the referee is: many matches will show it here.
    """
    table = len({score.seat for score in scores if score.matches})
    if not table:
        return None
    seats = seat_effects(scores, 1 - (1 - LEVEL) / table)
    even = 1 / table
    expected = seats[0].matches * even
    chi_square = sum((seat.wins - expected) ** 2 / expected for seat in seats) / _mean_effect(scores, table)
    return SeatJudgement(
        seats,
        seats[0].matches,
        even,
        is_even=all(seat.win_share.low <= even <= seat.win_share.high for seat in seats),
        p_value=chi_square_tail(chi_square, table - 1),
    )


def _mean_effect(scores: Sequence[SeatScore], table: int) -> float:
    """The mean of the seats' design effects, each weighted with the share of matches that its seat did not win."""
    clusters = [clusters_of(scores, seat) for seat in range(table)]
    spreads = [of_seat.mean * (1 - of_seat.mean) for of_seat in clusters]
    effects = [design_effect(of_seat, spread) for of_seat, spread in zip(clusters, spreads, strict=True)]
    return sum(effect * (1 - of_seat.mean) for effect, of_seat in zip(effects, clusters, strict=True)) / (table - 1)
