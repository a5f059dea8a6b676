"""Development cards: bought blind, played one a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import bookkeeping
from engine.events import Event, Hidden
from engine.legal import road_spots
from engine.production import pay
from engine.resources import CARD_COST, CARDS, KNIGHT, MONOPOLY, ROAD_BUILDING, VICTORY_POINT, YEAR_OF_PLENTY
from engine.robber import resume_turn
from engine.scoring import count_totals, rescore, rescore_road

if TYPE_CHECKING:
    from engine.game import Game


FREE_ROADS_LEFT: Final = {"road_building_first": 2, "road_building_second": 1}
"""Phase -> how many roads the card still gives, in the phases in which it does."""


def buy_dev_card(game: Game, event: Event) -> None:
    pay(game, game.current_seat, CARD_COST)
    seat = game.current_seat
    card = game.deck[0]
    game.deck = game.deck[1:]
    game.dev_hands[5 * seat + card] += 1
    game.dev_bought[card] += 1
    event.hidden = Hidden(card, CARDS, (seat,))
    if card == VICTORY_POINT:
        count_totals(game)


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
    if road_spots(game, game.current_seat):  # without a place, where the rules let it be played, it is only spent
        game.phase = "road_building_first"


def free_road(game: Game, event: Event, edge: int) -> None:
    seat = game.current_seat
    bookkeeping.road_stands(game, seat, edge)
    rescore_road(game, event)
    if game.phase == "road_building_first" and road_spots(game, seat):
        game.phase = "road_building_second"
    else:  # laid both, or the second is impossible
        resume_turn(game)


def stop_free_roads(game: Game, _event: Event) -> None:
    resume_turn(game)


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
