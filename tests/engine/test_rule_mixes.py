"""What is true of every match, on random matches under random mixes of rules.

A failing example shrinks towards ``competition``, so that the fields in which it still differs are those that matter.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import COMPETITION, KATAN, PRESETS, STANDARD, Game
from engine.topology import HEX_NEIGHBOURS
from tests.kit import oracle
from tests.kit.grammar import vocabulary
from tests.kit.invariants import (
    apply_by_the_rules,
    assert_bundles_are_judged,
    assert_copy_is_independent,
    assert_follows_the_rules,
    assert_listed_is_accepted,
    assert_loaded_goes_on_the_same,
    assert_nothing_is_lost,
    assert_rebuilt_is_the_same,
)
from tests.kit.late_positions import about_to_be_cut, late_game
from tests.kit.positions import TOKENS
from tests.kit.random_games import (
    Pick,
    any_action,
    any_verb,
    builder,
    game_after,
    new_game,
    next_action,
    play_out,
    plies,
)
from tests.kit.rule_mixes import VALUES, is_admitted, rule_mixes, sampled_mix

# A failing example takes Hypothesis up to five minutes to shrink.
pytestmark = pytest.mark.timeout(600)

PICKS = (any_action, any_verb, builder)
PRESET_RULES = (COMPETITION, KATAN, STANDARD)

numbers = st.integers(0, 10_000)
starts = st.sampled_from(range(0, 800, 8))  # evenly spread, as integers() are not
picks = st.sampled_from(PICKS)
mixes = st.one_of(st.sampled_from(PRESET_RULES), rule_mixes(), rule_mixes())
late_games = st.builds(late_game, numbers, mixes)
games = st.one_of(st.builds(game_after, numbers, starts, picks, mixes), late_games, late_games)
hundreds = settings(
    max_examples=250,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@hundreds
@given(game=games, number=numbers, pick=picks)
def test_every_state_and_step_follows_the_rules(game: Game, number: int, pick: Pick) -> None:
    rng = Random(number)
    assert_follows_the_rules(game)
    for _ in range(40):
        if game.result is not None:
            break
        apply_by_the_rules(game, next_action(game, rng, pick))
        assert_follows_the_rules(game)
        assert_nothing_is_lost(game.position())


@hundreds
@given(game=games, number=numbers)
def test_what_is_listed_is_legal_and_everything_else_is_refused(game: Game, number: int) -> None:
    rng = Random(number)
    for _ in range(8):
        assert_listed_is_accepted(game)
        assert_bundles_are_judged(game, rng)
        if game.result is None:
            game.apply(next_action(game, rng, builder))


@hundreds
@given(game=games, number=numbers, pick=picks)
def test_copies_and_reloaded_games_are_the_same_game(game: Game, number: int, pick: Pick) -> None:
    assert_copy_is_independent(game, number, pick, ply_cap=game.ply + 60)
    assert_loaded_goes_on_the_same(game.copy(), number, pick, ply_cap=game.ply + 200)
    for _ in plies(game, Random(number), pick, ply_cap=game.ply + 20):
        assert_rebuilt_is_the_same(game)


@pytest.mark.parametrize("part", range(4))
def test_no_state_before_the_end_is_without_a_legal_action_and_every_match_ends(part: int) -> None:
    for number in range(25 * part, 25 * (part + 1)):
        rules = sampled_mix(number)
        game, rng = new_game(number, rules)
        play_out(game, rng, PICKS[number % 3])  # picking from an empty list would raise
        assert game.result is not None, rules
        assert (game.legal_actions(), game.free_form_verbs(), game.to_act, game.phase) == ([], [], None, "over")
        assert game.result.verdict in ("victory", "roll_cap", "ply_cap")
        if game.result.verdict == "victory":
            assert game.result.winner is not None
            assert game.result.points[game.result.winner] >= rules.points_to_win
        assert rules.roll_cap is None or game.rolls <= rules.roll_cap


@pytest.mark.parametrize("field", VALUES)
def test_every_value_of_every_field_is_played_on_some_preset(field: str) -> None:
    for value in VALUES[field]:
        varied = [replace(rules, name="varied", **{field: value}) for rules in PRESET_RULES]
        admitted = [rules for rules in varied if is_admitted(rules)]
        assert admitted, f"{field} = {value!r}"
        for rules in admitted:
            game, rng = new_game(1, rules)
            play_out(game, rng, builder, ply_cap=120)
            assert_follows_the_rules(game)


def test_the_values_to_mix_are_those_of_every_field() -> None:
    assert {"name", *VALUES} == set(COMPETITION.as_dict())
    assert {field: values[0] for field, values in VALUES.items()} | {"name": "competition"} == COMPETITION.as_dict()


def test_a_hundred_mixes_hold_every_value_of_every_field() -> None:
    sample = [sampled_mix(number).as_dict() for number in range(100)]
    assert {field: {mix[field] for mix in sample} for field in VALUES} == {f: set(v) for f, v in VALUES.items()}


@pytest.mark.parametrize("preset", PRESETS)
def test_random_play_speaks_every_verb_of_the_rules(preset: str) -> None:
    """Otherwise the properties here would hold of less than they say."""
    rules = PRESETS[preset]
    spoken = set()
    for number in range(8):
        game, rng = new_game(number, rules)
        spoken |= {action.partition(":")[0] for action in plies(game, rng, PICKS[number % 3])}
    free_form = {"offer_trade", "counter_trade"} if rules.player_trades == "bundles" else set()
    assert spoken == {action.partition(":")[0] for action in vocabulary(rules)} | free_form


@pytest.mark.parametrize("tie", VALUES["award_on_tied_overtake"])
@pytest.mark.parametrize("measure", VALUES["road_measure"])
def test_a_cut_road_passes_the_award_on_as_the_rules_say(measure: str, tie: str) -> None:
    rules = replace(COMPETITION, name="varied", road_measure=measure, award_on_tied_overtake=tie)
    tied_overtakes = 0
    for number in range(200):
        game, cut = about_to_be_cut(number, rules)
        holder = game.public_state(None)["longest_road_holder"]
        apply_by_the_rules(game, cut)
        lengths = game.public_state(None)["longest_road_lengths"]
        leaders = [seat for seat, length in enumerate(lengths) if length == max(lengths) >= 5]
        tied_overtakes += len(leaders) > 1 and holder not in leaders
    assert tied_overtakes >= 5, "otherwise the rule on ties is not asked"


@pytest.mark.parametrize("check", VALUES["victory_check"])
def test_a_win_is_found_exactly_when_the_rules_look(check: str) -> None:
    """Whenever a seat gains points the same action is played again where that is enough to win, and play goes on."""
    verbs = set()
    for number in range(60, 110):
        game = late_game(number, replace(STANDARD, name="varied", victory_check=check, points_to_win=20))
        rng = Random(number)
        for _ in range(30):
            before = game.position()
            action = next_action(game, rng, builder)
            game.apply(action)
            for had, has in zip(oracle.all_points(before), oracle.all_points(game.position()), strict=True):
                if has > had:
                    verbs.add(action.partition(":")[0])
                    tight = Game.from_position({**before, "rules": {**before["rules"], "points_to_win": has}})
                    _play_on_by_the_rules(tight, action, rng)
    assert {"build_settlement", "build_city", "build_road", "free_road", "buy_dev_card", "play_dev"} <= verbs


def _play_on_by_the_rules(game: Game, action: str, rng: Random) -> None:
    apply_by_the_rules(game, action)
    for _ in range(20):
        if game.result is not None:
            break
        apply_by_the_rules(game, next_action(game, rng, any_verb))


def test_separated_red_numbers_never_touch_and_all_tokens_are_laid() -> None:
    for number in range(200):
        board = new_game(number, replace(COMPETITION, token_layout="separated"))[0].board
        red = {place for place, token in enumerate(board.tokens) if token in (6, 8)}
        assert all(red.isdisjoint(HEX_NEIGHBOURS[place]) for place in red)
        assert sorted(filter(None, board.tokens)) == sorted(filter(None, TOKENS))
        assert [token is None for token in board.tokens] == [name == "desert" for name in board.terrain]
