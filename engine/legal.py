"""The one judge: what the seat to act may do, listed phase by phase.

An action is legal because it stands in the list, never because a second function says so; only those with bundles,
which are too many to list, have a judge of their own (``engine.free_form``). The lists come in
the order of the grammar, ids as numbers. No reachable state before the end has an empty one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from engine import actions as text
from engine.bundles import Bundle, holds, sub_bundles
from engine.discards import automatic_discard
from engine.resources import (
    CARDS,
    CITIES_PER_SEAT,
    KNIGHT,
    MONOPOLY,
    ROAD_BUILDING,
    ROADS_PER_SEAT,
    SETTLEMENTS_PER_SEAT,
    VICTORY_POINT,
    YEAR_OF_PLENTY,
)
from engine.topology import HEX_COUNT, HEX_VERTICES_MASK, VERTEX_EDGES_MASK, ids_in

if TYPE_CHECKING:
    from engine.game import Game


def legal_actions(game: Game) -> list[str]:
    """The legal actions of the seat to act, in canonical spelling; empty when the match is over."""
    return _BY_PHASE[game.phase](game)


def default_action(game: Game) -> str:
    """What is played for a seat that was told often enough: what changes least, else the first that is listed."""
    listed = legal_actions(game)
    if game.phase == "discard":
        return _automatic(game)
    return next((action for action in _DEFAULTS if action in listed), listed[0])


_DEFAULTS: Final = (text.ROLL, text.DECLINE_TRADE, text.DISMISS_COUNTERS, text.STOP_FREE_ROADS, text.END_TURN)


def steal_victims(game: Game) -> list[int]:
    """Other seats with a building on the robber's hex and at least one card in hand, ascending."""
    corners = HEX_VERTICES_MASK[game.robber]
    return [
        seat
        for seat in range(game.seats)
        if seat != game.current_seat and game.buildings[seat] & corners and any(game.hands[5 * seat : 5 * seat + 5])
    ]


def cards_in_time(game: Game, seat: int) -> list[int]:
    """The kinds of development card that the seat may play now as far as time goes, ascending.

    Only on its own turn, after the roll unless the rules say before it too, one a turn, none that was bought this
    turn, a victory point never.
    """
    if game.dev_played or seat != game.current_seat or (game.dice is None and not game.rules.card_before_roll):
        return []
    held, bought, at = game.dev_hands, game.dev_bought, 5 * seat
    return [card for card in _PLAYED_CARDS if held[at + card] > bought[card]]


_PLAYED_CARDS: Final = tuple(card for card in range(len(CARDS)) if card != VICTORY_POINT)


def road_spots(game: Game, seat: int) -> int:
    """The edges on which the seat may lay a road now if it has the means: none when its pieces are used up."""
    if game.roads[seat].bit_count() >= ROADS_PER_SEAT:
        return 0
    return game.road_reach[seat] & game.free_edges


def _setup_settlement(game: Game) -> list[str]:
    return [text.PLACE_SETTLEMENT[vertex] for vertex in ids_in(game.open_vertices)]


def _setup_road(game: Game) -> list[str]:
    """The free edges at the settlement just placed, which is the one without a road of its own."""
    seat = game.current_seat
    edges = 0
    for vertex in ids_in(game.settlements[seat] & ~game.road_ends[seat]):
        edges |= VERTEX_EDGES_MASK[vertex]
    return [text.PLACE_ROAD[edge] for edge in ids_in(edges & game.free_edges)]


def _roll(game: Game) -> list[str]:
    listed = [text.ROLL]
    if game.rules.card_before_roll:
        _list_cards(game, game.current_seat, listed)
    return listed


_MOST_DISCARDS: Final = 1000
"""So many bundles of at most 48 characters are listed; more would not fit into a line to a bot."""


def discards(game: Game) -> list[Bundle] | None:
    """Every bundle that the seat to act may discard; None where they are too many to be listed."""
    assert game.to_act is not None
    bundles = sub_bundles(game.hand(game.to_act), game.pending_discards[game.to_act])
    few = list(islice(bundles, _MOST_DISCARDS + 1))
    return few if len(few) <= _MOST_DISCARDS else None


def _automatic(game: Game) -> str:
    assert game.to_act is not None
    return text.discard_text(automatic_discard(game.hand(game.to_act), game.pending_discards[game.to_act]))


def _discard(game: Game) -> list[str]:
    """Every bundle of the right size; from a hand that has too many of them the automatic one."""
    bundles = discards(game)
    if bundles is None:
        return [_automatic(game)]
    return [text.discard_text(bundle) for bundle in bundles]


def _move_robber(game: Game) -> list[str]:
    return [text.MOVE_ROBBER[hex_id] for hex_id in range(HEX_COUNT) if hex_id != game.robber]


def _steal(game: Game) -> list[str]:
    return [text.STEAL[seat] for seat in steal_victims(game)]


def _free_road(game: Game) -> list[str]:
    listed = [text.FREE_ROAD[edge] for edge in ids_in(road_spots(game, game.current_seat))]
    if game.rules.free_roads_may_stop:
        listed.append(text.STOP_FREE_ROADS)
    return listed


