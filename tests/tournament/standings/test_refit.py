"""Ratings: those of choix, the same for any order, and fair to who is forfeited against."""

import random

import choix
import numpy as np
import pytest

from referee.tournament.results import MatchResult
from referee.tournament.standings.choices import choices
from referee.tournament.standings.history import History
from referee.tournament.standings.ratings import POINTS_PER_NAT, Ratings, decode_ratings, encode_ratings, fit
from referee.tournament.standings.weighted import PRIOR, fit_jointly
from tests.tournament.standings.simulated import blocks, match

FEW = 50
"""Resamples, where a test is not about intervals."""
FOUR = [0.0, 0.4, 0.8, 1.6]


def lost_start(offender: int, others: tuple[int, int, int], block: int) -> MatchResult:
    return match([offender, *others], [1, 2, 3, 0], offenders=[0], rolls=0, block=block)


def by_entrant(ratings: Ratings) -> dict[int, float]:
    return dict(zip(ratings.entrants, ratings.values, strict=True))


def choix_alone(results: list[MatchResult], bots: int) -> list[float]:
    """What choix makes of these results by itself, from no start, in points about the mean."""
    made = [choice for result in results for choice in choices(result)]
    single = []
    for members, winner in made:
        losers = list(members)
        losers.remove(winner)
        single.append((winner, tuple(losers)))
    logs = choix.ilsr_top1(bots, single, alpha=PRIOR / bots, max_iter=10_000, tol=1e-10)
    return [float(1500 + POINTS_PER_NAT * log) for log in logs - logs.mean()]


def test_all_blocks_once_are_choixs_own_fit() -> None:
    pair = [match([0, 0, 1, 1], [2, 0, 3, 1], block=90), match([2, 3, 1], [0, 2, 1], offenders=[1], block=91)]
    results = blocks(FOUR, 25, seed=3) + pair
    history = History.of(results)
    ours = fit_jointly(history, np.ones((1, history.blocks)), np.full((1, 4), PRIOR), np.zeros(4))[0]
    expected = choix_alone(results, 4)
    assert 1500 + POINTS_PER_NAT * (ours - ours.mean()) == pytest.approx(expected, abs=1e-6 * POINTS_PER_NAT)
    assert fit(results, FEW).values == pytest.approx(expected, abs=1e-6 * POINTS_PER_NAT)


def test_weights_are_repetitions() -> None:
    results = blocks(FOUR, 6, seed=4)
    history = History.of(results)
    weights = np.array([[2.0, 0.0, 1.0, 3.0, 0.0, 1.0]])
    weighted = fit_jointly(history, weights, np.full((1, 4), PRIOR), np.zeros(4))[0]
    repeated = [result for result in results for _ in range(int(weights[0, result.block]))]
    expected = choix_alone(repeated, 4)
    assert 1500 + POINTS_PER_NAT * (weighted - weighted.mean()) == pytest.approx(expected, abs=1e-4)


def test_the_order_of_matches_changes_no_bit() -> None:
    results = [*blocks(FOUR, 30, seed=5), lost_start(0, (1, 2, 3), 77)]
    expected = fit(results, FEW)
    for seed in range(3):
        shuffled = random.Random(seed).sample(results, len(results))
        assert fit(shuffled, FEW) == expected


@pytest.mark.parametrize("table", [3, 4])
def test_known_strengths_are_recovered(table: int) -> None:
    strengths = [0.0, 0.3, 0.6, 0.9, 1.2, 1.5]
    ratings = fit(blocks(strengths, 3000, table=table, seed=6), FEW)
    expected = [1500 + POINTS_PER_NAT * (strength - 0.75) for strength in strengths]
    assert ratings.values == pytest.approx(expected, abs=20)


def test_seats_that_are_worth_more_don_t_matter_over_whole_blocks() -> None:
    ratings = fit(blocks(FOUR, 1500, seed=7, seat_worth=(0.3, 0.1, -0.1, -0.3)), FEW)
    expected = [1500 + POINTS_PER_NAT * (strength - 0.7) for strength in FOUR]
    assert ratings.values == pytest.approx(expected, abs=20)


def test_ties_broken_for_the_lower_seat_are_fair_over_whole_blocks() -> None:
    chance = random.Random(8)
    broken = []
    for result in blocks([0.0] * 4, 1000, seed=8):
        ranking = list(result.ranking)
        if chance.random() < 0.5:
            ranking[1:3] = sorted(ranking[1:3])
        broken.append(match(result.entrants, ranking, block=result.block))
    assert fit(broken, FEW).values == pytest.approx([1500] * 4, abs=20)


