"""Points on the Elo scale, against strengths that are known."""

import math
from collections import Counter
from itertools import islice
from random import Random

import pytest

from referee.tournament.comparison.betting import mean_of
from referee.tournament.comparison.elo import elo_difference, has_elo
from referee.tournament.comparison.score import ScoreBy
from tests.tournament.comparison.simulated import World


def test_ten_to_one_is_four_hundred_points() -> None:
    assert elo_difference(9 / 11) == pytest.approx(400)
    assert elo_difference(-9 / 11) == pytest.approx(-400)
    assert elo_difference(0) == 0
    assert (elo_difference(1), elo_difference(-1)) == (math.inf, -math.inf)


@pytest.mark.parametrize(
    ("by", "field", "seats", "has"),
    [
        ("wins", 0, 4, True),
        ("wins", 0, 3, False),
        ("wins", 2, 4, False),
        ("places", 3, 4, True),
        ("places", 0, 3, True),
    ],
)
def test_where_it_has_a_meaning(by: ScoreBy, field: int, seats: int, has: bool) -> None:
    assert has_elo(by, field, seats) is has


@pytest.mark.parametrize(
    ("by", "field", "seats"), [("wins", 0, 4), ("places", 2, 4), ("places", 0, 3), ("places", 1, 3)]
)
def test_where_it_has_one_it_is_the_difference_in_strength(by: ScoreBy, field: int, seats: int) -> None:
    strengths = (2.0, 1.0, 3.0, 0.5)[: 2 + field]
    world = World(strengths, seats, seat_spread=0, suit_spread=0, by=by)
    score = mean_of(Counter(islice(world.scores(Random(8)), 4000)))
    assert elo_difference(score) == pytest.approx(400 * math.log10(2), abs=12)
