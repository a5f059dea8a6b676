"""Long runs of random games, for `make soak`: what holds over thousands of games, not only over a sample."""

from __future__ import annotations

import pytest

from tests.kit.invariants import assert_follows_the_rules, assert_rebuilt_is_the_same
from tests.kit.random_games import any_action, any_verb, builder, new_game, plies

GAMES_A_PART = 300
PICKS = (any_action, any_verb, builder)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(8))
def test_thousands_of_random_games_agree_with_the_oracle(part: int) -> None:
    for number in range(10_000 + part * GAMES_A_PART, 10_000 + (part + 1) * GAMES_A_PART):
        game, rng = new_game(number)
        for _ in plies(game, rng, PICKS[number % len(PICKS)]):
            if game.ply % 16 == 0:
                assert_follows_the_rules(game)
        assert_rebuilt_is_the_same(game)
        assert game.result is not None
        assert game.rolls <= 160
