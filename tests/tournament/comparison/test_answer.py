"""When there is an answer, and how it stands before."""

from itertools import islice
from random import Random

import pytest

from referee.tournament.comparison.answer import Comparison
from tests.tournament.comparison.simulated import World


def fed(scores: list[float], *, error: float = 0.05, margin: float | None = None) -> Comparison:
    comparison = Comparison(error=error, margin=margin)
    for score in scores:
        comparison.add(score)
    return comparison


def test_before_the_first_block_nothing_is_known() -> None:
    progress = Comparison().progress()
    assert (progress.blocks, progress.score, progress.low, progress.high) == (0, 0, -1, 1)
    assert (progress.better, progress.worse, progress.needed) == (1, 1, 40)
    assert progress.answer is None


def test_better_and_worse_are_each_other_turned_round() -> None:
    scores = list(islice(World((3.0, 1.0)).scores(Random(2)), 60))
    better, worse = fed(scores).progress(), fed([-score for score in scores]).progress()
    assert (better.answer, worse.answer) == ("better", "worse")
    assert better.better == worse.worse > 40
    assert (better.score, better.low, better.high) == (-worse.score, -worse.high, -worse.low)


def test_there_is_an_answer_when_the_interval_leaves_out_0() -> None:
    for seed in range(6):
        comparison = Comparison()
        for score in islice(World((2.0, 1.0)).scores(Random(seed)), 200):
            was_known = comparison.answer is not None
            comparison.add(score)
            if not was_known:
                assert (comparison.answer == "better") == (comparison.progress().low > 0)
        assert comparison.answer == "better"


def test_an_answer_stays_whatever_comes_later() -> None:
    comparison = fed([1.0] * 8)
    assert comparison.answer == "better"
    for _ in range(100):
        comparison.add(-1.0)
    progress = comparison.progress()
    assert progress.answer == "better"
    assert progress.high < 0


def test_a_smaller_error_rate_asks_for_more() -> None:
    blocks = {
        error: next(n for n in range(1, 200) if fed([0.5] * n, error=error).answer) for error in (0.2, 0.05, 0.001)
    }
    assert blocks[0.2] < blocks[0.05] < blocks[0.001]
    assert fed([0.5], error=0.001).progress().needed == pytest.approx(2000)


def test_equal_within_a_margin() -> None:
    even = [0.0, 1 / 3, -1 / 3] * 100
    assert fed(even).answer is None
    assert fed(even, margin=0.2).answer == "equal"
    progress = fed(even, margin=0.2).progress()
    assert -0.2 < progress.low < progress.high < 0.2
    assert fed(even[:9], margin=0.2).answer is None
    assert fed([0.5] * 100, margin=0.4).answer == "better"


def test_one_program_that_leaves_nothing_to_chance_is_never_found_better() -> None:
    """Every seat wins the same whoever sits there, so that every block is even."""
    progress = fed([0.0] * 500).progress()
    assert progress.answer is None
    assert progress.better == progress.worse == pytest.approx(1)


def test_evidence_without_end_is_a_number() -> None:
    assert fed([1.0] * 2000).progress().better == pytest.approx(1e300)


@pytest.mark.parametrize("score", [1.01, -1.01, float("nan")])
def test_what_is_no_block_score_is_refused(score: float) -> None:
    with pytest.raises(ValueError, match="from -1 to 1"):
        Comparison().add(score)


@pytest.mark.parametrize("rate", [0, 1, -0.1, float("nan")])
def test_rates_lie_between_0_and_1(rate: float) -> None:
    with pytest.raises(ValueError, match="error rate must be between 0 and 1"):
        Comparison(error=rate)
    with pytest.raises(ValueError, match="margin must be between 0 and 1"):
        Comparison(margin=rate)
