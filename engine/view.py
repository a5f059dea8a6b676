"""What a seat may know, built from an allow-list: nothing hidden is ever in reach of a key below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.legal import cards_in_time
from engine.resources import (
    CARDS,
    CITIES_PER_SEAT,
    ROADS_PER_SEAT,
    SETTLEMENTS_PER_SEAT,
)
from engine.topology import ids_in

if TYPE_CHECKING:
    from engine.game import Game


def public_state(game: Game, viewer: int | None) -> dict[str, Any]:
    """The state as this seat may know it, keys in wire order; the ``your_*`` keys are null for a spectator."""
    starts = range(0, 5 * game.seats, 5)
    hands, dev_hands, rules = game.hands, game.dev_hands, game.rules
    return {
        "viewer": viewer,
        "seats": game.seats,
        "phase": game.phase,
        "turn": game.turn,
        "rolls": game.rolls,
        "roll_cap": rules.roll_cap,
        "ply": game.ply,
        "current_seat": game.current_seat,
        "to_act": game.to_act,
        "dice": game.dice and list(game.dice),
        "robber": game.robber,
        "bank": _by_resource(game.bank),
        "dev_deck_count": len(game.deck),
        "settlements": [list(ids_in(mask)) for mask in game.settlements],
        "cities": [list(ids_in(mask)) for mask in game.cities],
        "roads": [list(ids_in(mask)) for mask in game.roads],
        "resource_counts": [sum(hands[at : at + 5]) for at in starts],
        "dev_card_counts": [sum(dev_hands[at : at + 5]) for at in starts],
        "knights_played": game.knights_played[:],
        "roads_left": [ROADS_PER_SEAT - mask.bit_count() for mask in game.roads],
        "settlements_left": [SETTLEMENTS_PER_SEAT - mask.bit_count() for mask in game.settlements],
        "cities_left": [CITIES_PER_SEAT - mask.bit_count() for mask in game.cities],
        "dev_cards_bought_this_turn": sum(game.dev_bought),
        "dev_card_played_this_turn": game.dev_played,
        "longest_road_holder": game.road_holder,
        "longest_road_length": max(game.road_lengths),
        "longest_road_lengths": game.road_lengths[:],
        "largest_army_holder": game.army_holder,
        "largest_army_size": max(game.knights_played),
        "victory_points": game.points[:],
        "total_victory_points": _total_points(game, viewer),
        **_own(game, viewer),
        "offer": game.offer and game.offer.as_dict(),
        "offers_this_turn": game.offers_this_turn,
        "max_offers_per_turn": game.max_offers,
        "counters": game.offer.counters_as_list() if game.offer else [],
        "points_to_win": rules.points_to_win,
    }


def _by_resource(counts: Sequence[int]) -> dict[str, int]:
    """All five, in wire order."""
    wood, brick, sheep, wheat, ore = counts
    return {"wood": wood, "brick": brick, "sheep": sheep, "wheat": wheat, "ore": ore}


def _total_points(game: Game, viewer: int | None) -> list[int]:
    """The viewer's own tally with hidden cards and the public one of others; all in full when it is over."""
    if game.result is not None:
        return game.totals[:]
    points = game.points[:]
    if viewer is not None:
        points[viewer] = game.totals[viewer]
    return points


def _own(game: Game, viewer: int | None) -> dict[str, Any]:
    """What only the viewer knows: its own cards."""
    if viewer is None:
        return dict.fromkeys(("your_resources", "your_dev_cards", "your_playable_dev_cards", "your_trade_rates"))
    at = 5 * viewer
    cards = game.dev_hands[at : at + 5]
    return {
        "your_resources": _by_resource(game.hands[at : at + 5]),
        "your_dev_cards": {name: n for name, n in zip(CARDS, cards, strict=True) if n} if any(cards) else {},
        "your_playable_dev_cards": [CARDS[card] for card in cards_in_time(game, viewer)] if any(cards) else [],
        "your_trade_rates": _by_resource(game.rates[viewer]),
    }
