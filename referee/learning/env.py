"""The engine as a PettingZoo AEC environment: one game at a time, one seat after another."""

from __future__ import annotations

from operator import index
from typing import Any, ClassVar

from referee.learning import require

require(["gymnasium", "pettingzoo"])  # before they are imported, to say what to install

# ruff: noqa: E402
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from engine import COMPETITION, Game, Rules
from referee.learning.action_space import action_table
from referee.learning.capped import PLY_CAP, cut_off
from referee.learning.layout import layout
from referee.learning.observation import Observer
from referee.learning.rewards import Reward, winner_takes_all
from referee.replays.render.text import board_text

Observation = dict[str, NDArray[Any]]
"""``observation``, a ``uint8`` array, and ``action_mask``, an ``int8`` array with 1 where an action is legal."""


def env(rules: Rules = COMPETITION, **settings: Any) -> AECEnv[str, Any, Any]:
    """``CatanEnv`` in PettingZoo's usual wrappers.

    An illegal action ends the game with reward -1 for its seat and 0 for the others, a number that is no action is
    refused, and so is a step before ``reset``. ``settings`` are those of ``CatanEnv``.
    """
    wrapped: AECEnv[str, Any, Any] = CatanEnv(rules, **settings)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class CatanEnv(AECEnv[str, Any, Any]):
    """The bare environment. ``game`` is the engine's game, for reading; the agent of seat 2 is ``seat_2``.

    Without a seed ``reset`` takes the number after the last one, at first ``seed``; game ``n`` is
    ``Game(rules, seed=str(n))``. After ``ply_cap`` plies a game is scored and its agents truncated. ``reward`` is
    asked once, at the end; until then all rewards are 0. Raises ``RulesError`` for rules that can't be played.

    An action that is not legal raises ``engine.IllegalAction``, a number that is no action ``IndexError``; neither
    changes the game.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]  # it is one for all, whatever the base says
        "name": "catan_v1",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: Rules = COMPETITION,
        *,
        seed: int = 0,
        ply_cap: int = PLY_CAP,
        reward: Reward = winner_takes_all,
        render_mode: str | None = None,
    ) -> None:
        rules.check()
        self.rules = rules
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(rules.seats)]
        self.agents: list[str] = []
        self.game: Game
        self._seed, self._ply_cap, self._reward = seed, ply_cap, reward
        self._tables = [action_table(rules, seat) for seat in range(rules.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: _observation_space(rules, len(self._tables[0])) for agent in self._seats}
        self.action_spaces = {agent: spaces.Discrete(len(self._tables[0])) for agent in self._seats}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The observation space, alike for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The action space, alike for all agents."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin game ``seed``, or the next one. There are no options."""
        number = self._seed if seed is None else seed
        self._seed = number + 1
        self.game = Game(self.rules, seed=str(number))
        self._observer = Observer(self.rules, self.game.board)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]

    def step(self, action: int | None) -> None:
        """Play this number for the agent whose turn it is; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat, game = self._seats[agent], self.game
        assert action is not None, f"{agent} must act"
        game.apply(self._tables[seat].text(index(action), game.hand(seat)))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        is_cut_off = cut_off(game, self._ply_cap)
        if game.result is None:
            assert game.to_act is not None
            self.agent_selection = self.possible_agents[game.to_act]
            return
        self.rewards = dict(zip(self.agents, map(float, self._reward(game)), strict=True))
        self.truncations = dict.fromkeys(self.agents, is_cut_off)
        self.terminations = dict.fromkeys(self.agents, not is_cut_off)
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Observation:
        """What this agent may know, and what it may do now: nothing unless it is its turn."""
        seat, game = self._seats[agent], self.game
        legal = game.legal_actions() if seat == game.to_act else []
        mask = self._tables[seat].mask(legal, game.hand(seat), game.free_form_verbs() if legal else ())
        return {
            "observation": self._observer.of_game(game, seat),
            "action_mask": np.frombuffer(mask, dtype=np.int8),
        }

    def render(self) -> str | None:
        """The board as lines of text where ``render_mode`` is ``ansi``."""
        if self.render_mode != "ansi":
            return None
        return board_text(self.game.board, self.game.public_state(None))

    def close(self) -> None:
        """Nothing is open."""


def _observation_space(rules: Rules, actions: int) -> spaces.Dict:
    most = layout(rules).most
    return spaces.Dict(
        {
            "observation": spaces.Box(low=np.zeros_like(most), high=most, dtype=np.uint8),
            "action_mask": spaces.Box(low=0, high=1, shape=(actions,), dtype=np.int8),
        }
    )
