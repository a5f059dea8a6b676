"""The layout of an observation: its parts in order, how many bytes each has, and the largest value in it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine import Rules
from engine.legal import PHASES
from engine.resources import (
    BANK_RATE,
    CARD_COUNTS,
    CITIES_PER_SEAT,
    DECK,
    KNIGHT,
    ROADS_PER_SEAT,
    SETTLEMENTS_PER_SEAT,
    VICTORY_POINT,
)
from engine.topology import EDGE_COUNT, HARBOUR_EDGES, HEX_COUNT, VERTEX_COUNT

LARGEST: Final = 255
"""What a byte holds; counts beyond it, which only unusual rules lead to, are cut down to it."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of an observation: the values ``observation[start:start + size]``, each from 0 to ``most``."""

    name: str
    start: int
    size: int
    most: int


class Layout:
    """The parts of every observation under some rules. Made by ``layout``."""

    def __init__(self, rules: Rules) -> None:
        self.parts: dict[str, Part] = {}
        """By name, in order."""
        self.size = 0
        """The length of an observation in bytes."""
        for name, size, most in _sizes(rules):
            self.parts[name] = Part(name, self.size, size, min(most, LARGEST))
            self.size += size
        self.most: NDArray[np.uint8] = np.concatenate(
            [np.full(part.size, part.most, dtype=np.uint8) for part in self.parts.values()]
        )
        """The largest value at each place; ``observation / most`` lies between 0 and 1."""

    def part(self, observation: NDArray[np.uint8], name: str) -> NDArray[np.uint8]:
        """The values of a part, out of one observation or along the last axis of many; raises ``KeyError``."""
        part = self.parts[name]
        return observation[..., part.start : part.start + part.size]


@cache
def layout(rules: Rules) -> Layout:
    """The layout under these rules, made once."""
    return Layout(rules)


def _sizes(rules: Rules) -> list[tuple[str, int, int]]:
    """Name, size and largest value of each part. ``referee.learning.observation`` packs them in this order."""
    seats, bank = rules.seats, rules.bank_per_resource
    sizes = [
        ("terrain", HEX_COUNT * 5, 1),
        ("token", HEX_COUNT, 12),
        ("pips", HEX_COUNT, 5),
        ("harbours", len(HARBOUR_EDGES) * 6, 1),
        ("robber", HEX_COUNT, 1),
        ("buildings", seats * VERTEX_COUNT, 2),
        ("roads", seats * EDGE_COUNT, 1),
        ("phase", len(PHASES), 1),
        ("seat", seats, 1),
        ("current_seat", seats, 1),
        ("to_act", seats, 1),
        ("longest_road_holder", seats, 1),
        ("largest_army_holder", seats, 1),
        ("offer_from", seats, 1),
        ("resource_cards", seats, 5 * bank),
        ("dev_cards", seats, len(DECK)),
        ("knights_played", seats, CARD_COUNTS[KNIGHT]),
        ("road_lengths", seats, ROADS_PER_SEAT),
        ("victory_points", seats, _most_points(rules)),
        ("own_resources", 5, bank),
        ("own_dev_cards", 5, max(CARD_COUNTS)),
        ("own_trade_rates", 5, BANK_RATE),
        ("bank", 5, bank),
        ("offer_give", 5, bank),
        ("offer_get", 5, bank),
        ("dice", 2, 6),
        ("own_points", 1, _most_points(rules) + CARD_COUNTS[VICTORY_POINT]),
        ("dev_deck", 1, len(DECK)),
        ("rolls", 1, rules.roll_cap or LARGEST),
        ("dev_card_played", 1, 1),
        ("dev_cards_bought", 1, len(DECK)),
        ("offers_this_turn", 1, max(1, rules.max_offers_per_turn)),
        ("own_playable", 5, 1),
        ("offer_asked", seats, 1),
    ]
    if rules.player_trades == "bundles":
        sizes += [("counter_give", seats * 5, bank), ("counter_want", seats * 5, bank)]
    return sizes


def _most_points(rules: Rules) -> int:
    """Everything built and both awards held."""
    return SETTLEMENTS_PER_SEAT + 2 * CITIES_PER_SEAT + rules.road_award_points + rules.army_award_points
