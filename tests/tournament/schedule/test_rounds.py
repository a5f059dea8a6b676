"""Rounds of a large field: everybody plays as many blocks, with others about as strong, and not always the same."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations

import pytest

from referee.tournament.schedule.rounds import draw_round

MASTER = bytes(range(32))
SIZES = [(seats, entrants) for seats in (3, 4) for entrants in range(seats, 24)]
ROUNDS = 12


def rounds_of(entrants: int, seats: int, by: float = 50.0) -> list[list[tuple[int, ...]]]:
    """Rounds of entrants whose ratings fall ``by`` so much from each to the next: their number is their place."""
    ratings = {number: 2000 - by * number for number in range(entrants)}
    return [draw_round(MASTER, number, seats, range(entrants), ratings) for number in range(1, ROUNDS + 1)]


@pytest.mark.parametrize(("seats", "entrants"), SIZES)
def test_in_each_round_everybody_plays_as_many_whole_tables(seats: int, entrants: int) -> None:
    fewest = seats // math.gcd(entrants, seats)
    for groups in rounds_of(entrants, seats):
        assert all(len(set(group)) == len(group) == seats for group in groups)
        assert Counter(number for group in groups for number in group) == dict.fromkeys(range(entrants), fewest)


@pytest.mark.parametrize(("seats", "entrants"), SIZES)
def test_tables_are_of_neighbours_by_rating(seats: int, entrants: int) -> None:
    """Those who meet are two thirds of a table apart on the average, and never more than four tables."""
    groups = [group for groups in rounds_of(entrants, seats) for group in groups]
    spans = [max(group) - min(group) for group in groups]
    assert max(spans) <= 4 * seats
    pairs = [abs(a - b) for group in groups for a, b in combinations(group, 2)]
    assert sum(pairs) / len(pairs) <= 0.9 * seats


@pytest.mark.parametrize(("seats", "entrants"), [size for size in SIZES if size[1] >= size[0] + 3])
def test_a_group_rarely_meets_again(seats: int, entrants: int) -> None:
    """Twice in a round hardly ever; and even of two tables alone there are other ones in every other round."""
    rounds = [[frozenset(group) for group in groups] for groups in rounds_of(entrants, seats)]
    twice = sum(len(groups) - len(set(groups)) for groups in rounds)
    assert twice <= 0.05 * sum(map(len, rounds))
    assert len({frozenset(groups) for groups in rounds}) >= ROUNDS // 2


def test_who_has_no_rating_plays_among_the_average() -> None:
    ratings = {number: 2500 - 100.0 * number for number in range(20) if number != 19}  # 1500 is number 10's
    met: Counter[int] = Counter()
    for number in range(1, 60):
        for group in draw_round(MASTER, number, 4, range(20), ratings):
            if 19 in group:
                met.update(set(group) - {19})
    assert met.most_common(1)[0][0] in range(8, 13)
    assert set(met) <= set(range(1, 20))


def test_the_order_of_ratings_decides_and_not_their_size() -> None:
    assert rounds_of(9, 4, by=10) == rounds_of(9, 4, by=100)
    assert rounds_of(9, 4) != rounds_of(9, 4, by=-50)
