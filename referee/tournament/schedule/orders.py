"""The seat orders that one seed is played in: ``order[seat]`` is the place of the line-up that sits there."""

from __future__ import annotations

from itertools import permutations

from referee.tournament.plan import Orders

SeatOrder = tuple[int, ...]


def seat_orders(orders: Orders, seats: int) -> tuple[SeatOrder, ...]:
    """Every rotation of the line-up, so that each sits on each seat once; or every order there is."""
    if orders == "all":
        return tuple(permutations(range(seats)))
    return tuple(tuple((seat + turned) % seats for seat in range(seats)) for turned in range(seats))
