"""Intervals hold what they say, at one block and at many, at no win and at every win."""

import random

import pytest

from referee.tournament.standings.intervals import Clusters, bounded_interval, mean_interval, share_interval


def test_independent_matches_are_worth_their_number() -> None:
    # Every block as a binomial draw spreads: the design effect is 1, and Wilson's interval that of 4,000 matches.
    chance = random.Random(4)
    wins = [sum(chance.random() < 0.25 for _ in range(4)) for _ in range(1000)]
    share = share_interval(Clusters.of([4] * 1000, wins))
    assert share.high - share.low == pytest.approx(2 * 1.96 * (0.25 * 0.75 / 4000) ** 0.5, rel=0.05)


def test_matches_that_are_all_alike_are_worth_a_block_each() -> None:
    share = share_interval(Clusters.of([4] * 100, [4] * 25 + [0] * 75))
    assert share == share_interval(Clusters.of([1] * 100, [1] * 25 + [0] * 75))


def test_one_block_is_worth_one_match() -> None:
    share = share_interval(Clusters.of([4], [1]))
    assert (share.low, share.high) == pytest.approx((0.0146, 0.8821), abs=1e-4)


@pytest.mark.parametrize(("wins", "value"), [(0, 0.0), (4, 1.0)])
def test_never_and_always_are_not_certain(wins: int, value: float) -> None:
    share = share_interval(Clusters.of([4] * 20, [wins] * 20))
    assert share.value == value
    assert share.low <= value <= share.high
    assert 0.02 < share.high - share.low < 0.1


def test_a_bounded_mean_stays_within_its_bounds() -> None:
    last = bounded_interval(Clusters.of([4] * 5, [12, 12, 12, 12, 11]), 3, 0.05)
    assert 2.3 < last.low < last.value < last.high <= 3
    assert bounded_interval(Clusters.of([4] * 5, [4] * 5), 3, 0.0).low > 0


def test_two_blocks_that_agree_are_not_certain() -> None:
    points = mean_interval(Clusters.of([4, 4], [28, 28]))
    assert points.value == 7
    assert points.high - points.low > 3


def test_points_of_many_blocks_have_the_interval_of_their_means() -> None:
    chance = random.Random(5)
    totals = [sum(chance.randint(2, 10) for _ in range(4)) for _ in range(2000)]
    points = mean_interval(Clusters.of([4] * 2000, totals))
    assert points.high - points.low == pytest.approx(2 * 1.96 * (80 / 12 / 8000) ** 0.5, rel=0.05)


@pytest.mark.parametrize("blocks", [1, 2, 5, 30])
@pytest.mark.parametrize("alike", [0.0, 0.5])
def test_intervals_hold_the_truth_as_often_as_they_say(blocks: int, alike: float) -> None:
    chance = random.Random(blocks)
    held = 0
    for _ in range(1000):
        wins = []
        for _ in range(blocks):
            # With probability ``alike`` the first match of a block decides for all four.
            drawn = [chance.random() < 0.25 for _ in range(4)]
            wins.append(4 * drawn[0] if chance.random() < alike else sum(drawn))
        share = share_interval(Clusters.of([4] * blocks, wins))
        held += share.low <= 0.25 <= share.high
    assert held > 925
