"""Evidence and intervals: what follows from the definition, and what another library makes of the same scores."""

import math
from collections import Counter
from itertools import islice
from random import Random

import numpy as np
import pytest
import ville
from hypothesis import assume, given
from hypothesis import strategies as st

from referee.tournament.comparison.betting import STAKES, bounds, log_evidence_above, log_evidence_below, mean_of
from tests.tournament.comparison.simulated import World

NEEDED = 40.0
SIXTHS = st.integers(-6, 6).map(lambda sixths: sixths / 6)
SCORES = st.lists(SIXTHS, min_size=1, max_size=60)


def simulated(share: float, blocks: int, seed: int) -> list[float]:
    world = World((share / (1 - share), 1.0))
    return list(islice(world.scores(Random(seed)), blocks))


@given(SCORES, st.sampled_from([-0.5, 0.0, 0.3]))
def test_evidence_is_the_mean_wealth_of_the_gamblers(scores: list[float], mean: float) -> None:
    wealths = []
    for stake in STAKES:
        wealth = 1.0
        for score in scores:
            wealth += stake * wealth * (score - mean) / (1 + mean)
        wealths.append(wealth)
    assert math.exp(log_evidence_above(Counter(scores), mean)) == pytest.approx(sum(wealths) / len(wealths), rel=1e-9)


@given(st.lists(st.tuples(SIXTHS, st.integers(1, 9)), min_size=2, max_size=7))
def test_no_block_makes_evidence_grow_on_average_if_the_claim_is_true(outcomes: list[tuple[float, int]]) -> None:
    scores, weights = zip(*outcomes, strict=True)
    mean = sum(score * weight for score, weight in outcomes) / sum(weights)
    assume(mean > -1)  # below it there is nothing to bet on
    before = Counter([1 / 6, -1.0, 0.5])
    afterwards = [math.exp(log_evidence_above(before + Counter([score]), mean)) for score in scores]
    expected = sum(wealth * weight for wealth, weight in zip(afterwards, weights, strict=True)) / sum(weights)
    assert expected == pytest.approx(math.exp(log_evidence_above(before, mean)), rel=1e-9)


@given(SCORES)
def test_evidence_below_is_evidence_above_turned_round(scores: list[float]) -> None:
    turned = Counter(-score for score in scores)
    assert log_evidence_below(Counter(scores), 0.25) == log_evidence_above(turned, -0.25)


@given(SCORES)
def test_the_interval_is_where_evidence_is_short_of_what_is_needed(scores: list[float]) -> None:
    counted = Counter(scores)
    low, high = bounds(counted, NEEDED)
    assert -1 <= low <= mean_of(counted) <= high <= 1
    enough, step = math.log(NEEDED), 1e-9
    assert log_evidence_above(counted, low + step) <= enough
    assert log_evidence_below(counted, high - step) <= enough
    assert low == -1 or log_evidence_above(counted, low - step) >= enough
    assert high == 1 or log_evidence_below(counted, high + step) >= enough


def test_a_block_on_one_side_only_has_an_interval_too() -> None:
    assert bounds({-1.0: 1}, NEEDED)[0] == -1
    low, high = bounds({-1.0: 200}, NEEDED)
    assert low == -1
    assert -1 < high < -0.9
    low, high = bounds({0.0: 10_000}, NEEDED)
    assert low == -high > -0.01


def test_evidence_of_very_many_blocks_is_still_a_number() -> None:
    assert log_evidence_above({1.0: 1_000_000}, 0.0) > 600_000
    assert log_evidence_above({-1.0: 1_000_000}, 0.0) < -50_000


def test_ville_combines_the_gamblers_to_the_same_evidence() -> None:
    scores = simulated(0.6, 80, seed=3)
    wealths = np.prod(1 + np.outer(scores, STAKES), axis=0)
    assert math.exp(log_evidence_above(Counter(scores), 0.0)) == pytest.approx(ville.evalues.combine(wealths))


@pytest.mark.parametrize("share", [0.3, 0.5, 0.55, 0.7])
def test_the_interval_is_about_as_long_as_that_of_ville(share: float) -> None:
    for seed in range(5):
        scores = simulated(share, 200, seed)
        theirs = ville.BettingCS(bounds=(-1, 1), alpha=2 / NEEDED, intersect=False, grid=2001).fit(scores)
        for blocks in (25, 50, 100, 200):
            low, high = bounds(Counter(scores[:blocks]), NEEDED)
            their_low, their_high = theirs.lower_[blocks - 1], theirs.upper_[blocks - 1]
            assert max(low, their_low) < mean_of(Counter(scores[:blocks])) < min(high, their_high)
            assert 0.7 < (high - low) / (their_high - their_low) < 1.3


def test_it_finds_the_better_bot_no_later_than_the_test_of_ville() -> None:
    ours, theirs = [], []
    for seed in range(40):
        scores = simulated(0.6, 400, seed)
        other = ville.BettingTest(0.0, bounds=(-1, 1), alternative="greater", alpha=1 / NEEDED).fit(scores)
        theirs.append(other.stopping_time() or math.inf)
        wealths = np.cumprod(1 + np.outer(scores, STAKES), axis=0).mean(axis=1)
        ours.append(float(np.argmax(wealths >= NEEDED)) + 1 if wealths.max() >= NEEDED else math.inf)
    assert np.median(ours) <= np.median(theirs) * 1.05
    assert max(ours) < math.inf
