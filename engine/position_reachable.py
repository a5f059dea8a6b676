"""What must hold besides, when play is to have led to a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.awards import ARMY_AT_LEAST, ROAD_AT_LEAST, next_holder
from engine.bundles import bundle_text, holds
from engine.dev_cards import FREE_ROADS_LEFT
from engine.discards import owed_discards
from engine.errors import PositionError
from engine.position_checks import SETUP, union
from engine.resources import CARD_COUNTS, CARDS, KNIGHT, RESOURCES, VICTORY_POINT
from engine.scoring import award_points
from engine.topology import EDGE_VERTICES, VERTEX_BIT, VERTEX_NEIGHBOURS, iterate
from engine.victory import most_hidden_points

if TYPE_CHECKING:
    from engine.game import Game


def check_reachable(game: Game) -> None:
    """Play could have led here: cards are conserved, pieces connect, awards and counters fit."""
    _check_conserved(game)
    _check_connected(game)
    _check_awards(game)
    _check_counters(game)
    check_owed(game)


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
                if union(game.buildings) & VERTEX_BIT[near]:
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
        rightful = next_holder(holder, sizes, at_least, game.rules.award_on_tied_overtake)
        if holder != rightful:
            raise PositionError(name, f"{holder} must be {rightful}, by sizes {sizes}")
    if game.result is None:
        _check_nobody_has_won(game)


def _check_nobody_has_won(game: Game) -> None:
    for seat in range(game.seats):
        most = most_hidden_points(
            game.rules, seat, current_seat=game.current_seat, turn=game.turn, phase=game.phase,
            dev_played=game.dev_played, shown=game.points[seat], of_awards=award_points(game, seat),
        )  # fmt: skip
        if most is not None and game.dev_hands[5 * seat + VICTORY_POINT] > most:
            raise PositionError("result", f"seat {seat} has {game.totals[seat]} points, so the match is over")


def _check_nothing_yet(when: str, **counts: int) -> None:
    for name, count in counts.items():
        if count:
            raise PositionError(name, f"must be nothing {when}")


def _check_counters(game: Game) -> None:
    is_setup = game.phase in SETUP or (game.phase == "over" and game.turn == 0)
    turn = 0 if is_setup else game.rolls + (not game.rolled_this_turn)
    if game.turn != turn:
        raise PositionError("turn", f"{game.turn} must be {turn} after {game.rolls} rolls")
    if is_setup:
        _check_nothing_yet("in setup", rolls=game.rolls, steals=game.steals,
                           knights_played=sum(game.knights_played), dev_hands=sum(game.dev_hands))  # fmt: skip
    if not game.rolled_this_turn:
        _check_nothing_yet("before the roll", offers_this_turn=game.offers_this_turn, dev_bought=sum(game.dev_bought))
    if not game.rolled_this_turn and not game.rules.card_before_roll:
        _check_nothing_yet("before the roll", dev_played=game.dev_played)
    if game.turn and game.current_seat != (game.turn - 1) % game.seats:
        raise PositionError("current_seat", f"must be {(game.turn - 1) % game.seats} in turn {game.turn}")
    cap = game.rules.roll_cap
    if cap is not None and game.rolls > cap:
        raise PositionError("rolls", f"{game.rolls} are more than the cap of {cap}")
    pieces = sum(mask.bit_count() for mask in (*game.buildings, *game.cities, *game.roads))
    least = pieces + game.rolls
    if game.ply < least:
        raise PositionError("ply", f"{game.ply} is less than the {least} that pieces and rolls took")


def check_owed(game: Game) -> None:
    """What is still to be discarded, offered or countered, the hands have, and a seven asked for discards."""
    if game.phase == "discard":
        assert game.to_act is not None
        expected = [owed if seat >= game.to_act else 0 for seat, owed in enumerate(owed_discards(game))]
        if list(game.pending_discards) != expected:
            raise PositionError("pending_discards", f"{list(game.pending_discards)} must be {expected}")
    offer = game.offer
    if offer is not None and not holds(game.hand(offer.seat), offer.give):
        raise PositionError("offer.give", f"seat {offer.seat} does not hold it")
    for i, counter in enumerate(offer.counters if offer else ()):
        assert offer is not None
        if (counter.give, counter.want) == (offer.get, offer.give):
            raise PositionError(f"offer.counters[{i}]", "must differ from the offer")
        for seat, cards in ((counter.seat, counter.give), (offer.seat, counter.want)):
            if not holds(game.hand(seat), cards):
                raise PositionError(f"offer.counters[{i}]", f"seat {seat} does not hold {bundle_text(cards)}")
    _check_way_into_phase(game)


def _check_way_into_phase(game: Game) -> None:
    """Only a seven leads to discards, only it and a knight to the robber, only the card to free roads."""
    is_seven = sum(game.dice or ()) == 7
    if game.phase == "discard" and not is_seven:
        raise PositionError("dice", "must be a seven in phase discard")
    needs_card = game.phase in FREE_ROADS_LEFT or (game.phase in ("move_robber", "steal") and not is_seven)
    if needs_card and not game.dev_played:
        raise PositionError("dev_played", f"must be true: without a seven only a card leads to {game.phase}")
