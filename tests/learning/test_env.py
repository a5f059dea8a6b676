"""The PettingZoo environment: PettingZoo's own tests, and that it is the engine's own game."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo import AECEnv
from pettingzoo.test.api_test import api_test
from pettingzoo.test.seed_test import seed_test

from engine import COMPETITION, PRESETS, STANDARD, Game, IllegalAction, Rules, RulesError
from referee.learning.action_space import action_table
from referee.learning.env import CatanEnv, env
from referee.learning.rewards import points_above_mean, winner_takes_all
from tests.learning.random_policy import engine_actions, masked_action

Env = AECEnv[str, Any, Any]
# Its two-valued observation of mask and array is what its own classic games have, each of which it knows by name.
OF_ITS_LIST_OF_NAMES = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",
)


@pytest.fixture(autouse=True)
def _without_the_warnings_that_it_spares_its_own() -> Iterator[None]:
    with warnings.catch_warnings():
        for message in OF_ITS_LIST_OF_NAMES:
            warnings.filterwarnings("ignore", message=message)
        yield


@pytest.mark.parametrize("make", [env, CatanEnv], ids=["env", "CatanEnv"])
@pytest.mark.parametrize("preset", PRESETS)
def test_pettingzoos_api_test(preset: str, make: Callable[..., Env]) -> None:
    api_test(make(PRESETS[preset], ply_cap=600), num_cycles=1000)  # type: ignore[no-untyped-call]


def test_pettingzoos_seed_test() -> None:
    seed_test(env, num_cycles=500)  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("rules", [COMPETITION, replace(COMPETITION, name="three", seats=3)], ids=["four", "three"])
def test_a_random_policy_plays_the_engines_own_game_byte_for_byte(rules: Rules) -> None:
    environment = CatanEnv(rules)
    for number in range(4):
        own = Game(rules, seed=str(number))
        played = engine_actions(own, Random(number))
        environment.reset(seed=number)
        rng, hashes = Random(number), []
        for agent in environment.agent_iter():
            seen, _, terminated, truncated, _ = environment.last()
            if terminated or truncated:
                environment.step(None)
                continue
            assert seen is not None
            table = action_table(rules, int(agent.removeprefix("seat_")))
            action = masked_action(seen["action_mask"], table, rules, rng)
            environment.step(action)
            hashes.append((table.texts[action], environment.game.state_hash()))
        assert hashes == played
        assert environment.game.position() == own.position()


@pytest.mark.parametrize("preset", PRESETS)
def test_only_the_agent_to_act_has_actions_and_all_see_their_own_cards(preset: str) -> None:
    environment = CatanEnv(PRESETS[preset], seed=3)
    environment.reset()
    rng = Random(3)
    for _ in range(300):
        game = environment.game
        masks = {agent: environment.observe(agent)["action_mask"] for agent in environment.agents}
        assert [agent for agent, mask in masks.items() if mask.any()] == [environment.agent_selection]
        assert environment.agent_selection == f"seat_{game.to_act}"
        environment.step(int(rng.choice(np.flatnonzero(masks[environment.agent_selection]))))


def played_out(environment: Env, seed: int) -> dict[str, float]:
    """Play at random; what each agent got."""
    environment.reset(seed=seed)
    rng, got = np.random.default_rng(seed), dict[str, float]()
    for agent in environment.agent_iter():
        seen, reward, terminated, truncated, _ = environment.last()
        if terminated or truncated:
            got[agent] = reward
            environment.step(None)
        else:
            assert reward == 0
            assert seen is not None
            environment.step(rng.choice(np.flatnonzero(seen["action_mask"])))
    return got


def test_the_winner_takes_one_and_the_others_pay_it() -> None:
    environment = CatanEnv(COMPETITION)
    got = played_out(environment, 5)
    result = environment.game.result
    assert result is not None
    assert got == {f"seat_{seat}": 1.0 if seat == result.winner else -1 / 3 for seat in range(4)}


def test_points_may_be_the_reward_and_any_function() -> None:
    environment = CatanEnv(COMPETITION, reward=points_above_mean)
    got = played_out(environment, 5)
    result = environment.game.result
    assert result is not None
    assert sum(got.values()) == pytest.approx(0)
    assert got["seat_0"] - got["seat_1"] == pytest.approx((result.points[0] - result.points[1]) / 10)
    assert played_out(CatanEnv(reward=lambda game: range(game.seats)), 5)["seat_3"] == 3


def test_a_game_without_a_winner_is_worth_nothing() -> None:
    game = Game(COMPETITION, seed="1")
    game.abandon("broken off", verdict="cancelled")
    assert winner_takes_all(game) == [0, 0, 0, 0]


def test_at_the_cap_the_game_is_scored_and_agents_are_truncated() -> None:
    environment = CatanEnv(STANDARD, ply_cap=40)
    environment.reset()
    while environment.game.result is None:
        assert not any(environment.truncations.values())
        environment.step(int(np.flatnonzero(environment.observe(environment.agent_selection)["action_mask"])[0]))
    assert (environment.game.ply, environment.game.result.verdict) == (40, "ply_cap")
    assert set(environment.truncations.values()) == {True}
    assert set(environment.terminations.values()) == {False}
    assert sorted(environment.rewards.values()) == [-1 / 3, -1 / 3, -1 / 3, 1]


def test_seeds_count_up_from_the_last_one() -> None:
    environment, boards = CatanEnv(seed=8), []
    for seed in (None, None, 20, None):
        environment.reset(seed=seed)
        boards.append(environment.game.position())
    assert boards == [Game(COMPETITION, seed=seed).position() for seed in ("8", "9", "20", "21")]


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    environment = CatanEnv()
    environment.reset()
    before = environment.game.state_hash()
    with pytest.raises(IllegalAction):
        environment.step(action_table(COMPETITION, 0).number("end_turn"))
    with pytest.raises(TypeError):
        environment.step(3.5)  # type: ignore[arg-type]  # what a policy computes is not rounded to an action
    with pytest.raises(IndexError):
        environment.step(507)
    assert environment.game.state_hash() == before
    assert environment.agent_selection == "seat_0"


def test_in_the_wrappers_an_illegal_action_ends_the_game() -> None:
    environment = env()
    environment.reset()
    environment.step(action_table(COMPETITION, 0).number("end_turn"))
    assert environment.rewards == {"seat_0": -1, "seat_1": 0, "seat_2": 0, "seat_3": 0}
    assert all(environment.terminations.values())


def test_rules_that_cannot_be_played_are_refused() -> None:
    with pytest.raises(RulesError, match="seats"):
        CatanEnv(replace(COMPETITION, seats=7))


def test_it_draws_the_board_as_text() -> None:
    environment = CatanEnv(render_mode="ansi")
    environment.reset(seed=1)
    bare = environment.render()
    environment.step(action_table(COMPETITION, 0).number("place_settlement:20"))
    drawn = environment.render()
    assert bare is not None
    assert drawn is not None
    assert "S0" in drawn
    assert "S0" not in bare
    environment.close()
    assert CatanEnv().render() is None


@pytest.mark.parametrize(("absent", "module"), [("numpy", "observation"), ("gymnasium", "env"), ("pettingzoo", "env")])
def test_without_a_package_it_is_said_what_to_install(absent: str, module: str) -> None:
    program = f"import sys; sys.modules[{absent!r}] = None; import referee.learning.{module}"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    last = ended.stderr.splitlines()[-1]
    assert last == (
        f"ImportError: referee.learning needs {absent}, which the extra 'rl' brings: pip install 'catan-referee[rl]'"
    )


@pytest.mark.parametrize("module", ["observation", "action_space", "vector"])
def test_a_trained_bot_needs_numpy_and_nothing_heavier(module: str) -> None:
    program = (
        "import sys; sys.modules['gymnasium'] = sys.modules['pettingzoo'] = None; "
        f"import referee.learning.{module}; print('fine')"
    )
    assert (
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "fine\n"
    )
