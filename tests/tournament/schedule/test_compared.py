"""Who sits where: NEW and OLD can be told apart by nothing but their play."""

from collections import Counter
from itertools import combinations, permutations

import pytest

from referee.tournament.schedule.compared import NEW, OLD, lineup, orders

SHAPES = [(field, seats) for seats in (3, 4) for field in range(5)]


def tables(block: int, field: int, seats: int) -> list[tuple[int, ...]]:
    """The entrants in seat order, match by match."""
    sitting = lineup(block, field, seats)
    return [tuple(sitting[place] for place in order) for order in orders(field, seats)]


@pytest.mark.parametrize(("field", "seats"), SHAPES)
def test_exchanging_new_and_old_gives_the_same_tables(field: int, seats: int) -> None:
    exchange = {NEW: OLD, OLD: NEW}
    for block in range(12):
        played = tables(block, field, seats)
        exchanged = [tuple(exchange.get(entrant, entrant) for entrant in table) for table in played]
        assert sorted(exchanged) == sorted(played)
        assert all(len(table) == seats and {NEW, OLD} <= set(table) for table in played)


@pytest.mark.parametrize(("field", "seats"), SHAPES)
def test_every_order_puts_one_place_on_each_seat(field: int, seats: int) -> None:
    for order in orders(field, seats):
        assert len(set(order)) == seats
        assert set(order) <= set(range(len(lineup(0, field, seats))))


def test_without_a_field_every_way_to_share_a_table_is_played_once() -> None:
    assert sorted(tables(0, 0, 4)) == sorted(set(permutations((NEW, NEW, OLD, OLD))))
    shared_by_three = set(permutations((NEW, NEW, OLD))) | set(permutations((NEW, OLD, OLD)))
    assert sorted(tables(5, 0, 3)) == sorted(shared_by_three)


def test_with_a_field_each_sits_on_each_seat_equally_often() -> None:
    for seats, times in ((3, 2), (4, 2)):
        for seat in range(seats):
            sitting = Counter(table[seat] for table in tables(0, seats - 2, seats))
            assert sitting == dict.fromkeys(range(seats), times)


def test_new_sits_right_before_old_as_often_as_right_after() -> None:
    for seats in (3, 4):
        after = [(table.index(OLD) - table.index(NEW)) % seats for table in tables(0, 2, seats)]
        assert after.count(1) == after.count(seats - 1) > 0


@pytest.mark.parametrize("field", [2, 3, 5, 6])
def test_the_company_comes_round(field: int) -> None:
    members = range(2, 2 + field)
    once_round = field * (field - 1)
    pairs = Counter(lineup(block, field, 4)[2:] for block in range(once_round))
    assert pairs == {pair: 1 for two in combinations(members, 2) for pair in permutations(two)}
    for start in range(0, once_round, field):
        company = Counter(bot for block in range(start, start + field) for bot in lineup(block, field, 4)[2:])
        assert company == dict.fromkeys(members, 2)
    assert [lineup(block, field, 3) for block in range(field)] == [(NEW, OLD, bot) for bot in members]
    assert lineup(once_round, field, 4) == lineup(0, field, 4)


def test_a_field_of_one_fills_the_table() -> None:
    assert lineup(7, 1, 4) == (NEW, OLD, 2, 2)


@pytest.mark.parametrize("seats", [2, 5])
def test_other_tables_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match=f"three or four seats, not {seats}"):
        lineup(0, 2, seats)
    with pytest.raises(ValueError, match=f"three or four seats, not {seats}"):
        orders(2, seats)
