"""Long runs of random games, for `make soak`: what holds over thousands of games, not only over a sample."""

from __future__ import annotations

from random import Random

import pytest

from engine import COMPETITION, KATAN, STANDARD, Game
from tests.kit.invariants import (
    apply_by_the_rules,
    assert_bundles_are_judged,
    assert_follows_the_rules,
    assert_listed_is_accepted,
    assert_loaded_goes_on_the_same,
    assert_nothing_is_lost,
    assert_rebuilt_is_the_same,
)
from tests.kit.random_games import PLY_CAP, Pick, any_action, any_verb, builder, new_game, next_action
from tests.kit.rule_mixes import sampled_mix

GAMES_A_PART = 300
PICKS = (any_action, any_verb, builder)
PRESET_RULES = (COMPETITION, KATAN, STANDARD)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(8))
def test_thousands_of_random_games_of_the_presets_agree_with_the_oracle(part: int) -> None:
    for number in range(10_000 + part * GAMES_A_PART, 10_000 + (part + 1) * GAMES_A_PART):
        game, rng = new_game(number, PRESET_RULES[number // 3 % 3])
        _play_and_look(game, rng, PICKS[number % 3])


@pytest.mark.soak
@pytest.mark.parametrize("part", range(8))
def test_thousands_of_random_games_of_mixed_rules_agree_with_the_oracle(part: int) -> None:
    for number in range(20_000 + part * GAMES_A_PART, 20_000 + (part + 1) * GAMES_A_PART):
        game, rng = new_game(number, sampled_mix(number))
        _play_and_look(game, rng, PICKS[number % 3])


def _play_and_look(game: Game, rng: Random, pick: Pick) -> None:
    """Play to the end or the referee's cap, each look at so many plies that all of them together stay affordable."""
    while game.result is None and game.ply < PLY_CAP:
        if game.ply % 8 == 0:
            assert_follows_the_rules(game)
            apply_by_the_rules(game, next_action(game, rng, pick))
        else:
            game.apply(next_action(game, rng, pick))
        if game.ply % 128 == 0:
            assert_listed_is_accepted(game)
            assert_bundles_are_judged(game, rng)
            assert_nothing_is_lost(game.position())
            assert_rebuilt_is_the_same(game)
            assert_loaded_goes_on_the_same(game.copy(), game.ply, pick, game.ply + 100)
    assert_follows_the_rules(game)
    assert_rebuilt_is_the_same(game)
    cap = game.rules.roll_cap
    assert game.result is not None or game.ply == PLY_CAP
    assert cap is None or game.rolls <= cap
