"""Positions to ask about, with the order in which their pieces were built.

The peer is taken through the same builds, so that what it keeps up to date in play is asked too.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from engine import STANDARD, Game
from tests.kit.random_games import Pick, any_action, any_verb, builder, next_action
from tests.peers.ours import UNENDING, on_turn
from tests.peers.questions import ENOUGH, Position


class Build(NamedTuple):
    """A piece that a seat put down; ``kind`` is road, settlement or city, ``place`` an edge or a vertex."""

    seat: int
    kind: str
    place: int


class Scene(NamedTuple):
    """A position after set-up, and what was built since the scene before it (in a first one: since the start)."""

    source: str
    builds: list[Build]
    position: Position
    lean_bank: list[int]
    """A bank that runs short: nought to three cards of each resource."""


_PLIES_BETWEEN: Final = 60
_BUILDS_BETWEEN: Final = 3
_LONGEST_GAME: Final = 1500
_STORM_BUILDS: Final = 84
_PICKS: Final[tuple[Pick, ...]] = (builder, any_verb, builder, any_action)
_KINDS: Final = {
    "place_settlement": "settlement",
    "place_road": "road",
    "build_settlement": "settlement",
    "build_road": "road",
    "free_road": "road",
    "build_city": "city",
}


def games(seed: int) -> Iterator[Iterator[Scene]]:
    """Games without end, each as its scenes: two in three are played by the rules, one in three is a storm."""
    number = 0
    while True:
        name = f"peers {seed} {number}"
        yield storm(name) if number % 3 == 2 else random_game(name, number)
        number += 1


def random_game(name: str, number: int) -> Iterator[Scene]:
    """A random game of the standard rules, every second one played on until the pieces are spent."""
    game, rng = Game(UNENDING if number % 2 else STANDARD, seed=name), Random(name)
    pick = _PICKS[number % len(_PICKS)]
    builds: list[Build] = []
    while game.result is None and game.ply < _LONGEST_GAME:
        builds += _play(game, next_action(game, rng, pick))
        if game.turn and (len(builds) >= _BUILDS_BETWEEN or game.ply % _PLIES_BETWEEN == 0):
            yield Scene(f"{name}, {pick.__name__}, ply {game.ply}", builds, *_with_lean_bank(game.position(), rng))
            builds = []


def storm(name: str) -> Iterator[Scene]:
    """After set-up seats build out of turn, for nothing, wherever it is legal: full boards and tangled roads."""
    game, rng = Game(UNENDING, seed=name), Random(name)
    builds: list[Build] = []
    while not game.turn:
        builds += _play(game, any_action(game.legal_actions(), rng))
    position = game.position()
    for number in range(1, _STORM_BUILDS + 1):
        seat = rng.randrange(game.seats)
        hands = [list(ENOUGH) if s == seat else [0] * 5 for s in range(game.seats)]
        game = Game.from_position(on_turn(position, seat, hands=hands, bank=_bank_beside(hands)))
        legal = [action for action in game.legal_actions() if action.startswith("build_")]
        if legal:
            builds += _play(game, any_verb(legal, rng))
            position = game.position()
        if number % _BUILDS_BETWEEN == 0:
            dealt = position | {"robber": rng.randrange(19), **_dealt(rng, game.seats)}
            yield Scene(f"{name}, storm, build {number}", builds, *_with_lean_bank(dealt, rng))
            builds = []


def _play(game: Game, action: str) -> list[Build]:
    """Apply the action; the piece that it put down, if it did."""
    seat = game.to_act
    assert seat is not None, "the match is over"
    verb, _, place = action.partition(":")
    game.apply(action)
    return [Build(seat, _KINDS[verb], int(place))] if verb in _KINDS else []


def _dealt(rng: Random, seats: int) -> Position:
    """Small hands, some of them empty, and the rest in the bank."""
    hands = [[rng.choice((0, 0, 1, 2, 4)) if full else 0 for _ in range(5)] for full in rng.choices((0, 1, 1), k=seats)]
    return {"hands": hands, "bank": _bank_beside(hands)}


def _bank_beside(hands: list[list[int]]) -> list[int]:
    return [UNENDING.bank_per_resource - sum(column) for column in zip(*hands, strict=True)]


def _with_lean_bank(position: Position, rng: Random) -> tuple[Position, list[int]]:
    return position, [min(n, rng.randrange(4)) for n in position["bank"]]
