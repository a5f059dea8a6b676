"""The engine as its users call it, beside Catanatron, in microseconds of processor time."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

import msgspec

from engine import COMPETITION, Game, Rules
from tests.benchmarks.bench import Figures
from tests.benchmarks.peer import Catanatron
from tests.benchmarks.table import Row

WITHOUT_OFFERS: Final = replace(COMPETITION, name="without_offers", player_trades="none")
GAMES: Final = 20
_PEER_GAMES: Final = 10

_encode: Final = msgspec.json.Encoder().encode

PARTS: Final[dict[str, Callable[[Game], object]]] = {
    "copy": Game.copy,
    "view": lambda game: _encode(game.public_state(1)),
    "hash": Game.state_hash,
}


class EngineBench:
    """Random games and what is called beside them; ``peer`` None leaves ours alone."""

    def __init__(self, peer: Catanatron | None) -> None:
        self.title = "The engine, random games, beside Catanatron 3.2.1"
        self._peer = peer
        step_us(COMPETITION, 1, 0)  # fills our caches, as the peer fills its own

    def measure(self, number: int) -> Figures:
        """Ours, theirs, ours again in one round, so that a slow moment of the machine falls on both."""
        first_seed = 1 + number * GAMES
        figures = {}
        figures["step"], figures["actions"] = step_us(COMPETITION, GAMES, first_seed)
        if self._peer is not None:
            theirs = self._peer.measure(_PEER_GAMES, 1 + number * _PEER_GAMES)
            figures |= {f"peer_{name}": value for name, value in theirs.items()}
        figures["bare_step"], figures["bare_actions"] = step_us(WITHOUT_OFFERS, GAMES, first_seed)
        games = states(first_seed)
        figures |= {name: part_us(part, games) for name, part in PARTS.items()}
        return figures

    def rows(self, medians: Mapping[str, float]) -> list[Row]:
        peer_step, peer_copy = medians.get("peer_step_us"), medians.get("peer_copy_us")
        return [
            Row("list and apply an action, offers listed", medians["step"], "us", peer_step, 7, "times"),
            Row("list and apply an action, no offers", medians["bare_step"], "us", peer_step, 7, "times"),
            Row("copy()", medians["copy"], "us", peer_copy, 15, "times"),
            Row("public_state(seat), encoded as JSON", medians["view"], "us", mark=25),
            Row("state_hash()", medians["hash"], "us", mark=12),
            Row("actions a game, offers listed", medians["actions"], "", medians.get("peer_actions")),
            Row("actions a game, no offers", medians["bare_actions"], "", medians.get("peer_actions")),
        ]


def step_us(rules: Rules, games: int, first_seed: int) -> tuple[float, float]:
    """Microseconds per action (list, choose, apply), and actions per game, over whole games, dealing included."""
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


def part_us(part: Callable[[Game], object], games: list[Game], times: int = 5) -> float:
    """Microseconds for one call, over all these states."""
    started = time.process_time()
    for _ in range(times):
        for game in games:
            part(game)
    return (time.process_time() - started) / (times * len(games)) * 1e6