def test_a_forfeit_is_the_offenders_alone() -> None:
    results = blocks([0.0] * 4, 50, seed=9)
    before = by_entrant(fit(results, FEW))
    forfeits = [match([0, 1, 2, 3], [1, 2, 3, 0], offenders=[0], block=60 + block) for block in range(40)]
    after = by_entrant(fit(results + forfeits, FEW))
    assert after[0] < before[0] - 50
    for one, other in [(1, 2), (2, 3)]:
        # It crowned bot 1 each time, which counts as its place and says nothing about it and the others.
        assert after[one] - after[other] == pytest.approx(before[one] - before[other], abs=3)


def test_a_lost_start_costs_its_offender_and_nobody_else_a_bit() -> None:
    results = blocks(FOUR, 30, seed=10)
    in_their_blocks = [lost_start(3, (0, 1, 2), block) for block in range(0, 30, 3)]
    in_others = [lost_start(3, (0, 1, 2), block) for block in range(40, 50)]
    before, after = fit(results, FEW), fit([*results, *in_their_blocks, *in_others], FEW)
    assert after.values[3] < before.values[3] - 50
    assert after.highs[3] < before.highs[3]
    assert [after.of(entrant) for entrant in (0, 1, 2)] == [before.of(entrant) for entrant in (0, 1, 2)]
    assert after.above[0][:3] == before.above[0][:3]


def test_several_who_lose_a_start_lose_to_the_others_alone() -> None:
    results = blocks([0.0] * 4, 30, seed=11)
    both = match([0, 1, 2, 3], [2, 3, 0, 1], offenders=[0, 1], rolls=0, block=50)
    before, after = by_entrant(fit(results, FEW)), by_entrant(fit([*results, both], FEW))
    assert after[0] < before[0]
    assert after[1] < before[1]
    assert after[2] == pytest.approx(before[2], abs=1e-4)


def test_who_only_ever_loses_starts_is_rated_and_who_watched_is_not() -> None:
    ratings = fit([lost_start(0, (1, 2, 3), 0), lost_start(0, (1, 2, 3), 1)], FEW)
    assert ratings.entrants == (0,)
    assert ratings.values[0] < 1400
    assert ratings.lows[0] < ratings.values[0] < ratings.highs[0] < 1600


def test_a_bot_that_always_wins_has_a_finite_rating_and_a_wide_interval() -> None:
    results = [
        match([0, *others], [0, 1, 2, 3], block=block)
        for block in range(25)
        for others in ([1, 2, 3], [2, 3, 1], [3, 1, 2])
    ]
    ratings = fit(results)
    best, low, high = ratings.values[0], ratings.lows[0], ratings.highs[0]
    assert best > 2000
    # All of 75 wins bounds its odds below, by the rule of three at about 75 / 3.7, and above not at all.
    assert 1500 < low < best - 100
    assert high > best + 300
    assert ratings.probability_above(0, 1) == 1


def test_one_block_is_no_certainty() -> None:
    ratings = fit(blocks([0.0, 0.0, 0.0, 2.0], 1, seed=12))
    assert min(high - low for low, high in zip(ratings.lows, ratings.highs, strict=True)) > 300
    assert all(0.01 < share < 0.99 for row, line in enumerate(ratings.above) for share in line[:row])


def test_fields_that_never_met_are_not_compared() -> None:
    apart = blocks([0.0, 0.5, 1.0], 20, table=3, seed=13)
    further = [
        match([entrant + 3 for entrant in result.entrants], result.ranking, block=result.block + 20) for result in apart
    ]
    ratings = fit(apart + further, FEW)
    assert ratings.groups == ((0, 1, 2), (3, 4, 5))
    assert ratings.values[:3] == pytest.approx(ratings.values[3:], abs=1e-6)
    assert ratings.probability_above(1, 4) is None
    assert ratings.probability_above(2, 0) is not None


def test_without_results_there_are_no_ratings() -> None:
    ratings = fit([], FEW)
    assert (ratings.entrants, ratings.blocks) == ((), 0)
    assert ratings.of(0) is None


def test_saved_ratings_are_the_same_ratings() -> None:
    ratings = fit(blocks(FOUR, 5, seed=14), FEW)
    assert decode_ratings(encode_ratings(ratings)) == ratings
