"""Seats that are even are found even, and uneven ones are not, at the rate that is promised."""

from itertools import groupby

import pytest

from referee.tournament.results import MatchResult
from referee.tournament.standings.aa import SeatJudgement, judge_seats
from referee.tournament.standings.tally import seat_scores
from tests.tournament.standings.simulated import blocks, match


def judged(results: list[MatchResult]) -> SeatJudgement:
    of_blocks = groupby(results, key=lambda result: result.block)
    judgement = judge_seats([score for _, of_block in of_blocks for score in seat_scores(list(of_block))])
    assert judgement is not None
    return judgement


@pytest.mark.parametrize("table", [3, 4])
def test_even_seats_are_even(table: int) -> None:
    verdicts = [judged(blocks([0.0] * table, 50, table=table, seed=seed)) for seed in range(200)]
    assert {(verdict.even, verdict.matches) for verdict in verdicts} == {(1 / table, 50 * table)}
    assert sum(verdict.is_even for verdict in verdicts) >= 184
    # The p value is uniform when nothing is wrong.
    assert sum(verdict.p_value < 0.05 for verdict in verdicts) <= 20
    assert 70 < sum(verdict.p_value < 0.5 for verdict in verdicts) < 130


def test_blocks_of_one_match_over_and_over_are_worth_one_match_each() -> None:
    # One bot that is a function of its seed plays the same match in all rotations.
    same = [
        match([0, 0, 0, 0], result.ranking, block=result.block)
        for result in blocks([0.0] * 4, 240, seed=3)
        if result.match_id.endswith("-0")
    ]
    once, fourfold = judged(same), judged([result for result in same for _ in range(4)])
    assert fourfold.p_value == pytest.approx(once.p_value, rel=0.05)
    assert fourfold.seats[0].win_share.high == pytest.approx(once.seats[0].win_share.high, abs=0.002)


def test_a_seat_that_is_worth_more_is_found() -> None:
    verdict = judged(blocks([0.0] * 4, 300, seed=4, seat_worth=(0.5, 0.0, 0.0, 0.0)))
    assert not verdict.is_even
    assert verdict.p_value < 0.001
    assert verdict.seats[0].win_share.low > 0.25


def test_without_a_match_there_is_no_judgement() -> None:
    assert judge_seats([]) is None
    lost = match([0, 0, 0, 0], [0, 1, 2, 3], offenders=[3], rolls=0)
    assert judge_seats(seat_scores([lost])) is None
