"""What must hold between the fields of a position: always, and when play is to have led there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from engine.awards import ARMY_AT_LEAST, ROAD_AT_LEAST, next_holder
from engine.errors import PositionError
from engine.legal import legal_actions
from engine.play import snake_seat
from engine.resources import (
    CARD_COUNTS,
    CARDS,
    CITIES_PER_SEAT,
    DESERT,
    HARBOURS,
    KNIGHT,
    RESOURCES,
    ROADS_PER_SEAT,
    SETTLEMENTS_PER_SEAT,
    TERRAIN_COUNTS,
    TOKENS,
    VICTORY_POINT,
)
from engine.topology import EDGE_VERTICES, VERTEX_BIT, VERTEX_NEIGHBOURS, iterate
from engine.trade import ONE_CARD

if TYPE_CHECKING:
    from engine.game import Game

_SETUP: Final = ("setup_settlement", "setup_road")
_BEFORE_THE_ROLL: Final = (*_SETUP, "roll")


def check_island(terrain: Sequence[str], tokens: Sequence[int | None], harbours: Sequence[str]) -> None:
    """The island is made of the tiles, tokens and harbours that the game has."""
    if Counter(terrain) != Counter(TERRAIN_COUNTS):
        raise PositionError("terrain", f"must hold {_counted(TERRAIN_COUNTS)}")
    for hex_id, (name, token) in enumerate(zip(terrain, tokens, strict=True)):
        if (token is None) != (name == DESERT):
            raise PositionError(f"tokens[{hex_id}]", "must be null on the desert and a number elsewhere")
    if sorted(token for token in tokens if token is not None) != sorted(TOKENS):
        raise PositionError("tokens", f"must be {', '.join(map(str, TOKENS))} in some order")
    if Counter(harbours) != Counter(HARBOURS):
        raise PositionError("harbours", f"must hold {_counted(Counter(HARBOURS))}")


def check_consistent(game: Game) -> None:
    """Nothing stands in two places, nothing exists too often, and the phase fits the rest."""
    _check_pieces(game)
    _check_cards(game)
    _check_offer(game)
    _check_phase(game)
    if game.result is None and not legal_actions(game):
        raise PositionError("phase", f"in {game.phase} seat {game.to_act} has no legal action")


def _counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{n} {name}" for name, n in counts.items())


def _check_pieces(game: Game) -> None:
    for seat in range(game.seats):
        for name, masks, most in (
            ("settlements", game.settlements, SETTLEMENTS_PER_SEAT),
            ("cities", game.cities, CITIES_PER_SEAT),
            ("roads", game.roads, ROADS_PER_SEAT),
        ):
            if masks[seat].bit_count() > most:
                raise PositionError(f"{name}[{seat}]", f"{masks[seat].bit_count()} are more than the {most} a seat has")
    for vertex in iterate(_union(game.settlements) & _union(game.cities)):
        raise PositionError("cities", f"vertex {vertex} has a settlement too")


def _union(masks: list[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def _check_cards(game: Game) -> None:
    total = game.rules.bank_per_resource
    for resource, name in enumerate(RESOURCES):
        held = game.bank[resource] + sum(game.hands[resource::5])
        if held > total:
            raise PositionError("hands", f"{held} {name} in bank and hands are more than the {total} there are")
    if len(game.deck) > sum(CARD_COUNTS):
        raise PositionError("deck", f"{len(game.deck)} cards are more than the {sum(CARD_COUNTS)} there are")
    for card, name in enumerate(CARDS):
        held = sum(game.dev_hands[card::5]) + game.deck.count(card)
        if card == KNIGHT:
            held += sum(game.knights_played)
        if held > CARD_COUNTS[card]:
            raise PositionError("dev_hands", f"{held} {name} cards in deck, hands and play are more than the "
                                             f"{CARD_COUNTS[card]} there are")  # fmt: skip
        own = game.dev_hands[5 * game.current_seat + card]
        if game.dev_bought[card] > own:
            raise PositionError("dev_bought", f"seat {game.current_seat} bought {game.dev_bought[card]} {name} "
                                              f"this turn and holds {own}")  # fmt: skip


def _check_phase(game: Game) -> None:
    phase = game.phase
    if (phase == "over") != (game.result is not None):
        raise PositionError("result", "must be an object in phase over and null in any other")
    expected = None if phase == "over" else game.current_seat
    if phase == "trade_response" and game.offer is not None:
        expected = game.offer.asked[0]
    if game.to_act != expected:
        raise PositionError("to_act", f"{game.to_act} must be {expected} in phase {phase}")
    if phase != "over" and game.rolled_this_turn == (phase in _BEFORE_THE_ROLL):
        raise PositionError("rolled_this_turn", f"must be {str(not game.rolled_this_turn).lower()} in phase {phase}")
    if phase in _SETUP:
        _check_setup(game)


def _check_setup(game: Game) -> None:
    """In setup the seat that places follows from how many settlements stand."""
    placed = _union(game.buildings).bit_count()
    number = placed if game.phase == "setup_settlement" else placed - 1
    if not 0 <= number < 2 * game.seats:
        raise PositionError("settlements", f"{placed} can't stand in phase {game.phase}")
    if _union(game.cities):
        raise PositionError("cities", f"none can stand in phase {game.phase}")
    seat = snake_seat(number, game.seats)
    if game.current_seat != seat:
        raise PositionError("current_seat", f"{game.current_seat} must be {seat}, which places settlement {number + 1}")


def _check_offer(game: Game) -> None:
    offer = game.offer
    if (offer is None) == (game.phase == "trade_response"):
        raise PositionError("offer", "must be an object in phase trade_response and null in any other")
    if offer is None:
        return
    if offer.seat != game.current_seat:
        raise PositionError("offer.from", f"{offer.seat} must be the current seat, {game.current_seat}")
    if offer.target == offer.seat:
        raise PositionError("offer.to", "must be another seat")
    if offer.asked != (offer.target,):
        raise PositionError("offer.asked", f"must be [{offer.target}], the seat that the offer goes to")
    for key, bundle in (("give", offer.give), ("get", offer.get)):
        if bundle not in ONE_CARD:
            raise PositionError(f"offer.{key}", "must be one card")
    if offer.give == offer.get:
        raise PositionError("offer.get", "must be another resource than is given")
    if any(game.hands[5 * offer.seat + r] < n for r, n in enumerate(offer.give)):
        raise PositionError("offer.give", f"seat {offer.seat} does not hold it")
    if game.offers_this_turn == 0:
        raise PositionError("offers_this_turn", "must count the open offer")


# -- what only play can lead to -----------------------------------------------------------------------------


def check_reachable(game: Game) -> None:
    """Play could have led here: cards are conserved, pieces connect, awards and counters fit."""
    _check_conserved(game)
    _check_connected(game)
    _check_awards(game)
    _check_counters(game)


def _check_conserved(game: Game) -> None:
    total = game.rules.bank_per_resource
    for resource, name in enumerate(RESOURCES):
        held = game.bank[resource] + sum(game.hands[resource::5])
        if held != total:
            raise PositionError("bank", f"{held} {name} in bank and hands must be {total}")
    for card, played in ((KNIGHT, sum(game.knights_played)), (VICTORY_POINT, 0)):
        held = sum(game.dev_hands[card::5]) + game.deck.count(card) + played
        if held != CARD_COUNTS[card]:
            raise PositionError("dev_hands", f"{held} {CARDS[card]} cards in deck, hands and play must be "
                                             f"{CARD_COUNTS[card]}")  # fmt: skip


def _check_connected(game: Game) -> None:
    for seat in range(game.seats):
        for vertex in iterate(game.buildings[seat]):
            for near in VERTEX_NEIGHBOURS[vertex]:
                if _union(game.buildings) & VERTEX_BIT[near]:
                    raise PositionError("settlements", f"vertices {vertex} and {near} are too close to each other")
        if game.turn and game.buildings[seat].bit_count() < 2:
            raise PositionError(f"settlements[{seat}]", "every seat has at least two buildings after setup")
        _check_roads(game, seat)


def _check_roads(game: Game, seat: int) -> None:
    """Every road hangs together with a building of the seat, and every building but the newest has a road."""
    reached = game.buildings[seat]
    left = list(iterate(game.roads[seat]))
    while True:
        touching = [e for e in left if any(reached & VERTEX_BIT[v] for v in EDGE_VERTICES[e])]
        if not touching:
            break
        for edge in touching:
            left.remove(edge)
            for vertex in EDGE_VERTICES[edge]:
                reached |= VERTEX_BIT[vertex]
    if left:
        raise PositionError(f"roads[{seat}]", f"edge {left[0]} is connected to no building of the seat")
    newest = int(game.turn == 0 and game.phase != "setup_settlement" and seat == game.current_seat)
    if (game.buildings[seat] & ~game.road_ends[seat]).bit_count() > newest:
        raise PositionError(f"roads[{seat}]", "a building of the seat has no road")


def _check_awards(game: Game) -> None:
    for name, holder, sizes, at_least in (
        ("longest_road_holder", game.road_holder, game.road_lengths, ROAD_AT_LEAST),
        ("largest_army_holder", game.army_holder, game.knights_played, ARMY_AT_LEAST),
    ):
        rightful = next_holder(holder, sizes, at_least)
        if holder != rightful:
            raise PositionError(name, f"{holder} must be {rightful}, by sizes {sizes}")
    if game.result is None and max(game.totals) >= game.rules.points_to_win:
        raise PositionError("result", f"a seat has {max(game.totals)} points, so the match is over")


def _check_nothing_yet(when: str, **counts: int) -> None:
    for name, count in counts.items():
        if count:
            raise PositionError(name, f"must be nothing {when}")


def _check_counters(game: Game) -> None:
    is_setup = game.phase in _SETUP or (game.phase == "over" and game.turn == 0)
    turn = 0 if is_setup else game.rolls + (not game.rolled_this_turn)
    if game.turn != turn:
        raise PositionError("turn", f"{game.turn} must be {turn} after {game.rolls} rolls")
    if is_setup:
        _check_nothing_yet("in setup", rolls=game.rolls, steals=game.steals,
                           knights_played=sum(game.knights_played), dev_hands=sum(game.dev_hands))  # fmt: skip
    if not game.rolled_this_turn:
        _check_nothing_yet("before the roll", offers_this_turn=game.offers_this_turn,
                           dev_bought=sum(game.dev_bought), dev_played=game.dev_played)  # fmt: skip
    if game.turn and game.current_seat != (game.turn - 1) % game.seats:
        raise PositionError("current_seat", f"must be {(game.turn - 1) % game.seats} in turn {game.turn}")
    cap = game.rules.roll_cap
    if cap is not None and game.rolls > cap:
        raise PositionError("rolls", f"{game.rolls} are more than the cap of {cap}")
    pieces = sum(mask.bit_count() for mask in (*game.buildings, *game.cities, *game.roads))
    least = pieces + game.rolls
    if game.ply < least:
        raise PositionError("ply", f"{game.ply} is less than the {least} that pieces and rolls took")
