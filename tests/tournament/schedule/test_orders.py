"""The seat orders of a block: each bot on each seat equally often."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from referee.tournament.plan import Orders
from referee.tournament.schedule.orders import seat_orders


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("orders", ["rotations", "all"])
def test_each_is_on_each_seat_equally_often(orders: Orders, seats: int) -> None:
    played = seat_orders(orders, seats)
    sat = Counter((place, seat) for order in played for seat, place in enumerate(order))
    assert sat == dict.fromkeys([(a, b) for a in range(seats) for b in range(seats)], len(played) // seats)


@pytest.mark.parametrize("seats", [3, 4])
def test_rotations_keep_the_line_going_round(seats: int) -> None:
    played = seat_orders("rotations", seats)
    assert len(set(played)) == seats
    for order in played:
        assert all((order[seat] + 1) % seats == order[(seat + 1) % seats] for seat in range(seats))


def test_all_orders_of_four_are_24() -> None:
    played = seat_orders("all", 4)
    assert len(played) == 24
    assert set(played) == set(permutations(range(4)))
