"""What hexes pay, and what a seven takes: cards between the bank and the hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

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

    Demand is totalled per resource before anyone is paid. A resource that the bank can't pay in full goes to
    nobody when several seats claim it; a lone claimant gets what is left.
    """
    demand: list[int] = []
    for hex_id in game.board.hexes_by_roll[total]:
        if hex_id != game.robber:
            demand += game.income[hex_id]
    if not demand:
        return (), ()
    wanted = [0] * 5
    for slot in demand:
        wanted[slot % 5] += 1
    shortage = tuple(r for r in range(5) if wanted[r] > game.bank[r])
    for resource in shortage:
        demand = _ration(demand, resource, game.bank[resource])
    for slot in demand:
        game.hands[slot] += 1
        game.bank[slot % 5] -= 1
    return tuple(demand), shortage


def _ration(demand: list[int], resource: int, left: int) -> list[int]:
    """The demand without what the bank can't pay of this resource."""
    claims = [slot for slot in demand if slot % 5 == resource]
    rest = [slot for slot in demand if slot % 5 != resource]
    is_lone = len(set(claims)) == 1
    return rest + claims[:left] if is_lone else rest


def discard_overfull_hands(game: Game) -> dict[int, list[int]]:
    """Every seat over the limit loses half its cards, rounded down, to the bank. Returns what each lost."""
    discards = {}
    for seat in range(game.seats):
        hand = game.hands[5 * seat : 5 * seat + 5]
        size = sum(hand)
        if size > game.rules.hand_limit and size >= 2:
            lost = automatic_discard(hand)
            discards[seat] = lost
            for resource, n in enumerate(lost):
                game.hands[5 * seat + resource] -= n
                game.bank[resource] += n
    return discards


def automatic_discard(hand: list[int]) -> list[int]:
    """What a hand loses: half its cards, one at a time from the largest pile, ties in resource order."""
    left = list(hand)
    for _ in range(sum(hand) // 2):
        left[left.index(max(left))] -= 1
    return [before - after for before, after in zip(hand, left, strict=True)]
