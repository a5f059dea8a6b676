"""What pairs of bots do for each other, and that two who play together show."""

import random

import msgspec
import pytest

from referee.tournament.results import Dealings, MatchResult, Table
from referee.tournament.standings.pairs import PairFigures, Pairs, pairs
from tests.tournament.standings.simulated import blocks, match

NONE: Table = ((0,) * 4,) * 4
BOTS = 6


def dealing(result: MatchResult, given: Table, trades: Table = NONE, offers: Table = NONE) -> MatchResult:
    return msgspec.structs.replace(
        result, dealings=Dealings(stolen=given, monopolised=NONE, given=given, trades=trades, offers=offers)
    )


def between(found: Pairs, first: int, second: int) -> PairFigures:
    return next(pair for pair in found.pairs if (pair.first, pair.second) == (first, second))


def field(friends: tuple[int, int] | None, seed: int = 1, often: float = 0.2) -> list[MatchResult]:
    """Matches of bots that trade the more, the higher their number; the first friend gives the second thrice that."""
    chance = random.Random(seed)

    def cards(giver: int, taker: int) -> int:
        chances = 2 + giver + taker
        return sum(chance.random() < often for _ in range(3 * chances if (giver, taker) == friends else chances))

    played = []
    for result in blocks([0.0] * BOTS, 60, seed=seed):
        seats = result.entrants
        given = tuple(tuple(0 if a == b else cards(seats[a], seats[b]) for b in range(4)) for a in range(4))
        played.append(dealing(result, given))
    return played


def test_figures_are_per_meeting() -> None:
    given = ((0, 3, 0, 0), (1, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0))
    trades = ((0, 1, 0, 0), *NONE[1:])
    offers = ((0, 4, 0, 0), *NONE[1:])
    results = [
        dealing(match([7, 8, 9, 5], [0, 1, 2, 3]), given, trades, offers),
        dealing(match([7, 8, 9, 5], [0, 1, 2, 3], block=1), NONE),
    ]
    pair = between(pairs(results), 7, 8)
    assert pair.meetings == 2
    assert (pair.dealt.given, pair.dealt.stolen, pair.dealt.trades, pair.dealt.offers) == (1.5, 1.5, 0.5, 2.0)
    assert pair.dealt.acceptance == 0.25
    assert pair.field.given == pytest.approx(4 / 24)
    assert between(pairs(results), 9, 5).dealt.acceptance is None
    assert pair.favour.z is None


def test_two_who_trade_more_with_each_other_are_shown_first() -> None:
    found = pairs(field((1, 4)))
    assert [(pair.first, pair.second) for pair in found.pairs if pair.favour.is_out_of_line] == [(1, 4)]
    first = found.pairs[0]
    assert first.favour.z is not None
    assert first.favour.z > 5
    assert first.dealt.given > 1.5 * first.favour.expected


def test_bots_that_trade_much_with_everyone_are_not_out_of_line() -> None:
    found = pairs(field(None))
    assert len(found.pairs) == BOTS * (BOTS - 1)
    assert between(found, 4, 5).dealt.given > 2 * between(found, 0, 1).dealt.given
    assert not any(pair.favour.is_out_of_line for pair in found.pairs)
    for pair in found.pairs:
        assert pair.favour.expected == pytest.approx(pair.dealt.given, rel=0.3)


def test_a_little_more_is_not_out_of_line_however_sure_it_is() -> None:
    sure = []
    for result in blocks([0.0] * 4, 200):
        given = tuple(
            tuple(0 if a == b else 4 + (a_bot == 1 and b_bot == 2) + (result.block % 2) for b, b_bot in seated)
            for seated in [list(enumerate(result.entrants))]
            for a, a_bot in seated
        )
        sure.append(dealing(result, given))
    favour = between(pairs(sure), 1, 2).favour
    assert favour.z is not None
    assert favour.z > 8
    assert not favour.is_out_of_line


def test_half_as_much_again_by_chance_alone_is_hardly_ever_out_of_line() -> None:
    alarms, half_again = 0, 0
    for seed in range(20):
        found = pairs(field(None, seed, often=0.02)).pairs
        half_again += any(pair.dealt.given > 1.5 * pair.favour.expected for pair in found)
        alarms += any(pair.favour.is_out_of_line for pair in found)
    assert half_again > 5
    assert alarms <= 1


def test_forfeits_count_for_whom_they_made_the_winner() -> None:
    lost = dealing(match([0, 1, 2, 3], [2, 1, 3, 0], offenders=[0]), NONE)
    at_start = dealing(match([0, 1, 2, 3], [2, 1, 3, 0], offenders=[0], rolls=0), NONE)
    found = pairs([lost, at_start])
    assert between(found, 0, 2).forfeits_while_led == 1
    assert sum(pair.forfeits_while_led for pair in found.pairs) == 1
    assert between(found, 0, 2).meetings == 1


def test_the_order_of_matches_is_nothing() -> None:
    results = field((1, 4))
    assert pairs(results[::-1]) == pairs(results)


def test_matches_whose_dealings_are_not_known_are_left_out() -> None:
    assert pairs(blocks([0.0] * 4, 2)).pairs == ()
