"""What hexes pay, and what is paid: cards between the bank and the hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from engine.topology import VERTEX_HEXES

if TYPE_CHECKING:
    from engine.game import Game


def pay_second_settlement(game: Game, seat: int, vertex: int) -> tuple[int, ...]:
    """One card per producing hex at the vertex, hexes ascending, as far as the bank reaches."""
    slots = []
    for hex_id in VERTEX_HEXES[vertex]:
        resource = game.board.hex_resource[hex_id]
        if resource >= 0 and game.bank[resource]:
            game.bank[resource] -= 1
            game.hands[5 * seat + resource] += 1
            slots.append(5 * seat + resource)
    return tuple(slots)


def produce(game: Game, total: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Pay every seat. Returns the slots that got a card each, and the resources the bank was short of.

    Demand is totalled per resource before anyone is paid. Who gets what of a resource that the bank can't pay in
    full, ``Rules.bank_shortage`` decides.
    """
    demand: list[int] = []
    for hex_id in game.board.hexes_by_roll[total]:
        if hex_id != game.robber:
            demand += game.income[hex_id]
    hands, bank = game.hands, game.bank
    for slot in demand:
        hands[slot] += 1
        bank[slot % 5] -= 1
    if min(bank) >= 0:
        return tuple(demand), ()
    for slot in demand:  # the bank can't pay it all: take it back and ration what is short
        hands[slot] -= 1
        bank[slot % 5] += 1
    return _produce_short(game, demand)


def _produce_short(game: Game, demand: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The same where the bank is short of something."""
    wanted = [0] * 5
    for slot in demand:
        wanted[slot % 5] += 1
    shortage = tuple(r for r in range(5) if wanted[r] > game.bank[r])
    for resource in shortage:
        demand = _without_shortage(game, demand, resource)
    for slot in demand:
        game.hands[slot] += 1
        game.bank[slot % 5] -= 1
    return tuple(demand), shortage


def _nothing(_claims: list[int], _left: int) -> list[int]:
    return []


def _what_is_left_to_a_lone_claimant(claims: list[int], left: int) -> list[int]:
    return claims[:left] if len(set(claims)) == 1 else []


_RATIONS: Final[dict[str, Callable[[list[int], int], list[int]]]] = {
    "lone_claimant": _what_is_left_to_a_lone_claimant,
    "nobody": _nothing,
}
"""``Rules.bank_shortage`` -> which claims (slots) on a resource are met when so many cards are left of it."""


def _without_shortage(game: Game, demand: list[int], resource: int) -> list[int]:
    """The demand without what the bank can't pay of this resource."""
    claims = [slot for slot in demand if slot % 5 == resource]
    met = _RATIONS[game.rules.bank_shortage](claims, game.bank[resource])
    return [slot for slot in demand if slot % 5 != resource] + met


def pay(game: Game, seat: int, cards: Sequence[int]) -> None:
    """These cards (five counts) go from the seat's hand to the bank."""
    for resource, n in enumerate(cards):
        if n:
            game.hands[5 * seat + resource] -= n
            game.bank[resource] += n
