"""What the hexes paid each seat, beside what they were expected to pay.

Expected is what a roll pays on the average before it is made: for each card that a building would get from a hex,
the hex's pips of 36, for the buildings and the robber as they stand then. It looks away from the bank's shortages.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from engine import Event, Game
from engine.resources import RESOURCES
from referee.replays.tallies.dice import THROWS, TOTALS, ways
from referee.replays.tallies.numbers import rounded, square_root


@dataclass(frozen=True, slots=True)
class ResourceProduction:
    """One resource of one seat: cards expected of the rolls, and received by them."""

    resource: str
    expected: float
    received: int


@dataclass(frozen=True, slots=True)
class SeatProduction:
    """One seat's production, in cards.

    ``due`` is what the dice called for, ``received`` what came; ``short`` is the difference, which the bank could not
    pay. ``luck`` is ``due`` less ``expected``, ``deviation`` its standard deviation with fair dice, and ``score`` luck
    in standard deviations (null where nothing could have been paid). ``robbed`` cards were rolled for on the robber's
    hex, ``robbed_expected`` were to be expected there; neither is in the others. ``start`` came with the second
    settlement, without a roll.
    """

    seat: int
    start: int
    expected: float
    due: int
    received: int
    short: int
    luck: float
    deviation: float
    score: float | None
    robbed: int
    robbed_expected: float
    resources: tuple[ResourceProduction, ...]


class ProductionTally:
    """Counts what hexes pay: ``take`` for each event with gains, then ``facts``."""

    def __init__(self, seats: int) -> None:
        self._seats = range(seats)
        self._start = [0] * seats
        self._due = [0] * seats
        self._robbed = [0] * seats
        self._robbed_36ths = [0] * seats
        self._variance_1296ths = [0] * seats
        # As hands lie: resource r of seat s at 5 * s + r.
        self._received = [0] * (5 * seats)
        self._expected_36ths = [0] * (5 * seats)

    def take(self, event: Event, game: Game) -> None:
        """An event that has just been applied to ``game``; neither a roll nor a placement moves robber or income."""
        gains: tuple[int, ...] = event.details.get("gains", ())
        dice = event.details.get("dice")
        if dice is None:
            for slot in gains:
                self._start[slot // 5] += 1
            return
        self._expect(game)
        for slot in gains:
            self._received[slot] += 1
        for hex_id in game.board.hexes_by_roll[sum(dice)]:
            count = self._robbed if hex_id == game.robber else self._due
            for slot in game.income[hex_id]:
                count[slot // 5] += 1

    def _expect(self, game: Game) -> None:
        """Add what the roll was to pay on the average, and its variance, which is E(x^2) - E(x)^2."""
        sums, squares = [0] * len(self._seats), [0] * len(self._seats)
        for total in TOTALS:
            paid = [0] * len(self._seats)
            for hex_id in game.board.hexes_by_roll[total]:
                for slot in game.income[hex_id]:
                    if hex_id == game.robber:
                        self._robbed_36ths[slot // 5] += ways(total)
                    else:
                        self._expected_36ths[slot] += ways(total)
                        paid[slot // 5] += 1
            for seat in self._seats:
                sums[seat] += ways(total) * paid[seat]
                squares[seat] += ways(total) * paid[seat] ** 2
        for seat in self._seats:
            self._variance_1296ths[seat] += THROWS * squares[seat] - sums[seat] ** 2

    def facts(self) -> tuple[SeatProduction, ...]:
        """What it comes to, a seat each."""
        return tuple(map(self._of_seat, self._seats))

    def _of_seat(self, seat: int) -> SeatProduction:
        own = slice(5 * seat, 5 * seat + 5)
        received, expected = self._received[own], [Fraction(n, THROWS) for n in self._expected_36ths[own]]
        luck = self._due[seat] - sum(expected, Fraction(0))
        deviation = square_root(Fraction(self._variance_1296ths[seat], THROWS**2))
        return SeatProduction(
            seat=seat,
            start=self._start[seat],
            expected=rounded(sum(expected, Fraction(0))),
            due=self._due[seat],
            received=sum(received),
            short=self._due[seat] - sum(received),
            luck=rounded(luck),
            deviation=rounded(deviation),
            score=rounded(luck / deviation) if deviation else None,
            robbed=self._robbed[seat],
            robbed_expected=rounded(Fraction(self._robbed_36ths[seat], THROWS)),
            resources=tuple(
                ResourceProduction(name, rounded(expected[r]), received[r]) for r, name in enumerate(RESOURCES)
            ),
        )
