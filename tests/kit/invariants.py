"""What is true of every state of every match, as assertions that name what broke."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from engine import Game
from tests.kit import oracle
from tests.kit.positions import DEV_CARDS, PER_RESOURCE, RESOURCES, Position


def assert_nothing_is_lost(p: Position) -> None:
    """Nineteen cards per resource, 25 development cards, 15 roads, 5 settlements and 4 cities a seat."""
    held = [sum(hand[r] for hand in p["hands"]) for r in range(5)]
    totals = [bank + hands for bank, hands in zip(p["bank"], held, strict=True)]
    assert totals == [PER_RESOURCE] * 5, f"bank and hands: {totals}"
    assert min(min(hand) for hand in [*p["hands"], p["bank"]]) >= 0
    # Played cards are out of sight, but knights lie on the table and victory points are never played.
    cards: Counter[str] = Counter(p["deck"])
    for hand in p["dev_hands"]:
        cards.update(hand)
    cards["knight"] += sum(p["knights_played"])
    assert (cards["knight"], cards["victory_point"]) == (DEV_CARDS["knight"], DEV_CARDS["victory_point"])
    assert all(cards[card] <= n for card, n in DEV_CARDS.items()), f"development cards: {cards}"
    for seat in range(len(p["hands"])):
        pieces = len(p["roads"][seat]), len(p["settlements"][seat]), len(p["cities"][seat])
        assert all(n <= most for n, most in zip(pieces, (15, 5, 4), strict=True)), f"seat {seat} has {pieces} pieces"


def assert_follows_the_rules(game: Game) -> None:
    """The legal list, the roads, the points and the rates are those that the rules give for the position."""
    p = game.position()
    assert game.legal_actions() == oracle.legal_by_the_rules(p)
    assert len(set(game.legal_actions())) == len(game.legal_actions())
    assert bool(game.legal_actions()) == (game.result is None)
    view = game.public_state(None)
    lengths = [oracle.longest_trail(p, seat) for seat in range(game.seats)]
    assert view["longest_road_lengths"] == lengths
    assert (view["longest_road_length"], view["largest_army_size"]) == (max(lengths), max(p["knights_played"]))
    assert view["victory_points"] == oracle.public_points(p)
    for seat in range(game.seats):
        own = game.public_state(seat)
        assert own["total_victory_points"][seat] == oracle.all_points(p)[seat]
        assert own["your_trade_rates"] == dict(zip(RESOURCES, oracle.trade_rates(p, seat), strict=True))
        assert own["your_resources"] == dict(zip(RESOURCES, p["hands"][seat], strict=True))


def everything_about(game: Game) -> dict[str, Any]:
    """All that can be asked of a game, for comparing two of them."""
    return {
        "position": game.position(),
        "hash": game.state_hash(),
        "legal": game.legal_actions(),
        "views": [game.public_state(seat) for seat in [None, *range(game.seats)]],
        "result": game.result,
    }


def rebuilt(game: Game) -> Game:
    """The game saved as JSON text and loaded again."""
    return Game.from_position(json.loads(json.dumps(game.position())))


def assert_rebuilt_is_the_same(game: Game) -> None:
    """Nothing that the engine keeps up to date differs from what it works out from the position."""
    assert everything_about(rebuilt(game)) == everything_about(game)
