"""Where the robber goes, and whom it robs."""

from __future__ import annotations

from engine import Game
from sample_bots.heuristic import opinions
from sample_bots.heuristic.worth import PIPS


def menace(game: Game, seat: int) -> float:
    """How much we should like to hold a seat back: points on the table tell, and most of all near the end."""
    share = game.points[seat] / game.rules.points_to_win
    return 1 + share + 4 * share**4


def harm(game: Game, hex_id: int) -> float:
    """What the robber on this hex does to the others less what it does to us, and what may be stolen there."""
    us = game.current_seat
    pips = PIPS[game.board.tokens[hex_id]]
    total = 0.0
    for slot in game.income[hex_id]:
        total += pips * (menace(game, slot // 5) if slot // 5 != us else -opinions.OWN_LOSS)
    victims = {slot // 5 for slot in game.income[hex_id]} - {us}
    return total + max((loot(game, seat) for seat in victims), default=0.0)


def loot(game: Game, seat: int) -> float:
    """How much we like to rob a seat: a card is a card, better from a full hand and from a leader."""
    cards = sum(game.hand(seat))
    return 2 * menace(game, seat) + 0.3 * min(cards, 8) if cards else 0.0


def is_robbed(game: Game, seat: int) -> bool:
    """Does the robber sit on a hex that would pay this seat?"""
    return any(slot // 5 == seat for slot in game.income[game.robber])
