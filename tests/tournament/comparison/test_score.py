"""What a block says, from -1 to 1, forfeits of all kinds included."""

from random import Random

import msgspec
import pytest

from referee.tournament.comparison.score import ScoreBy, block_score
from referee.tournament.results import MatchResult
from tests.tournament.comparison.simulated import World, match_result

NEW, OLD, OTHER, ANOTHER = 0, 1, 2, 3
WITH_FIELD = (NEW, OTHER, OLD, ANOTHER)
TWO_AND_TWO = (NEW, OLD, NEW, OLD)
BYS: list[ScoreBy] = ["wins", "places"]


def of_one(result: MatchResult) -> tuple[float, float]:
    """Its score by wins and by places."""
    return block_score([result], "wins"), block_score([result], "places")


@pytest.mark.parametrize(
    ("entrants", "ranking", "wins", "places"),
    [
        (WITH_FIELD, (0, 1, 2, 3), 1, 1),
        (WITH_FIELD, (2, 3, 1, 0), -1, -1),
        (WITH_FIELD, (1, 3, 0, 2), 0, 1),
        (WITH_FIELD, (3, 2, 0, 1), 0, -1),
        (TWO_AND_TWO, (0, 2, 1, 3), 1, 1),
        (TWO_AND_TWO, (0, 1, 3, 2), 1, 0),
        (TWO_AND_TWO, (1, 0, 2, 3), -1, 0),
        (TWO_AND_TWO, (0, 1, 2, 3), 1, 0.5),
        ((NEW, OLD, OLD), (1, 0, 2), -1, 0),
    ],
)
def test_a_match(entrants: tuple[int, ...], ranking: tuple[int, ...], wins: float, places: float) -> None:
    assert of_one(match_result(entrants, ranking)) == (wins, places)


@pytest.mark.parametrize("by", BYS)
def test_a_block_is_the_mean_of_its_matches_in_any_order(by: ScoreBy) -> None:
    block = [match_result(WITH_FIELD, ranking) for ranking in ((0, 1, 2, 3), (0, 2, 1, 3), (2, 3, 0, 1))]
    assert block_score(block, by) == pytest.approx(1 / 3)
    assert block_score(block[::-1], by) == block_score(block, by)


@pytest.mark.parametrize("rolls", [0, 40])
@pytest.mark.parametrize(
    ("entrants", "offenders", "wins", "places"),
    [
        (WITH_FIELD, (0,), -1, -1),
        (WITH_FIELD, (2,), 1, 1),
        (WITH_FIELD, (0, 2), 0, 0),
        (WITH_FIELD, (1,), 0, 0),
        (WITH_FIELD, (1, 2), 1, 1),
        (TWO_AND_TWO, (0,), -1, -0.5),
        (TWO_AND_TWO, (0, 2), -1, -1),
        (TWO_AND_TWO, (3,), 1, 0.5),
        (TWO_AND_TWO, (0, 1), 0, 0),
    ],
)
def test_a_forfeit_says_only_that_the_offender_lost(
    entrants: tuple[int, ...], offenders: tuple[int, ...], wins: float, places: float, rolls: int
) -> None:
    others = tuple(seat for seat in range(4) if seat not in offenders)
    for ranking in ((*others, *offenders), (*reversed(others), *offenders)):
        assert of_one(match_result(entrants, ranking, offenders=offenders, rolls=rolls)) == (wins, places)


@pytest.mark.parametrize("by", BYS)
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("field", [0, 3])
def test_new_and_old_exchanged_is_the_score_turned_round(by: ScoreBy, seats: int, field: int) -> None:
    exchange = {NEW: OLD, OLD: NEW}
    random = Random(5)
    for number in range(20):
        block = World((2.0, 1.0) + (1.5,) * field, seats).block(number, random)
        exchanged = [
            msgspec.structs.replace(result, entrants=tuple(exchange.get(one, one) for one in result.entrants))
            for result in block
        ]
        assert block_score(exchanged, by) == -block_score(block, by)


def test_the_ends_of_the_range_are_reached() -> None:
    for strengths, score in (((1e9, 1e-9), 1), ((1e-9, 1e9), -1)):
        for field in ((), (1.0, 1.0)):
            block = World((*strengths, *field)).block(0, Random(1))
            assert [block_score(block, by) for by in BYS] == [score, score]


def test_what_is_no_block_of_a_comparison_is_refused() -> None:
    with pytest.raises(ValueError, match="without a match"):
        block_score([], "wins")
    with pytest.raises(ValueError, match="a-match: OLD did not play"):
        block_score([match_result((NEW, OTHER, NEW, OTHER), (0, 1, 2, 3))], "wins")
    with pytest.raises(ValueError, match="a-match: NEW did not play"):
        block_score([match_result((OLD, OTHER, OLD, OTHER), (0, 1, 2, 3))], "places")
