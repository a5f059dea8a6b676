"""What each action does: setup, the turn and building here, the rest beside it, all of it in ``BY_VERB``.

Legality has been judged before; these functions only change the state. Each takes the game, the event to fill in,
and the action's arguments as numbers and bundles.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from engine import bookkeeping
from engine.dev_cards import (
    buy_dev_card,
    free_road,
    play_knight,
    play_monopoly,
    play_road_building,
    play_year_of_plenty,
    stop_free_roads,
)
from engine.events import Event
from engine.production import pay, pay_second_settlement, produce
from engine.resources import CITY_COST, ROAD_COST, SETTLEMENT_COST
from engine.robber import discard, move_robber, steal, take_half
from engine.scoring import finish, rescore, rescore_road
from engine.trade import (
    accept_counter,
    accept_trade,
    counter_trade,
    decline_trade,
    dismiss_counters,
    offer_trade,
    trade_bank,
)
from engine.victory import look_on_arrival, look_when_turn_ends

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
        _arrive(game, 0, event.ply + 1)


# -- the turn -----------------------------------------------------------------------------------------------


def _arrive(game: Game, seat: int, plies: int) -> None:
    """The turn comes to this seat, which may have won meanwhile."""
    game.current_seat = game.to_act = seat
    game.turn += 1
    game.dice = None
    game.dev_played = False
    game.dev_bought = [0] * 5
    game.offers_this_turn = 0
    game.phase = "roll"
    if game.target_is_reached:
        look_on_arrival(game, plies)


def end_turn(game: Game, event: Event) -> None:
    if game.target_is_reached:
        look_when_turn_ends(game, event.ply + 1)
        if game.result is not None:
            return
    cap = game.rules.roll_cap
    if cap is not None and game.rolls >= cap:
        reason = f"no seat reached {game.rules.points_to_win} points in {cap} rolls"
        finish(game, reason, "roll_cap", event.ply + 1)
    else:
        _arrive(game, (game.current_seat + 1) % game.seats, event.ply + 1)


def roll(game: Game, event: Event) -> None:
    dice = game.dice = game.chance.dice(game.rolls + 1)
    game.rolls += 1
    total = dice[0] + dice[1]
    if total == 7:
        event.details = {"dice": dice, "gains": (), "shortage": (), "discards": take_half(game)}
    else:
        gains, shortage = produce(game, total)
        event.details = {"dice": dice, "gains": gains, "shortage": shortage, "discards": {}}
        game.phase = "main"


# -- building ------------------------------------------------------------------------------------


def build_road(game: Game, event: Event, edge: int) -> None:
    pay(game, game.current_seat, ROAD_COST)
    event.details["paid"] = ROAD_COST
    bookkeeping.road_stands(game, game.current_seat, edge)
    rescore_road(game, event)


def build_settlement(game: Game, event: Event, vertex: int) -> None:
    pay(game, game.current_seat, SETTLEMENT_COST)
    event.details["paid"] = SETTLEMENT_COST
    bookkeeping.settlement_stands(game, game.current_seat, vertex)
    rescore(game, event)


def build_city(game: Game, event: Event, vertex: int) -> None:
    pay(game, game.current_seat, CITY_COST)
    event.details["paid"] = CITY_COST
    bookkeeping.city_stands(game, game.current_seat, vertex)
    rescore(game, event)


BY_VERB: Final[dict[str, Callable[..., Any]]] = {
    "place_settlement": place_settlement,
    "place_road": place_road,
    "roll": roll,
    "end_turn": end_turn,
    "discard": discard,
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
    "stop_free_roads": stop_free_roads,
    "trade_bank": trade_bank,
    "offer_trade": offer_trade,
    "accept_trade": accept_trade,
    "decline_trade": decline_trade,
    "counter_trade": counter_trade,
    "accept_counter": accept_counter,
    "dismiss_counters": dismiss_counters,
}
