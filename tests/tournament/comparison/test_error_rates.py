"""The promised rates, by simulation: looked at after every block, and however far from normal the scores are.

Seeds are fixed, so nothing here comes out otherwise another day. A count may be as high as chance alone makes it in
999 of 1,000 such simulations if the promised rate were the true one. The rates are lower; ``rates.py`` measures them.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

from referee.tournament.comparison.answer import ERROR
from referee.tournament.comparison.betting import bounds, log_evidence_above, log_evidence_below
from tests.tournament.comparison.rates import alarms_of_one_look, endings
from tests.tournament.comparison.simulated import Ending, World, play_out

LIMIT = 200
Source = Callable[[Random], Iterator[float]]


def most(runs: int, rate: float) -> int:
    """As many of ``runs`` as chance exceeds in 1 of 1,000 simulations, where each comes at this rate."""
    total = 0.0
    for times in range(runs + 1):
        total += math.comb(runs, times) * rate**times * (1 - rate) ** (runs - times)
        if total >= 0.999:
            break
    return times


def check_false_alarms(ended: list[Ending]) -> None:
    """Neither answer more often than ``ERROR`` / 2, both together no more often than ``ERROR``."""
    better, worse = (sum(one.answer == answer for one in ended) for answer in ("better", "worse"))
    assert better <= most(len(ended), ERROR / 2)
    assert worse <= most(len(ended), ERROR / 2)
    assert better + worse <= most(len(ended), ERROR)


@pytest.mark.parametrize(
    "world",
    [World(suit_spread=0), World(suit_spread=1.5, seat_spread=1), World((1, 1, 4, 1)), World(seats=3, by="places")],
    ids=["one program twice", "very different styles", "a strong field", "three seats by places"],
)
def test_equal_bots_are_seldom_told_apart(world: World) -> None:
    check_false_alarms(endings(world, runs=200, limit=LIMIT))


def test_a_test_for_one_look_would_be_caught() -> None:
    runs = 100
    assert alarms_of_one_look(World(), runs, LIMIT) > most(runs, ERROR)


def rare_landslides(random: Random) -> Iterator[float]:
    """Mean 0, and as far from symmetric as a mean of 0 allows: a little lost mostly, all won now and then."""
    while True:
        yield 1.0 if random.random() < 1 / 7 else -1 / 6


def all_or_nothing(random: Random) -> Iterator[float]:
    """The most that a score can vary."""
    while True:
        yield random.choice((-1.0, 1.0))


def by_company(random: Random) -> Iterator[float]:
    """Better in one company and worse by as much in the next, turn by turn."""
    while True:
        for share in (0.7, 0.3):
            yield sum(1 if random.random() < share else -1 for _ in range(6)) / 6


def streaks(random: Random) -> Iterator[float]:
    """How much is at stake in a block depends on the blocks before; that the mean is 0 does not."""
    stake = 1
    while True:
        score = random.choice((-stake, stake)) / 6
        stake = min(6, stake + 1) if score > 0 else 1
        yield score


def turned_round(random: Random) -> Iterator[float]:
    """A little won mostly, all lost now and then."""
    return (-score for score in rare_landslides(random))


@pytest.mark.parametrize("source", [rare_landslides, turned_round, all_or_nothing, by_company, streaks])
def test_no_scores_whose_mean_is_0_mislead_it(source: Source) -> None:
    check_false_alarms([play_out(source(Random(run)), LIMIT) for run in range(200)])


def test_a_worse_bot_is_hardly_ever_called_better() -> None:
    ended = endings(World((0.8, 1.0)), runs=120, limit=LIMIT)
    assert sum(one.answer == "better" for one in ended) <= most(len(ended), ERROR / 2) // 2


def test_bots_that_differ_by_the_margin_are_seldom_called_equal() -> None:
    margin = 0.2
    world = World(((1 + margin) / (1 - margin), 1.0), suit_spread=0)
    ended = [play_out(world.scores(Random(run)), LIMIT, margin=margin) for run in range(150)]
    assert sum(one.answer == "equal" for one in ended) <= most(len(ended), ERROR / 2)


def test_equal_bots_are_found_to_be_within_a_margin() -> None:
    ended = [play_out(World(suit_spread=0).scores(Random(run)), LIMIT, margin=0.2) for run in range(40)]
    assert sum(one.answer == "equal" for one in ended) > 0.8 * len(ended)


@pytest.mark.parametrize(
    ("world", "half"),
    [(World((1.5, 1.0)), 70), (World((1.5, 1.0), by="places"), 60), (World((1.5, 1.0, 1.0, 1.0)), 110)],
    ids=["by wins", "by places", "in a field"],
)
def test_sixty_to_forty_is_found_in_a_hundred_blocks_or_so(world: World, half: int) -> None:
    """More than half of the time within ``half`` blocks, and nearly always in the end."""
    ended = endings(world, runs=60, limit=2 * LIMIT)
    assert sum(one.blocks <= half for one in ended) > len(ended) / 2
    assert sum(one.answer == "better" for one in ended) >= 0.95 * len(ended)


@pytest.mark.parametrize("share", [0.5, 0.7, 0.95])
def test_the_interval_holds_the_true_mean_at_all_times(share: float) -> None:
    """All matches independent, so that the true mean is known; outside is where the evidence against it is enough."""
    true_mean, enough = 2 * share - 1, math.log(2 / ERROR)
    runs, missed = 200, 0
    for run in range(runs):
        random, scores = Random(run), Counter[float]()
        for _ in range(100):
            scores[sum(1 if random.random() < share else -1 for _ in range(6)) / 6] += 1
            if max(log_evidence_above(scores, true_mean), log_evidence_below(scores, true_mean)) >= enough:
                low, high = bounds(scores, 2 / ERROR)
                assert not low <= true_mean <= high
                missed += 1
                break
    assert missed <= most(runs, ERROR)
