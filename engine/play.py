"""What each action does. Legality has been judged before; these functions only change the state.

Each takes the game, the event to fill in, and the action's arguments as numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from engine import bookkeeping
from engine.chance import drawn_card, drawn_dice
from engine.events import Event
from engine.legal import road_spots, steal_victims
from engine.production import discard_overfull_hands, pay_second_settlement, produce
from engine.resources import (
    CARD_COST,
    CARDS,
    CITY_COST,
    KNIGHT,
    MONOPOLY,
    RESOURCES,
    ROAD_BUILDING,
    ROAD_COST,
    SETTLEMENT_COST,
    VICTORY_POINT,
    YEAR_OF_PLENTY,
)
from engine.scoring import finish, rescore, rescore_road, total_points
from engine.trade import accept_trade, decline_trade, offer_trade, trade_bank

if TYPE_CHECKING:
    from engine.game import Game


def snake_seat(placed: int, seats: int) -> int:
    """The seat that places the settlement number ``placed`` (from 0): 0, 1, 2, 3, then 3, 2, 1, 0."""
    return placed if placed < seats else 2 * seats - 1 - placed


# -- setup --------------------------------------------------------------------------------------------------


def place_settlement(game: Game, event: Event, vertex: int) -> None:
    seat = game.current_seat
    is_second = bool(game.buildings[seat])
    bookkeeping.settlement_stands(game, seat, vertex)
    if is_second:
        event.details["gains"] = pay_second_settlement(game, seat, vertex)
    rescore(game, event)
    game.phase = "setup_road"


def place_road(game: Game, event: Event, edge: int) -> None:
    bookkeeping.road_stands(game, game.current_seat, edge)
    rescore_road(game, event)
    placed = sum(buildings.bit_count() for buildings in game.buildings)
    if placed < 2 * game.seats:
        game.current_seat = game.to_act = snake_seat(placed, game.seats)
        game.phase = "setup_settlement"
    else:
        _arrive(game, 0)


# -- the turn -----------------------------------------------------------------------------------------------


def _arrive(game: Game, seat: int) -> None:
    """The turn comes to this seat."""
    game.current_seat = game.to_act = seat
    game.turn += 1
    game.dice = None
    game.dev_played = False
    game.dev_bought = [0] * 5
    game.offers_this_turn = 0
    game.phase = "roll"


def end_turn(game: Game, event: Event) -> None:
    cap = game.rules.roll_cap
    if cap is not None and game.rolls >= cap:
        reason = f"no seat reached {game.rules.points_to_win} points in {cap} rolls"
        finish(game, reason, "roll_cap", event.ply + 1)
    else:
        _arrive(game, (game.current_seat + 1) % game.seats)


def roll(game: Game, event: Event) -> None:
    game.dice = drawn_dice(game.chance, game.rolls + 1)
    game.rolls += 1
    total = sum(game.dice)
    details = event.details
    details["dice"] = game.dice
    details["gains"] = details["shortage"] = ()
    if total == 7:
        details["discards"] = discard_overfull_hands(game)
        game.phase = "move_robber"
    else:
        details["gains"], details["shortage"] = produce(game, total)
        details["discards"] = {}
        game.phase = "main"


# -- the robber ---------------------------------------------------------------------------------------------


def move_robber(game: Game, _event: Event, hex_id: int) -> None:
    game.robber = hex_id
    if steal_victims(game):
        game.phase = "steal"
    else:
        _resume_turn(game)


def steal(game: Game, event: Event, victim: int) -> None:
    hand = game.hands[5 * victim : 5 * victim + 5]
    place = drawn_card(game.chance, game.steals, sum(hand))
    game.steals += 1
    resource = 0
    while place >= hand[resource]:
        place -= hand[resource]
        resource += 1
    thief = game.current_seat
    game.hands[5 * victim + resource] -= 1
    game.hands[5 * thief + resource] += 1
    event.hide_card(resource, RESOURCES, thief, victim)
    _resume_turn(game)


def _resume_turn(game: Game) -> None:
    game.phase = "main" if game.rolled_this_turn else "roll"


# -- building and buying ------------------------------------------------------------------------------------


def _pay(game: Game, cost: tuple[int, ...]) -> None:
    at = 5 * game.current_seat
    for resource, n in enumerate(cost):
        if n:
            game.hands[at + resource] -= n
            game.bank[resource] += n


def build_road(game: Game, event: Event, edge: int) -> None:
    _pay(game, ROAD_COST)
    event.details["paid"] = ROAD_COST
    bookkeeping.road_stands(game, game.current_seat, edge)
    rescore_road(game, event)


def build_settlement(game: Game, event: Event, vertex: int) -> None:
    _pay(game, SETTLEMENT_COST)
    event.details["paid"] = SETTLEMENT_COST
    bookkeeping.settlement_stands(game, game.current_seat, vertex)
    rescore(game, event)


def build_city(game: Game, event: Event, vertex: int) -> None:
    _pay(game, CITY_COST)
    event.details["paid"] = CITY_COST
    bookkeeping.city_stands(game, game.current_seat, vertex)
    rescore(game, event)


def buy_dev_card(game: Game, event: Event) -> None:
    _pay(game, CARD_COST)
    seat = game.current_seat
    card = game.deck[0]
    game.deck = game.deck[1:]
    game.dev_hands[5 * seat + card] += 1
    game.dev_bought[card] += 1
    event.hide_card(card, CARDS, seat)
    if card == VICTORY_POINT:
        game.totals = total_points(game)


# -- development cards --------------------------------------------------------------------------------------


def _spend_card(game: Game, card: int) -> None:
    game.dev_hands[5 * game.current_seat + card] -= 1
    game.dev_played = True


def play_knight(game: Game, event: Event) -> None:
    _spend_card(game, KNIGHT)
    game.knights_played[game.current_seat] += 1
    rescore(game, event)
    game.phase = "move_robber"


def play_road_building(game: Game, _event: Event) -> None:
    _spend_card(game, ROAD_BUILDING)
    game.phase = "road_building_first"


def free_road(game: Game, event: Event, edge: int) -> None:
    seat = game.current_seat
    bookkeeping.road_stands(game, seat, edge)
    rescore_road(game, event)
    if game.phase == "road_building_first" and road_spots(game, seat):
        game.phase = "road_building_second"
    else:  # laid both, or the second is impossible
        _resume_turn(game)


def play_year_of_plenty(game: Game, event: Event, *resources: int) -> None:
    _spend_card(game, YEAR_OF_PLENTY)
    got = [0] * 5
    for resource in resources:
        got[resource] += 1
        game.bank[resource] -= 1
        game.hands[5 * game.current_seat + resource] += 1
    event.details["got"] = tuple(got)


def play_monopoly(game: Game, event: Event, resource: int) -> None:
    _spend_card(game, MONOPOLY)
    taken = [0] * game.seats
    for seat in range(game.seats):
        if seat != game.current_seat:
            taken[seat] = game.hands[5 * seat + resource]
            game.hands[5 * seat + resource] = 0
    game.hands[5 * game.current_seat + resource] += sum(taken)
    event.details["taken"] = tuple(taken)


BY_VERB: Final[dict[str, Callable[..., Any]]] = {
    "place_settlement": place_settlement,
    "place_road": place_road,
    "roll": roll,
    "end_turn": end_turn,
    "move_robber": move_robber,
    "steal": steal,
    "build_road": build_road,
    "build_settlement": build_settlement,
    "build_city": build_city,
    "buy_dev_card": buy_dev_card,
    "play_dev:knight": play_knight,
    "play_dev:road_building": play_road_building,
    "play_dev:year_of_plenty": play_year_of_plenty,
    "play_dev:monopoly": play_monopoly,
    "free_road": free_road,
    "trade_bank": trade_bank,
    "offer_trade": offer_trade,
    "accept_trade": accept_trade,
    "decline_trade": decline_trade,
}
