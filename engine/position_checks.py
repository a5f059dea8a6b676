"""What must hold between the fields of any position: nothing in two places, nothing too often, a phase that fits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from engine.bundles import ONE_CARD, Bundle
from engine.errors import PositionError
from engine.free_form import not_a_trade
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
)
from engine.topology import iterate
from engine.trade import Offer

if TYPE_CHECKING:
    from engine.game import Game

_OFFER_PHASES: Final = ("trade_response", "trade_counters")
SETUP: Final = ("setup_settlement", "setup_road")
_BEFORE_THE_ROLL: Final = (*SETUP, "roll")
_AFTER_THE_ROLL: Final = ("discard", "main", *_OFFER_PHASES)
_OF_CARDS: Final = ("move_robber", "steal", "road_building_first", "road_building_second")


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
    _check_discards(game)
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
    for vertex in iterate(union(game.settlements) & union(game.cities)):
        raise PositionError("cities", f"vertex {vertex} has a settlement too")


def union(masks: list[int]) -> int:
    """The ids of all these bit sets."""
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
    if phase == "discard":
        expected = next(seat for seat, owed in enumerate(game.pending_discards) if owed)
    if game.to_act != expected:
        raise PositionError("to_act", f"{game.to_act} must be {expected} in phase {phase}")
    wrong_phases = _BEFORE_THE_ROLL if game.rolled_this_turn else _after_the_roll(game)
    if phase in wrong_phases:
        raise PositionError("rolled_this_turn", f"must be {str(not game.rolled_this_turn).lower()} in phase {phase}")
    if phase in SETUP:
        _check_setup(game)


def _after_the_roll(game: Game) -> tuple[str, ...]:
    """The phases that only a turn with a roll behind it has."""
    return _AFTER_THE_ROLL if game.rules.card_before_roll else (*_AFTER_THE_ROLL, *_OF_CARDS)


def _check_setup(game: Game) -> None:
    """In setup the seat that places follows from how many settlements stand."""
    placed = union(game.buildings).bit_count()
    number = placed if game.phase == "setup_settlement" else placed - 1
    if not 0 <= number < 2 * game.seats:
        raise PositionError("settlements", f"{placed} can't stand in phase {game.phase}")
    if union(game.cities):
        raise PositionError("cities", f"none can stand in phase {game.phase}")
    seat = snake_seat(number, game.seats)
    if game.current_seat != seat:
        raise PositionError("current_seat", f"{game.current_seat} must be {seat}, which places settlement {number + 1}")


def _check_offer(game: Game) -> None:
    offer = game.offer
    if (offer is not None) != (game.phase in _OFFER_PHASES):
        raise PositionError("offer", f"must be an object in phases {' and '.join(_OFFER_PHASES)} and null in any other")
    if offer is None:
        return
    if offer.seat != game.current_seat:
        raise PositionError("offer.from", f"{offer.seat} must be the current seat, {game.current_seat}")
    if offer.target == offer.seat:
        raise PositionError("offer.to", "must be another seat")
    if offer.target is None and game.rules.player_trades != "bundles":
        raise PositionError("offer.to", "must be a seat: only bundles are offered to all")
    _check_asked(game, offer)
    for name, give, get in (
        ("offer", offer.give, offer.get),
        *((f"offer.counters[{i}]", counter.give, counter.want) for i, counter in enumerate(offer.counters)),
    ):
        _check_terms(game, name, give, get)
    if game.offers_this_turn == 0:
        raise PositionError("offers_this_turn", "must count the open offer")


def _check_asked(game: Game, offer: Offer) -> None:
    """Seats still to be asked and those that have countered are different ones that the offer goes to."""
    order = [seat % game.seats for seat in range(offer.seat + 1, offer.seat + game.seats)]
    if offer.target is not None:
        order = [offer.target]
    places = [order.index(seat) if seat in order else -1 for seat in offer.asked]
    if -1 in places or places != sorted(set(places)):
        raise PositionError("offer.asked", f"{list(offer.asked)} must be of the seats {order}, in this order")
    if bool(offer.asked) != (game.phase == "trade_response"):
        raise PositionError("offer.asked", "must name a seat in phase trade_response and none in trade_counters")
    countered = [counter.seat for counter in offer.counters]
    if countered and game.rules.player_trades != "bundles":
        raise PositionError("offer.counters", "must be empty: there are no counter-offers in these rules")
    if len(set(countered)) < len(countered) or not set(countered) <= set(order) - set(offer.asked):
        raise PositionError("offer.counters", f"must be of seats that have been asked, out of {order}, each once")
    if game.phase == "trade_counters" and not countered:
        raise PositionError("offer.counters", "must not be empty in phase trade_counters")


def _check_terms(game: Game, name: str, give: Bundle, get: Bundle) -> None:
    for key, bundle in (("give", give), ("get", get)):
        if not any(bundle):
            raise PositionError(f"{name}.{key}", "must be at least one card")
        if game.rules.player_trades == "one_for_one" and bundle not in ONE_CARD:
            raise PositionError(f"{name}.{key}", "must be one card")
    if game.rules.player_trades != "bundles" and give == get:
        raise PositionError(f"{name}.get", "must be another resource than is given")
    if game.rules.player_trades == "bundles" and (objection := not_a_trade(game, give, get)):
        raise PositionError(name, objection)


def _check_discards(game: Game) -> None:
    owing = [seat for seat, owed in enumerate(game.pending_discards) if owed]
    if owing and game.rules.discard != "choose":
        raise PositionError("pending_discards", "must be all 0: discards are automatic in these rules")
    if bool(owing) != (game.phase == "discard"):
        raise PositionError("pending_discards", "must name a seat that owes cards in phase discard and none in others")
    for seat in owing:
        held = sum(game.hand(seat))
        if game.pending_discards[seat] > held:
            raise PositionError(f"pending_discards[{seat}]", f"{game.pending_discards[seat]} are more than the {held} "
                                                             "cards of the hand")  # fmt: skip
