"""The engine's parts as a user calls them, in microseconds of processor time."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace

import msgspec

from engine import COMPETITION, Game, Rules

WITHOUT_OFFERS = replace(COMPETITION, name="without_offers", player_trades="none")


def step_us(rules: Rules, games: int, first_seed: int) -> tuple[float, float]:
    """Microseconds per action of random games (list, choose, apply), and actions per game."""
    actions, started = 0, time.process_time()
    for seed in range(first_seed, first_seed + games):
        game, choose = Game(rules, seed=str(seed)), random.Random(seed).choice
        while game.result is None:
            game.apply(choose(game.legal_actions()))
        actions += game.ply
    return (time.process_time() - started) / actions * 1e6, actions / games


def states(seed: int) -> list[Game]:
    """The states of a random game, one after each action."""
    game, choose = Game(COMPETITION, seed=str(seed)), random.Random(seed).choice
    seen = []
    while game.result is None:
        game.apply(choose(game.legal_actions()))
        seen.append(game.copy())
    return seen


def part_us(part: Callable[[Game], object], games: list[Game], rounds: int = 5) -> float:
    """Microseconds for one call, over all these states."""
    started = time.process_time()
    for _ in range(rounds):
        for game in games:
            part(game)
    return (time.process_time() - started) / (rounds * len(games)) * 1e6


_encode = msgspec.json.Encoder().encode

PARTS: dict[str, Callable[[Game], object]] = {
    "copy": Game.copy,
    "state_hash": Game.state_hash,
    "public_state": lambda game: game.public_state(1),
    "public_state and JSON": lambda game: _encode(game.public_state(1)),
    "position": Game.position,
}
