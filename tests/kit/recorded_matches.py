"""Whole matches as goldens: a seed, every action, and digests of all that the engine said on the way."""

from __future__ import annotations

import json
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any, Final

from engine import COMPETITION, RULES_VERSION, Game
from tests.kit.random_games import Pick, any_action, any_verb, builder

GOLDEN_FILE: Final = Path(__file__).parent.parent / "golden" / "recorded_matches.json"
PICKS: Final[dict[str, Pick]] = {"any_action": any_action, "any_verb": any_verb, "builder": builder}
_MATCHES: Final = ((1, "any_action"), (2, "any_verb"), (3, "builder"), (4, "builder"), (11, "builder"))


def record(number: int, pick: str) -> dict[str, Any]:
    """Play a match between players who choose at random and record it."""
    game, rng = Game(COMPETITION, seed=f"recorded match {number}"), Random(number)
    turns, said = [], []
    while game.result is None:
        turn, action = game.turn, PICKS[pick](game.legal_actions(), rng)
        said.append(_what_it_says(game, action))
        turns.append((turn, action))
    return {
        "seed": f"recorded match {number}",
        "turns": [" ".join(action for _, action in turn) for _, turn in groupby(turns, key=lambda pair: pair[0])],
        **_digests(game, said),
    }


def replay(recorded: dict[str, Any]) -> dict[str, Any]:
    """Play a recorded match again from its seed and actions; the digests it has now."""
    game = Game(COMPETITION, seed=recorded["seed"])
    said = [_what_it_says(game, action) for turn in recorded["turns"] for action in turn.split(" ")]
    return _digests(game, said)


def golden() -> dict[str, Any]:
    """What the golden file should hold."""
    return {"rules_version": RULES_VERSION, "matches": [record(number, pick) for number, pick in _MATCHES]}


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
