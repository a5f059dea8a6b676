"""Games for learning: one environment, and many at a time in one and two worker processes, beside the bare engine."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from typing import Final

import numpy as np

from engine import COMPETITION
from referee.learning.env import CatanEnv
from referee.learning.masked import uniform_choice
from referee.learning.observation import Observer
from referee.learning.vector import VectorGames
from tests.benchmarks.bench import Figures
from tests.benchmarks.engine_bench import part_us, states, step_us
from tests.benchmarks.table import Row

GAMES: Final = 256
"""Played side by side in a vector."""
_STEPS: Final = 600
_WORKERS: Final = (1, 2)
_ENV_GAMES: Final = 5


class LearningBench:
    """Random legal actions; by the clock on the wall but for what is in microseconds."""

    def __init__(self) -> None:
        self.title = f"Learning: random legal actions, {GAMES} games at a time in a vector"

    def measure(self, number: int) -> Figures:
        step, actions = step_us(COMPETITION, _ENV_GAMES, 1 + number * _ENV_GAMES)
        games = states(1 + number)
        observer = Observer(COMPETITION, games[0].board)
        figures = {
            "actions": actions,
            "engine": 1e6 / step,
            "observation": part_us(lambda game: observer.of_game(game, game.to_act or 0), games),
            "env": env_steps_a_second(1 + number * _ENV_GAMES),
        }
        figures |= {f"vector {workers}": vector_steps_a_second(workers, number) for workers in _WORKERS}
        return figures

    def rows(self, medians: Mapping[str, float]) -> list[Row]:
        rows = [Row("the engine alone: list, choose, apply", medians["engine"], "steps/s")]
        rows += [
            Row("an observation", medians["observation"], "us", mark=12),
            Row("one environment: last, choose, step", medians["env"], "steps/s"),
        ]
        for workers in _WORKERS:
            steps = medians[f"vector {workers}"]
            name = f"vector, {workers} worker{'s' if workers > 1 else ''}"
            rows.append(Row(f"{name}: choose, step", steps, "steps/s"))
            rows.append(Row(f"{name}: the same in games", steps / medians["actions"], "games/s"))
        return rows


def env_steps_a_second(first_seed: int) -> float:
    """Whole games through ``CatanEnv``."""
    environment, plies, started = CatanEnv(), 0, time.perf_counter()
    for seed in range(first_seed, first_seed + _ENV_GAMES):
        environment.reset(seed=seed)
        choose = random.Random(seed).choice
        while environment.game.result is None:
            seen, *_ = environment.last()
            assert seen is not None
            environment.step(choose(np.flatnonzero(seen["action_mask"])))
        plies += environment.game.ply
    return plies / (time.perf_counter() - started)


def vector_steps_a_second(workers: int, number: int) -> float:
    """Steps of all rows together once the workers have started; about the first half of games."""
    rng = np.random.default_rng(number)
    with VectorGames(GAMES, workers=workers, seed=number * GAMES) as games:
        batch = games.reset()
        started = time.perf_counter()
        for _ in range(_STEPS):
            batch = games.step(uniform_choice(batch.action_mask, rng))
        return GAMES * _STEPS / (time.perf_counter() - started)
