"""Random play under any rules: the driver behind the property tests and the recorded matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from engine import COMPETITION, Game, Rules
from tests.kit.oracle import bundle

Pick = Callable[[list[str], Random], str]

PLY_CAP: Final = 5000
"""Where a referee has a match scored that its rules don't end."""


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


def some_bundle(game: Game, verb: str, rng: Random) -> str:
    """A discard, offer or counter by the seat to act; often legal, and what is asked for is often there."""
    assert game.to_act is not None, "the match is over"
    if verb == "discard":
        return f"{verb}:{_some_cards(game, game.to_act, sum(game.hands[5 * game.to_act :][:5]) // 2, rng)}"
    if verb == "offer_trade":
        other = (game.to_act + 1 + int(rng.random() * (game.seats - 1))) % game.seats
        target = "all" if rng.random() < 0.5 else str(other)
        start = f"{verb}:{target}"
    else:
        other, start = game.current_seat, verb
    give, get = (_some_cards(game, seat, 1 + int(rng.random() * 3), rng) for seat in (game.to_act, other))
    return f"{start}:{give}:{get}"


def plies(game: Game, rng: Random, pick: Pick = any_action, ply_cap: int = PLY_CAP) -> Iterator[str]:
    """Play on at random to the end; yields each action just after it has been applied.

    Where rules trade bundles, seats also make offers and counters. At the cap the match is scored.
    """
    while game.result is None and game.ply < ply_cap:
        action = next_action(game, rng, pick)
        game.apply(action)
        yield action
    if game.result is None:
        game.score_now(f"the match was scored after {game.ply} plies", verdict="ply_cap")


def next_action(game: Game, rng: Random, pick: Pick) -> str:
    """A listed action, or now and then a bundle that is not listed."""
    for verb in game.free_form_verbs():
        if rng.random() < 0.4:
            bundles = [some_bundle(game, verb, rng) for _ in range(4)]
            legal = [text for text in bundles if game.is_legal(text)]
            if legal:
                return legal[0]
    return pick(game.legal_actions(), rng)


def play_out(game: Game, rng: Random, pick: Pick = any_action, ply_cap: int = PLY_CAP) -> list[str]:
    """Play on at random to the end; the actions."""
    return list(plies(game, rng, pick, ply_cap))


def new_game(number: int, rules: Rules = COMPETITION) -> tuple[Game, Random]:
    """Game ``number`` and the dice that its players use to choose."""
    return Game(rules, seed=f"random game {number}"), Random(number)


def game_after(number: int, ply_count: int, pick: Pick = any_verb, rules: Rules = COMPETITION) -> Game:
    """Game ``number`` after this many plies, or at its end if that comes first."""
    game, rng = new_game(number, rules)
    while game.result is None and game.ply < ply_count:
        game.apply(next_action(game, rng, pick))
    return game


def _some_cards(game: Game, seat: int, size: int, rng: Random) -> str:
    """So many cards of this hand, one time in eight any cards; the parts are now and then reversed."""
    hand = game.hands[5 * seat : 5 * seat + 5]
    held = [r for r in range(5) for _ in range(hand[r])]
    if len(held) < size or rng.random() < 0.125:
        held = [0, 1, 2, 3, 4] * size
    drawn = sorted(held, key=lambda _: rng.random())[:size]
    text = bundle([drawn.count(r) for r in range(5)])
    return "+".join(reversed(text.split("+"))) if rng.random() < 0.1 else text