def _trade_response(game: Game) -> list[str]:
    """Accepting takes both seats' cards; declining is always possible."""
    offer = game.offer
    assert offer is not None
    if holds(game.hand(offer.asked[0]), offer.get) and holds(game.hand(offer.seat), offer.give):
        return [text.ACCEPT_TRADE, text.DECLINE_TRADE]
    return [text.DECLINE_TRADE]


def _trade_counters(game: Game) -> list[str]:
    """The counter-offers that both seats can pay, by seat; dismissing them is always possible."""
    offer = game.offer
    assert offer is not None
    payable = (
        counter.seat
        for counter in offer.counters
        if holds(game.hand(offer.seat), counter.want) and holds(game.hand(counter.seat), counter.give)
    )
    return [text.ACCEPT_COUNTER[seat] for seat in sorted(payable)] + [text.DISMISS_COUNTERS]


def _main(game: Game) -> list[str]:
    seat = game.current_seat
    at = 5 * seat
    wood, brick, sheep, wheat, ore = game.hands[at : at + 5]
    listed = [text.END_TURN]
    if wood and brick:
        _list_roads(game, seat, listed)
        if sheep and wheat:
            _list_settlements(game, seat, listed)
    if ore and wheat:
        if ore >= 3 and wheat >= 2:
            _list_cities(game, seat, listed)
        if sheep and game.deck:
            listed.append(text.BUY_DEV_CARD)
    if not game.dev_played and any(game.dev_hands[at : at + 5]):
        _list_cards(game, seat, listed)
    of_wood, of_brick, of_sheep, of_wheat, of_ore = game.rates[seat]
    affordable = (
        (wood >= of_wood)
        | (brick >= of_brick) << 1
        | (sheep >= of_sheep) << 2
        | (wheat >= of_wheat) << 3
        | (ore >= of_ore) << 4
    )
    if affordable:
        listed += text.bank_trade_texts(affordable, _ALL if all(game.bank) else _at_least(1, game.bank))
    if game.offers_this_turn < game.max_offers and game.rules.player_trades == "one_for_one":
        held = (wood > 0) | (brick > 0) << 1 | (sheep > 0) << 2 | (wheat > 0) << 3 | (ore > 0) << 4
        listed += text.offer_texts(game.seats, seat, held)
    return listed


def _list_roads(game: Game, seat: int, listed: list[str]) -> None:
    listed += [text.BUILD_ROAD[edge] for edge in ids_in(road_spots(game, seat))]


def _list_settlements(game: Game, seat: int, listed: list[str]) -> None:
    if game.settlements[seat].bit_count() < SETTLEMENTS_PER_SEAT:
        spots = game.road_ends[seat] & game.open_vertices
        listed += [text.BUILD_SETTLEMENT[vertex] for vertex in ids_in(spots)]


def _list_cities(game: Game, seat: int, listed: list[str]) -> None:
    if game.cities[seat].bit_count() < CITIES_PER_SEAT:
        listed += [text.BUILD_CITY[vertex] for vertex in ids_in(game.settlements[seat])]


def _list_cards(game: Game, seat: int, listed: list[str]) -> None:
    cards = cards_in_time(game, seat)
    if not cards:
        return
    if KNIGHT in cards:
        listed.append(text.PLAY_KNIGHT)
    if ROAD_BUILDING in cards and (road_spots(game, seat) or game.rules.road_building_without_place):
        listed.append(text.PLAY_ROAD_BUILDING)
    if YEAR_OF_PLENTY in cards:
        listed += _years_of_plenty(game)
    if MONOPOLY in cards:
        listed += text.PLAY_MONOPOLY


def _years_of_plenty(game: Game) -> Sequence[str]:
    """The pairs that the bank has; its last card alone, where the rules say up to two."""
    if sum(game.bank) == 1 and game.rules.year_of_plenty == "up_to_two":
        return [text.ONE_OF_PLENTY[game.bank.index(1)]]
    return text.year_of_plenty_texts(_at_least(1, game.bank), _at_least(2, game.bank))


_ALL: Final = 0b11111


def _at_least(n: int, counts: list[int]) -> int:
    """The resources of which there are at least ``n``, as a five-bit mask."""
    wood, brick, sheep, wheat, ore = counts
    return (wood >= n) | (brick >= n) << 1 | (sheep >= n) << 2 | (wheat >= n) << 3 | (ore >= n) << 4


def _over(_game: Game) -> list[str]:
    return []


_BY_PHASE: Final[dict[str, Callable[[Game], list[str]]]] = {
    "setup_settlement": _setup_settlement,
    "setup_road": _setup_road,
    "roll": _roll,
    "discard": _discard,
    "move_robber": _move_robber,
    "steal": _steal,
    "main": _main,
    "trade_response": _trade_response,
    "trade_counters": _trade_counters,
    "road_building_first": _free_road,
    "road_building_second": _free_road,
    "over": _over,
}
PHASES: Final = tuple(_BY_PHASE)
