"""One island and one moment on it, written out by hand, that every drawing is tested with."""

from __future__ import annotations

from typing import Any, Final

from engine.island import Island

ISLAND: Final = Island(
    terrain=(
        "brick", "ore", "wood",
        "wheat", "sheep", "wheat", "wheat",
        "brick", "wood", "wood", "sheep", "wood",
        "desert", "wheat", "ore", "sheep",
        "brick", "ore", "sheep",
    ),
    tokens=(3, 6, 10, 8, 9, 5, 4, 11, 8, 3, 4, 11, None, 6, 12, 5, 10, 9, 2),
    harbours=("sheep", "any", "any", "brick", "any", "wheat", "ore", "any", "wood"),
)  # fmt: skip

NAMES: Final = ("greedy", "trader", "raw", "random")

STATE: Final[dict[str, Any]] = {
    "viewer": None,
    "seats": 4,
    "phase": "main",
    "turn": 33,
    "rolls": 33,
    "roll_cap": 160,
    "ply": 301,
    "current_seat": 0,
    "to_act": 0,
    "dice": [3, 5],
    "robber": 9,
    "dev_deck_count": 21,
    "settlements": [[0, 20], [12], [30, 53], [40]],
    "cities": [[], [25], [], [47]],
    "roads": [[0, 5, 20, 24, 30], [13, 31, 32], [38, 71, 70], [51, 52, 62]],
    "resource_counts": [3, 12, 0, 7],
    "dev_card_counts": [0, 1, 2, 0],
    "knights_played": [0, 3, 1, 0],
    "longest_road_holder": 0,
    "longest_road_length": 5,
    "longest_road_lengths": [5, 2, 2, 2],
    "largest_army_holder": 1,
    "largest_army_size": 3,
    "victory_points": [4, 5, 2, 3],
}

EVENTS: Final[tuple[dict[str, Any], ...]] = (
    {"ply": 299, "seat": 3, "action": "end_turn"},
    {
        "ply": 300, "seat": 0, "action": "roll", "dice": [3, 5],
        "gains": [{"wheat": 1}, {}, {}, {"wood": 2}], "shortage": [], "discards": [{}, {}, {}, {}],
    },
)  # fmt: skip

RESULT: Final[dict[str, Any]] = {
    "verdict": "victory",
    "offender": None,
    "reason": "seat 2 reached 10 points",
    "winner": 2,
    "ranking": [2, 0, 1, 3],
    "points": [7, 5, 10, 4],
    "resource_cards": [3, 0, 2, 8],
    "rolls": 71,
    "plies": 802,
}
