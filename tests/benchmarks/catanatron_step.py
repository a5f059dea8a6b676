"""Catanatron's own step, measured in a venv of its own: this file imports nothing of ours, and we nothing of it.

Prints one JSON object: microseconds of processor time per action of a random game (generate, choose, validate,
apply), and per copy of a game in its middle.
"""

import json
import random
import sys
import time

from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found]

TURNS = 1000


def new_game(seed: int) -> "Game":
    random.seed(seed)
    return Game([RandomPlayer(color) for color in Color], seed=seed)


def step_us(games: int, first_seed: int) -> tuple[float, float]:
    """Microseconds per action over whole games, and actions per game."""
    actions, started = 0, time.process_time()
    for seed in range(first_seed, first_seed + games):
        game = new_game(seed)
        while game.winning_color() is None and game.state.num_turns < TURNS:
            game.play_tick()
            actions += 1
    return (time.process_time() - started) / actions * 1e6, actions / games


def copy_us(copies: int) -> float:
    game = new_game(1)
    for _ in range(400):
        game.play_tick()
    started = time.process_time()
    for _ in range(copies):
        game.copy()
    return (time.process_time() - started) / copies * 1e6


if __name__ == "__main__":
    games, first_seed = int(sys.argv[1]), int(sys.argv[2])
    step, length = step_us(games, first_seed)
    print(json.dumps({"step_us": step, "actions_per_game": length, "copy_us": copy_us(500)}))
