"""What a block adds to the figures of bots and seats."""

import pytest

from referee.tournament.standings.tally import BlockScore, SeatScore, block_scores, seat_scores
from tests.tournament.standings.simulated import match

WHOLE = [
    match([0, 1, 2, 3], [2, 0, 1, 3]),
    match([1, 2, 3, 0], [1, 0, 3, 2]),
]


def test_a_block_adds_up_for_each_bot() -> None:
    assert block_scores(WHOLE) == [
        BlockScore(0, 0, seats=2, wins=0, places=(0, 1, 1, 0), points=8 + 6, forfeits=0),
        BlockScore(0, 1, seats=2, wins=0, places=(0, 1, 1, 0), points=6 + 8, forfeits=0),
        BlockScore(0, 2, seats=2, wins=2, places=(2, 0, 0, 0), points=10 + 10, forfeits=0),
        BlockScore(0, 3, seats=2, wins=0, places=(0, 0, 0, 2), points=4 + 4, forfeits=0),
    ]


def test_a_block_adds_up_for_each_seat() -> None:
    wins = [score.wins for score in seat_scores(WHOLE)]
    assert wins == [0, 1, 1, 0]
    assert {score.matches for score in seat_scores(WHOLE)} == {2}


def test_the_order_of_matches_is_nothing() -> None:
    assert block_scores(WHOLE[::-1]) == block_scores(WHOLE)
    assert seat_scores(WHOLE[::-1]) == seat_scores(WHOLE)


def test_a_bot_on_two_seats_has_both() -> None:
    [first, second] = block_scores([match([5, 5, 8], [1, 2, 0])])
    assert first == BlockScore(0, 5, seats=2, wins=1, places=(1, 0, 1), points=16, forfeits=0)
    assert second == BlockScore(0, 8, seats=1, wins=0, places=(0, 1, 0), points=8, forfeits=0)


def test_a_forfeit_counts_as_it_stands() -> None:
    scores = block_scores([match([0, 1, 2, 3], [1, 2, 3, 0], offenders=[0])])
    assert scores[0] == BlockScore(0, 0, seats=1, wins=0, places=(0, 0, 0, 1), points=0, forfeits=1)
    assert scores[1].wins == 1


def test_a_forfeit_before_the_first_roll_touches_the_offenders_alone() -> None:
    lost_start = match([0, 1, 2, 3], [1, 2, 0, 3], offenders=[0, 3], rolls=0)
    assert block_scores([lost_start]) == [
        BlockScore(0, 0, seats=1, wins=0, places=(0, 0, 0, 1), points=0, forfeits=1),
        BlockScore(0, 3, seats=1, wins=0, places=(0, 0, 0, 1), points=0, forfeits=1),
    ]
    assert seat_scores([lost_start]) == []
    assert seat_scores([lost_start, WHOLE[0]])[2] == SeatScore(0, 2, matches=1, wins=1)


def test_scores_are_of_one_block() -> None:
    with pytest.raises(ValueError, match=r"not of the blocks \[0, 4\]"):
        block_scores([*WHOLE, match([0, 1, 2], [0, 1, 2], block=4)])
