"""Random play: the driver behind the property tests and the recorded matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from engine import COMPETITION, Game, Rules

Pick = Callable[[list[str], Random], str]


def any_action(legal: list[str], rng: Random) -> str:
    """Every listed action equally often."""
    return legal[int(rng.random() * len(legal))]


def any_verb(legal: list[str], rng: Random) -> str:
    """Every verb equally often, then one of its actions: more building, fewer of the many offers."""
    by_verb: dict[str, list[str]] = {}
    for action in legal:
        by_verb.setdefault(action.partition(":")[0], []).append(action)
    return any_action(by_verb[any_action(list(by_verb), rng)], rng)


def builder(legal: list[str], rng: Random) -> str:
    """Build, buy and play whenever possible: matches that end by victory, with every verb in them."""
    for verb in ("build_city", "build_settlement", "play_dev", "buy_dev_card", "build_road", "accept_trade"):
        wanted = [action for action in legal if action.startswith(verb)]
        if wanted and rng.random() < 0.9:
            return any_action(wanted, rng)
    return any_verb(legal, rng)


def plies(game: Game, rng: Random, pick: Pick = any_action) -> Iterator[str]:
    """Play on at random to the end; yields each action just after it has been applied."""
    while game.result is None:
        action = pick(game.legal_actions(), rng)
        game.apply(action)
        yield action


def play_out(game: Game, rng: Random, pick: Pick = any_action) -> list[str]:
    """Play on at random to the end; the actions."""
    return list(plies(game, rng, pick))


def new_game(number: int, rules: Rules = COMPETITION) -> tuple[Game, Random]:
    """Game ``number`` and the dice that its players use to choose."""
    return Game(rules, seed=f"random game {number}"), Random(number)


def game_after(number: int, ply_count: int, pick: Pick = any_verb) -> Game:
    """Game ``number`` after this many plies, or at its end if that comes first."""
    game, rng = new_game(number)
    for _ in plies(game, rng, pick):
        if game.ply >= ply_count:
            break
    return game
