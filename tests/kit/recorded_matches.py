"""Whole matches as goldens: a seed, every action, and digests of all that the engine said on the way."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any, Final

from engine import COMPETITION, KATAN, RULES_VERSION, STANDARD, Game, Rules
from tests.kit.random_games import Pick, any_action, any_verb, builder, next_action

GOLDEN_FILE: Final = Path(__file__).parent.parent / "golden" / "recorded_matches.json"
PICKS: Final[dict[str, Pick]] = {"any_action": any_action, "any_verb": any_verb, "builder": builder}
_MATCHES: Final = (
    (1, "any_action", COMPETITION),
    (2, "any_verb", COMPETITION),
    (3, "builder", COMPETITION),
    (4, "builder", COMPETITION),
    (11, "builder", COMPETITION),
    (21, "any_verb", KATAN),
    (22, "builder", KATAN),
    (23, "builder", replace(KATAN, name="katan of three", seats=3)),
    (31, "any_verb", STANDARD),
    (32, "builder", STANDARD),
)


def record(number: int, pick: str, rules: Rules) -> dict[str, Any]:
    """Play a match between players who choose at random and record it."""
    game, rng = Game(rules, seed=f"recorded match {number}"), Random(number)
    turns, said = [], []
    while game.result is None:
        turn, action = game.turn, next_action(game, rng, PICKS[pick])
        said.append(_what_it_says(game, action))
        turns.append((turn, action))
    return {
        "seed": f"recorded match {number}",
        "rules": rules.as_dict(),
        "turns": [" ".join(action for _, action in turn) for _, turn in groupby(turns, key=lambda pair: pair[0])],
        **_digests(game, said),
    }


def replay(recorded: dict[str, Any]) -> dict[str, Any]:
    """Play a recorded match again from its seed and actions; the digests it has now."""
    game = Game(Rules.from_dict(recorded["rules"]), seed=recorded["seed"])
    said = [_what_it_says(game, action) for turn in recorded["turns"] for action in turn.split(" ")]
    return _digests(game, said)


def golden() -> dict[str, Any]:
    """What the golden file should hold."""
    return {"rules_version": RULES_VERSION, "matches": [record(*match) for match in _MATCHES]}


def _what_it_says(game: Game, action: str) -> str:
    """The legal list, the events as everybody and as each seat sees them, and the hash after the action."""
    legal = game.legal_actions()
    viewers = [None, *range(game.seats)]
    events = [event.seen_by(viewer) for event in game.apply(action) for viewer in viewers]
    views = [game.public_state(viewer) for viewer in viewers]
    return json.dumps([legal, events, views, game.state_hash()])


def _digests(game: Game, said: list[str]) -> dict[str, Any]:
    assert game.result is not None
    return {
        "plies": game.ply,
        "result": game.result.as_dict(),
        "state_hash": game.state_hash(),
        "digest": sha256("\n".join(said).encode()).hexdigest(),
    }
