"""What a seat may know, in the engine's own numbers: read off a game, or off the view that a bot is sent.

Both readers give equal values, so that what was learned on games is asked for with the same input in a match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine import EngineError, Game
from engine.legal import cards_in_time
from engine.resources import CARD_INDEX, CARDS, RESOURCES
from engine.topology import mask_of


class Seen(NamedTuple):
    """The facts of a ``public_state``, per seat in seat order; five counts in resource or card order."""

    viewer: int
    phase: str
    current_seat: int
    to_act: int | None
    robber: int
    pieces: tuple[int, ...]
    """Bit sets: the settlements of each seat, then the cities of each, then the roads of each."""
    resource_cards: Sequence[int]
    dev_cards: Sequence[int]
    knights_played: Sequence[int]
    road_lengths: Sequence[int]
    victory_points: Sequence[int]
    road_holder: int | None
    army_holder: int | None
    own_resources: Sequence[int]
    own_dev_cards: Sequence[int]
    own_playable: Sequence[int]
    """Kinds of card, not counts."""
    own_rates: Sequence[int]
    own_points: int
    bank: Sequence[int]
    deck: int
    dice: Sequence[int] | None
    rolls: int
    dev_played: bool
    dev_bought: int
    offers_this_turn: int
    offer: SeenOffer | None


class SeenOffer(NamedTuple):
    """An open offer: who made it, the seats still to answer, both bundles, and counter-offers as (seat, give, want)."""

    seat: int
    asked: Sequence[int]
    give: Sequence[int]
    get: Sequence[int]
    counters: Sequence[tuple[int, Sequence[int], Sequence[int]]]


_CUTS: Final = {seats: [slice(5 * seat, 5 * seat + 5) for seat in range(seats)] for seats in (3, 4)}
"""Number of seats -> where the five counts of each lie."""


def seen_in_game(game: Game, viewer: int) -> Seen:
    """What seat ``viewer`` may know of this game: an allow-list, as ``public_state`` is one."""
    hands, dev_hands, at = game.hands, game.dev_hands, 5 * viewer
    cuts, own_dev_cards, offer = _CUTS[game.seats], dev_hands[at : at + 5], game.offer
    return Seen(
        viewer,
        game.phase,
        game.current_seat,
        game.to_act,
        game.robber,
        (*game.settlements, *game.cities, *game.roads),
        [sum(hands[cut]) for cut in cuts],
        [sum(dev_hands[cut]) for cut in cuts],
        game.knights_played,
        game.road_lengths,
        game.points,
        game.road_holder,
        game.army_holder,
        hands[at : at + 5],
        own_dev_cards,
        cards_in_time(game, viewer) if any(own_dev_cards) else (),
        game.rates[viewer],
        game.totals[viewer],
        game.bank,
        len(game.deck),
        game.dice,
        game.rolls,
        game.dev_played,
        sum(game.dev_bought),
        game.offers_this_turn,
        offer and SeenOffer(offer.seat, offer.asked, offer.give, offer.get, offer.counters),
    )


def seen_in_view(view: Mapping[str, Any]) -> Seen:
    """The same out of a ``public_state`` object. Raises ``EngineError`` for a spectator's, who has no cards."""
    viewer = view["viewer"]
    if viewer is None:
        raise EngineError("view: is a spectator's; an observation is made of what a seat sees")
    return Seen(
        viewer,
        view["phase"],
        view["current_seat"],
        view["to_act"],
        view["robber"],
        tuple(mask_of(ids) for kind in ("settlements", "cities", "roads") for ids in view[kind]),
        view["resource_counts"],
        view["dev_card_counts"],
        view["knights_played"],
        view["longest_road_lengths"],
        view["victory_points"],
        view["longest_road_holder"],
        view["largest_army_holder"],
        _five(view["your_resources"]),
        [view["your_dev_cards"].get(card, 0) for card in CARDS],
        [CARD_INDEX[card] for card in view["your_playable_dev_cards"]],
        _five(view["your_trade_rates"]),
        view["total_victory_points"][viewer],
        _five(view["bank"]),
        view["dev_deck_count"],
        view["dice"],
        view["rolls"],
        view["dev_card_played_this_turn"],
        view["dev_cards_bought_this_turn"],
        view["offers_this_turn"],
        _offer(view),
    )


def _offer(view: Mapping[str, Any]) -> SeenOffer | None:
    offer = view["offer"]
    if offer is None:
        return None
    counters = [(counter["seat"], _five(counter["give"]), _five(counter["get"])) for counter in view["counters"]]
    return SeenOffer(offer["from"], offer["asked"], _five(offer["give"]), _five(offer["get"]), counters)


def _five(counts: Mapping[str, int]) -> list[int]:
    return [counts.get(name, 0) for name in RESOURCES]
