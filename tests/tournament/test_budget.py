"""How many blocks a tournament has under its bounds."""

from __future__ import annotations

from typing import Any

import pytest

from referee.tournament.budget import blocks_allowed
from referee.tournament.plan import PlanError
from tests.tournament.planned import new_plan

ROUNDS: dict[str, Any] = {"format": "rounds"}
GAUNTLET: dict[str, Any] = {"format": "gauntlet", "candidate": "bot0"}
UNTIL = "2026-12-01T08:00:00Z"


@pytest.mark.parametrize(
    ("bots", "keys", "bounds", "blocks"),
    [
        (6, {}, {}, 15),
        (6, {"seats": 3}, {}, 20),
        (6, GAUNTLET, {}, 10),
        (6, {}, {"matches": 200}, 50),
        (6, {}, {"matches": 203}, 50),
        (6, {"orders": "all"}, {"matches": 47}, 1),
        (6, {"seats": 3}, {"matches": 200}, 66),
        (6, {}, {"blocks": 7}, 7),
        (6, {}, {"rounds": 3}, 45),
        (6, {}, {"rounds": 3, "blocks": 20}, 20),
        (6, {}, {"rounds": 3, "blocks": 50}, 45),
        (6, {}, {"blocks": 20, "matches": 40}, 10),
        (6, {}, {"until": UNTIL}, None),
        (6, {}, {"until": UNTIL, "blocks": 3}, 3),
        (9, ROUNDS, {"rounds": 2}, 18),
        (9, ROUNDS, {"blocks": 26}, 18),
        (8, ROUNDS, {"matches": 30}, 6),
        (10, ROUNDS | {"seats": 3}, {"blocks": 10}, 10),
        (10, ROUNDS, {"until": UNTIL}, None),
        (2, {"format": "compare"}, {"blocks": 9}, 9),
        (1, {"format": "aa"}, {"matches": 400}, 400),
    ],
)
def test_of_several_the_closest_and_whole_blocks(
    bots: int, keys: dict[str, Any], bounds: dict[str, Any], blocks: int | None
) -> None:
    assert blocks_allowed(new_plan(bots, bounds=bounds, **keys)) == blocks


@pytest.mark.parametrize(
    ("keys", "bounds", "words"),
    [
        ({}, {"matches": 0}, "matches 0: must be at least 1"),
        ({}, {"blocks": -1}, "blocks -1: must be at least 1"),
        ({}, {"matches": 10**30}, f"{10**30} matches: must be at most 100000000"),
        ({}, {"rounds": 10**8}, "2000000000 matches: must be at most 100000000"),
        ({}, {"matches": 3}, "matches 3: a block has 4, and only whole blocks count"),
        ({"orders": "all"}, {"matches": 23}, "matches 23: a block has 24, and only whole blocks count"),
        (ROUNDS, {"blocks": 4}, "a round has 5 blocks, 20 matches: give room for one at least"),
        (ROUNDS, {}, "the format rounds has no end of its own: give matches, blocks, rounds or until"),
        ({"format": "compare"}, {"rounds": 1}, "rounds 1: compare has none; give matches or blocks"),
    ],
)
def test_bounds_that_are_none(keys: dict[str, Any], bounds: dict[str, Any], words: str) -> None:
    with pytest.raises(PlanError) as raised:
        blocks_allowed(new_plan(5, bounds=bounds, **keys))
    assert str(raised.value) == words
