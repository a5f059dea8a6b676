"""Words for why an action that was refused is not legal. They never decide anything: the list has decided."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from engine import free_form
from engine.actions import Action
from engine.bookkeeping import walls
from engine.bundles import Bundle, bundle_text, holds
from engine.legal import legal_actions, road_spots, steal_victims
from engine.resources import (
    CARD_COST,
    CARD_INDEX,
    CITIES_PER_SEAT,
    CITY_COST,
    RESOURCES,
    ROAD_COST,
    ROADS_PER_SEAT,
    SETTLEMENT_COST,
    SETTLEMENTS_PER_SEAT,
    YEAR_OF_PLENTY,
)
from engine.topology import EDGE_BIT, EDGE_VERTICES, EDGE_VERTICES_MASK, VERTEX_BIT, VERTEX_NEIGHBOURS

if TYPE_CHECKING:
    from engine.game import Game


def why_illegal(game: Game, action: Action) -> str:
    """Why the seat to act may not play this action now, and what would be right."""
    if game.result is not None:
        return f"the match is over: {game.result.reason}"
    if game.phase not in _phases_of(game, action.verb):
        return f"not in phase {game.phase}, where seat {game.to_act} may {_may(game)}"
    return _REASONS[action.verb](game, *action.args)


def _phases_of(game: Game, verb: str) -> tuple[str, ...]:
    """The phases that a verb belongs to, for the wording only."""
    if verb.startswith("play_dev:") and game.rules.card_before_roll:
        return ("main", "roll")
    return _PHASES_OF.get(verb, ("main",))


def _may(game: Game) -> str:
    """The verbs that are legal now."""
    verbs = dict.fromkeys(action.split(":")[0] for action in legal_actions(game))
    return ", ".join((*verbs, *free_form.verbs(game)))


def _missing(game: Game, cost: tuple[int, ...]) -> str | None:
    """What the seat lacks of a price, or None."""
    at = 5 * game.current_seat
    lacks = [f"{n} {RESOURCES[r]} (has {game.hands[at + r]})" for r, n in enumerate(cost)
             if game.hands[at + r] < n]  # fmt: skip
    return f"seat {game.current_seat} needs {', '.join(lacks)}" if lacks else None


def _place_settlement(game: Game, vertex: int) -> str:
    return _vertex_taken(game, vertex) or f"vertex {vertex} is not open"


def _vertex_taken(game: Game, vertex: int) -> str | None:
    """Which building closes the vertex, or None."""
    for seat, buildings in enumerate(game.buildings):
        if buildings & VERTEX_BIT[vertex]:
            return f"vertex {vertex} has a building of seat {seat}"
    for near in VERTEX_NEIGHBOURS[vertex]:
        for seat, buildings in enumerate(game.buildings):
            if buildings & VERTEX_BIT[near]:
                return f"vertex {vertex} is one edge from a building of seat {seat} at vertex {near}"
    return None


def _place_road(game: Game, edge: int) -> str:
    right = ", ".join(action.partition(":")[2] for action in legal_actions(game))
    return (
        _edge_taken(game, edge) or f"edge {edge} does not touch the settlement just placed; free edges there: {right}"
    )


def _edge_taken(game: Game, edge: int) -> str | None:
    for seat, roads in enumerate(game.roads):
        if roads & EDGE_BIT[edge]:
            return f"edge {edge} has a road of seat {seat}"
    return None


def _free_road(game: Game, edge: int) -> str:
    seat = game.current_seat
    if game.roads[seat].bit_count() >= ROADS_PER_SEAT:
        return f"seat {seat} has laid all {ROADS_PER_SEAT} roads"
    if taken := _edge_taken(game, edge):
        return taken
    a, b = EDGE_VERTICES[edge]
    cut_off = " that an opponent does not cut off" if walls(game, seat) & EDGE_VERTICES_MASK[edge] else ""
    return f"no road or building of yours at vertex {a} or {b}{cut_off}"


def _build_road(game: Game, edge: int) -> str:
    return _missing(game, ROAD_COST) or _free_road(game, edge)


def _build_settlement(game: Game, vertex: int) -> str:
    seat = game.current_seat
    if game.settlements[seat].bit_count() >= SETTLEMENTS_PER_SEAT:
        return f"seat {seat} has all {SETTLEMENTS_PER_SEAT} settlements on the board"
    return _missing(game, SETTLEMENT_COST) or _vertex_taken(game, vertex) or f"no road of yours ends at vertex {vertex}"


def _build_city(game: Game, vertex: int) -> str:
    seat = game.current_seat
    if game.cities[seat].bit_count() >= CITIES_PER_SEAT:
        return f"seat {seat} has all {CITIES_PER_SEAT} cities on the board"
    return _missing(game, CITY_COST) or f"no settlement of yours stands on vertex {vertex}"


def _buy_dev_card(game: Game) -> str:
    return _missing(game, CARD_COST) or "the deck is empty"


def _play_card(name: str) -> Callable[..., str]:
    def reason(game: Game, *arguments: int) -> str:
        card = CARD_INDEX[name]
        held = game.dev_hands[5 * game.current_seat + card]
        if game.dev_played:
            return "a development card was already played this turn; one a turn is allowed"
        if not held:
            return f"seat {game.current_seat} holds no {name} card"
        if held <= game.dev_bought[card]:
            return f"the {name} card was bought this turn; it can be played from the next turn on"
        if name == "road_building" and not road_spots(game, game.current_seat):
            return "there is no place or piece for a first road"
        if len(arguments) == 1 and card == YEAR_OF_PLENTY:
            return f"the bank has {sum(game.bank)} cards: one is taken only where it is the last, else two are"
        names = " and ".join(RESOURCES[r] for r in arguments)
        return f"the bank can't give {names}"

    return reason


def _trade_bank(game: Game, give: int, get: int) -> str:
    if give == get:
        return "a resource is not traded for itself"
    seat = game.current_seat
    rate, held = game.rates[seat][give], game.hands[5 * seat + give]
    if held < rate:
        return f"seat {seat} pays {rate} {RESOURCES[give]} and has {held}"
    return f"the bank has no {RESOURCES[get]}"


def _offer_trade(game: Game, target: int | None, give: Bundle, get: Bundle) -> str:
    if game.offers_this_turn >= game.max_offers:
        return f"all {game.max_offers} offers of this turn are made"
    return free_form.offer_objection(game, target, give, get) or "it is not a trade"


def _accept_trade(game: Game) -> str:
    offer = game.offer
    assert offer is not None
    if not holds(game.hand(offer.seat), offer.give):
        return f"seat {offer.seat} no longer holds {bundle_text(offer.give)}"
    return f"seat {game.to_act} does not hold {bundle_text(offer.get)}"


def _counter_trade(game: Game, give: Bundle, want: Bundle) -> str:
    return free_form.counter_objection(game, give, want) or "there are no cards to trade"


def _accept_counter(game: Game, seat: int) -> str:
    assert game.offer is not None
    for counter in game.offer.counters:
        if counter.seat == seat:
            return f"seat {game.offer.seat} does not hold {bundle_text(counter.want)}"
    return f"seat {seat} has made no counter-offer"


def _discard(game: Game, cards: Bundle) -> str:
    return free_form.discard_objection(game, cards) or "it is not listed"


def _move_robber(game: Game, hex_id: int) -> str:
    return f"the robber is on hex {hex_id} and must move to another"


def _steal(game: Game, seat: int) -> str:
    victims = ", ".join(str(victim) for victim in steal_victims(game))
    return f"seat {seat} can't be robbed on hex {game.robber}; the seats that can are {victims}"


_FREE_ROADS: Final = ("road_building_first", "road_building_second")
_PHASES_OF: Final[dict[str, tuple[str, ...]]] = {
    "place_settlement": ("setup_settlement",),
    "place_road": ("setup_road",),
    "roll": ("roll",),
    "move_robber": ("move_robber",),
    "steal": ("steal",),
    "free_road": _FREE_ROADS,
    "stop_free_roads": _FREE_ROADS,
    "discard": ("discard",),
    "accept_trade": ("trade_response",),
    "decline_trade": ("trade_response",),
    "counter_trade": ("trade_response",),
    "accept_counter": ("trade_counters",),
    "dismiss_counters": ("trade_counters",),
}
"""Verb -> the phases it belongs to; the others belong to ``main``."""
_REASONS: Final[dict[str, Callable[..., str]]] = {
    "place_settlement": _place_settlement,
    "place_road": _place_road,
    "move_robber": _move_robber,
    "steal": _steal,
    "build_road": _build_road,
    "build_settlement": _build_settlement,
    "build_city": _build_city,
    "buy_dev_card": _buy_dev_card,
    "play_dev:knight": _play_card("knight"),
    "play_dev:road_building": _play_card("road_building"),
    "play_dev:year_of_plenty": _play_card("year_of_plenty"),
    "play_dev:monopoly": _play_card("monopoly"),
    "free_road": _free_road,
    "trade_bank": _trade_bank,
    "offer_trade": _offer_trade,
    "accept_trade": _accept_trade,
    "counter_trade": _counter_trade,
    "accept_counter": _accept_counter,
    "discard": _discard,
}
