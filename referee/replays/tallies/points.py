"""Where the points of a seat come from."""

from __future__ import annotations

from dataclasses import dataclass

from engine import Game
from engine.resources import VICTORY_POINT


@dataclass(frozen=True, slots=True)
class SeatPoints:
    """Where a seat's points come from at the end of the record, each in points; a forfeit takes none away here."""

    seat: int
    settlements: int
    cities: int
    longest_road: int
    largest_army: int
    victory_point_cards: int
    total: int


def points_of(game: Game, seat: int) -> SeatPoints:
    """Where the seat's points come from, as the game stands."""
    return SeatPoints(
        seat=seat,
        settlements=game.settlements[seat].bit_count(),
        cities=2 * game.cities[seat].bit_count(),
        longest_road=game.rules.road_award_points if seat == game.road_holder else 0,
        largest_army=game.rules.army_award_points if seat == game.army_holder else 0,
        victory_point_cards=game.dev_hands[5 * seat + VICTORY_POINT],
        total=game.totals[seat],
    )
