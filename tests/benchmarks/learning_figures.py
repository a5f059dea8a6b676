"""Games for learning: one environment, and many at a time in one and two worker processes, beside the bare engine.

A program of its own, which prints the figures of the round that its argument numbers as a JSON object: what it imports
would lie in the way of everything else that the bench measures, at each of the collector's turns.
"""

from __future__ import annotations

import json
import random
import sys
import time
from typing import Final

import numpy as np

from engine import COMPETITION
from referee.learning.env import CatanEnv
from referee.learning.masked import uniform_choice
from referee.learning.observation import Observer
from referee.learning.vector import VectorGames
from tests.benchmarks.engine_bench import part_us, states, step_us
from tests.benchmarks.learning_bench import GAMES, WORKERS

_STEPS: Final = 600
_ENV_GAMES: Final = 5


def measure(number: int) -> dict[str, float]:
    """One round."""
    step, actions = step_us(COMPETITION, _ENV_GAMES, 1 + number * _ENV_GAMES)
    games = states(1 + number)
    observer = Observer(COMPETITION, games[0].board)
    figures = {
        "actions": actions,
        "engine": 1e6 / step,
        "observation": part_us(lambda game: observer.of_game(game, game.to_act or 0), games),
        "env": env_steps_a_second(1 + number * _ENV_GAMES),
    }
    return figures | {f"vector {workers}": vector_steps_a_second(workers, number) for workers in WORKERS}


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


if __name__ == "__main__":  # workers import this file again
    print(json.dumps(measure(int(sys.argv[1]))))
