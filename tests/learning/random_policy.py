"""The engine's own random player, and the same player behind an action mask."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from numpy.typing import NDArray

from engine import Game, Rules
from referee.learning.action_space import ActionTable
from tests.kit.grammar import vocabulary
from tests.kit.random_games import any_action


def engine_actions(game: Game, rng: Random) -> list[tuple[str, str]]:
    """Play to the end with listed actions that have a number; each action and the hash of the state after it."""
    played = []
    while game.result is None:
        action = any_action(game.legal_actions(), rng)
        game.apply(action)
        played.append((action, game.state_hash()))
    return played


def masked_action(mask: NDArray[Any] | Sequence[int], table: ActionTable, rules: Rules, rng: Random) -> int:
    """The number of a random legal action; drawn in grammar order, in which the engine lists them."""
    order = {text: place for place, text in enumerate(vocabulary(rules))}
    legal = sorted((table.texts[number] for number, is_legal in enumerate(mask) if is_legal), key=order.__getitem__)
    return table.number(any_action(legal, rng))
