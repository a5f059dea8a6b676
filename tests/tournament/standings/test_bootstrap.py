"""Intervals of ratings hold the truth as often as they say, and the probability of being above is one."""

import numpy as np
import pytest

from referee.tournament.standings.bootstrap import draws
from referee.tournament.standings.history import History
from referee.tournament.standings.ratings import POINTS_PER_NAT, fit
from tests.tournament.standings.simulated import blocks

RUNS, RESAMPLES = 150, 200
LEAST, MOST = 0.90, 0.995
"""Of some hundred correlated intervals each run, at 95 percent."""


@pytest.mark.parametrize(
    ("strengths", "table", "count"),
    [
        ([0.0, 0.4, 0.8, 1.2], 4, 8),
        ([0.0, 1.5, 3.0, 4.5], 4, 25),
        ([0.0, 0.3, 0.6, 0.9, 1.2], 3, 40),
    ],
)
def test_intervals_hold_the_truth_as_often_as_they_say(strengths: list[float], table: int, count: int) -> None:
    mean = sum(strengths) / len(strengths)
    truth = [1500 + POINTS_PER_NAT * (strength - mean) for strength in strengths]
    held = []
    for seed in range(RUNS):
        ratings = fit(blocks(strengths, count, table=table, seed=seed), RESAMPLES)
        assert ratings.entrants == tuple(range(len(strengths)))
        held += [low <= true <= high for low, true, high in zip(ratings.lows, truth, ratings.highs, strict=True)]
    assert LEAST < sum(held) / len(held) < MOST


def test_matches_that_share_a_block_widen_the_interval() -> None:
    def width(alike: float) -> float:
        ratings = fit(blocks([0.0] * 4, 300, seed=2, alike=alike), RESAMPLES)
        return sum(ratings.highs) - sum(ratings.lows)

    # Matches that a block decides are worth fewer: about sqrt(4) times as wide if they were all alike.
    assert 1.4 < width(2.0) / width(0.0) < 2.2


def test_above_is_how_often_the_better_one_is_seen_to_be_better() -> None:
    said, is_so = [], []
    for seed in range(RUNS):
        ratings = fit(blocks([0.0, 0.15, 0.3, 0.45], 10, seed=seed), RESAMPLES)
        lower, upper = (0, 1) if ratings.values[0] < ratings.values[1] else (1, 0)
        above = ratings.probability_above(upper, lower)
        assert above is not None
        assert above + (ratings.probability_above(lower, upper) or 0) == pytest.approx(1)
        said.append(above)
        is_so.append(upper == 1)
    assert float(np.mean(said)) == pytest.approx(float(np.mean(is_so)), abs=0.1)


def test_the_same_history_gives_the_same_draws() -> None:
    history = History.of(blocks([0.0, 0.5, 1.0, 1.5], 12, seed=3))
    joint = np.zeros(4)
    first = draws(history, joint, 20)
    assert first.shape == (20, 4)
    assert np.array_equal(first, draws(history, joint, 20))
    assert first.std(axis=0).min() > 0.05
