"""Catanatron's own step and copy. Runs in the venv of ``peer.py``: it imports nothing of ours.

    python catanatron_step.py GAMES FIRST_SEED

Prints one JSON object: ``step_us``, microseconds of processor time per action of random games (choose, validate,
apply, list the next actions: one ``play_tick``), ``actions`` per game, and ``copy_us`` per copy, over the states
of a game.
"""

import json
import random
import sys
import time

from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found]

TURNS = 1000  # where Catanatron itself breaks a game off


def new_game(seed: int) -> "Game":
    random.seed(seed)
    return Game([RandomPlayer(color) for color in Color], seed=seed)


def is_running(game: "Game") -> bool:
    return game.winning_color() is None and game.state.num_turns < TURNS


def step_us(games: int, first_seed: int) -> tuple[float, float]:
    """Microseconds per action, and actions per game, over whole games from the first action to the last."""
    actions, started = 0, time.process_time()
    for seed in range(first_seed, first_seed + games):
        game = new_game(seed)
        while is_running(game):
            game.play_tick()
            actions += 1
    return (time.process_time() - started) / actions * 1e6, actions / games


def copy_us(seed: int) -> float:
    """Microseconds per copy, one after every tenth action of a game."""
    game, states = new_game(seed), []
    ticks = 0
    while is_running(game):
        game.play_tick()
        ticks += 1
        if ticks % 10 == 0:
            states.append(game.copy())
    started = time.process_time()
    for _ in range(10):
        for state in states:
            state.copy()
    return (time.process_time() - started) / (10 * len(states)) * 1e6


if __name__ == "__main__":
    games, first_seed = int(sys.argv[1]), int(sys.argv[2])
    step_us(1, 0)  # fills its caches
    step, actions = step_us(games, first_seed)
    print(json.dumps({"step_us": step, "actions": actions, "copy_us": copy_us(first_seed)}))
