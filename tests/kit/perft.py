"""Counting what can be reached in so many plies, as chess programs do: one wrong legal list and a number is off."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from engine import COMPETITION, Game, Rules
from tests.kit.chance import ScriptedChance
from tests.kit.positions import HARBOURS, TERRAIN, TOKENS, study_position

GOLDEN_FOLDER: Final = Path(__file__).parent.parent / "golden"


def golden_file(rules: Rules) -> Path:
    """Where the counts under a preset are kept."""
    return GOLDEN_FOLDER / f"perft_{rules.name}.json"


def starts(rules: Rules = COMPETITION) -> dict[str, tuple[Game, int]]:
    """Where to count from, and how deep. Dice and thefts are the same on every path."""

    def _game(dice: tuple[int, int] = (4, 4), **position: Any) -> Game:
        return Game.from_position(study_position(rules=rules, **position), chance=_chance(rules, dice))

    rich = {"wood": 2, "brick": 2, "sheep": 1, "wheat": 3, "ore": 3}
    network: dict[str, Any] = {
        "settlements": {0: ["0,0:NE"], 1: ["0,2:S"], 2: ["-2,0:SW"], 3: ["0,-2:N"]},
        "roads": {0: [["0,0:NE", "0,0:SE", "0,0:S"]], 1: [["0,2:S", "0,2:SE"]]},
        "hands": {0: rich, 1: {"wood": 1}, 2: {"ore": 2, "wood": 1}},
    }
    every_card = {"knight": 1, "road_building": 1, "year_of_plenty": 1, "monopoly": 1}
    return {
        "setup": (Game(rules, chance=_chance(rules)), 4),
        "second settlement": (_setup_after_seven_placements(rules), 4),
        "roll": (_game(phase="roll", **network), 3),
        "seven": (_game(dice=(3, 4), phase="roll", **network), 4),
        "main, rich": (_game(offers_this_turn=2, **network), 3),
        "main, offers": (_game(**(network | {"hands": {0: {"wood": 1, "ore": 1}, 1: {"sheep": 1}}})), 4),
        "main, every card": (_game(dev_hands={0: every_card}, **(network | {"hands": {2: {"ore": 2}}})), 3),
        "free roads": (_game(phase="road_building_first", free_roads_left=2, dev_played=True, **network), 2),
        "last turn": (_game(rolls=160, turn=157, offers_this_turn=2, **network), 2),
    }


def perft(game: Game, depth: int) -> list[dict[str, int]]:
    """Per ply: the action sequences that long, and the different states that they lead to."""
    level = {game.state_hash(): (game, 1)}
    counts = []
    for _ in range(depth):
        reached: dict[str, tuple[Game, int]] = {}
        for state, ways in level.values():
            for action in state.legal_actions():
                after = state.copy()
                after.apply(action)
                key = after.state_hash()
                reached[key] = (after, reached.get(key, (after, 0))[1] + ways)
        level = reached
        counts.append({"sequences": sum(ways for _, ways in level.values()), "states": len(level)})
    return counts


def golden(rules: Rules) -> dict[str, list[dict[str, int]]]:
    """What the golden file should hold."""
    return {name: perft(game, depth) for name, (game, depth) in starts(rules).items()}


def _chance(rules: Rules, dice: tuple[int, int] = (4, 4)) -> ScriptedChance:
    tokens: dict[str, list[int]] = {
        "shuffled": [token for token in TOKENS if token is not None],
        "separated": [hex_id for hex_id, token in enumerate(TOKENS) if token is not None],
    }
    orders = {
        "terrain": TERRAIN,
        "tokens": tokens[rules.token_layout],
        "harbours": HARBOURS,
        "deck": [0] * 14 + [1] * 5 + [2] * 2 + [3] * 2 + [4] * 2,
    }
    return ScriptedChance(dice=dict.fromkeys(range(1, 200), dice), steals=[0] * 9, orders=orders)


def _setup_after_seven_placements(rules: Rules) -> Game:
    """Always the first in the list, up to seat 0's second settlement."""
    game = Game(rules, chance=_chance(rules))
    while game.ply < 14:
        game.apply(game.legal_actions()[0])
    return game
