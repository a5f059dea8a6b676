"""The dice of a match beside what fair dice are expected to show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Final

from referee.replays.tallies.numbers import rounded

TOTALS: Final = range(2, 13)
"""What two dice can show together."""
THROWS: Final = 36
"""Equally likely throws of two dice."""
DEGREES_OF_FREEDOM: Final = len(TOTALS) - 1
ENOUGH_ROLLS: Final = 180
"""From here on a 2 and a 12 are expected five times each, the usual bound for trusting a chi-square figure."""


def ways(total: int) -> int:
    """How many of the 36 throws of two dice show this total (2 to 12)."""
    return 6 - abs(7 - total)


@dataclass(frozen=True, slots=True)
class TotalFacts:
    """One total: how often it was rolled, and how often it was to be expected."""

    total: int
    rolled: int
    expected: float


@dataclass(frozen=True, slots=True)
class SeatDice:
    """The rolls of one seat: how many, their mean (null without any), and the sevens among them."""

    seat: int
    rolls: int
    mean: float | None
    sevens: int
    sevens_expected: float


@dataclass(frozen=True, slots=True)
class DiceFacts:
    """All rolls of a match.

    ``chi_square`` is the sum over the totals of (rolled - expected)^2 / expected; ``p_value`` the share of matches
    with fair dice and as many rolls in which it would be at least so large. Both are null without a roll, and
    ``is_coarse`` says that there were too few for the share to be more than a rough one.
    """

    rolls: int
    mean: float | None
    totals: tuple[TotalFacts, ...]
    chi_square: float | None
    degrees_of_freedom: int
    p_value: float | None
    is_coarse: bool
    seats: tuple[SeatDice, ...]


class DiceTally:
    """Counts rolls: ``take`` for each, then ``facts``."""

    def __init__(self, seats: int) -> None:
        self._rolled: list[list[int]] = [[] for _ in range(seats)]

    def take(self, seat: int, dice: Sequence[int]) -> None:
        """This seat rolled these two dice."""
        self._rolled[seat].append(sum(dice))

    def facts(self) -> DiceFacts:
        """What they come to."""
        every = [total for rolled in self._rolled for total in rolled]
        counts = {total: every.count(total) for total in TOTALS}
        chi = chi_square(counts)
        return DiceFacts(
            rolls=len(every),
            mean=_mean(every),
            totals=tuple(
                TotalFacts(total, counts[total], rounded(Fraction(len(every) * ways(total), THROWS)))
                for total in TOTALS
            ),
            chi_square=None if chi is None else rounded(chi),
            degrees_of_freedom=DEGREES_OF_FREEDOM,
            p_value=None if chi is None else p_value(chi),
            is_coarse=len(every) < ENOUGH_ROLLS,
            seats=tuple(_of_seat(seat, rolled) for seat, rolled in enumerate(self._rolled)),
        )


def _of_seat(seat: int, rolled: list[int]) -> SeatDice:
    expected = rounded(Fraction(len(rolled) * ways(7), THROWS))
    return SeatDice(seat, len(rolled), _mean(rolled), rolled.count(7), expected)


def _mean(rolled: list[int]) -> float | None:
    return rounded(Fraction(sum(rolled), len(rolled))) if rolled else None


def chi_square(counts: dict[int, int]) -> Fraction | None:
    """Pearson's figure for these counts of totals; None where nothing was rolled."""
    rolls = sum(counts.values())
    if not rolls:
        return None
    expected = {total: Fraction(rolls * ways(total), THROWS) for total in TOTALS}
    return sum(((counts[total] - expected[total]) ** 2 / expected[total] for total in TOTALS), Fraction(0))


def p_value(chi: Fraction) -> float:
    """The chance of at least this figure with ten degrees of freedom, to three places.

    For an even number of degrees it has a closed form: exp(-x/2) times the first five terms of the series of
    exp(x/2). In decimals, since a float's exp may differ in its last bit from machine to machine.
    """
    with localcontext() as context:
        context.prec = 40
        half = Decimal(chi.numerator) / Decimal(chi.denominator) / 2
        term = total = Decimal(1)
        for k in range(1, DEGREES_OF_FREEDOM // 2):
            term = term * half / k
            total += term
        return float(round((-half).exp() * total, 3))
