"""Names, numbers and prices of what is printed on cards and tiles.

A hand is five counts in ``RESOURCES`` order; a seat's hand lies at ``5 * seat`` in a flat list of all hands.
That order is also the tie order of the automatic discard.
"""

from __future__ import annotations

from typing import Final

RESOURCES: Final = ("wood", "brick", "sheep", "wheat", "ore")
RESOURCE_INDEX: Final[dict[str, int]] = {name: i for i, name in enumerate(RESOURCES)}
DESERT: Final = "desert"

TERRAIN_COUNTS: Final = {"wood": 4, "brick": 3, "sheep": 4, "wheat": 4, "ore": 3, DESERT: 1}
TOKENS: Final = (2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12)
RED_TOKENS: Final = (6, 6, 8, 8)
ANY: Final = "any"
HARBOURS: Final = (ANY, ANY, ANY, ANY, *RESOURCES)

CARDS: Final = ("knight", "victory_point", "road_building", "year_of_plenty", "monopoly")
KNIGHT, VICTORY_POINT, ROAD_BUILDING, YEAR_OF_PLENTY, MONOPOLY = range(5)
CARD_INDEX: Final[dict[str, int]] = {name: i for i, name in enumerate(CARDS)}
CARD_COUNTS: Final = (14, 5, 2, 2, 2)
DECK: Final = tuple(card for card, count in enumerate(CARD_COUNTS) for _ in range(count))

ROAD_COST: Final = (1, 1, 0, 0, 0)
SETTLEMENT_COST: Final = (1, 1, 1, 1, 0)
CITY_COST: Final = (0, 0, 0, 2, 3)
CARD_COST: Final = (0, 0, 1, 1, 1)

ROADS_PER_SEAT: Final = 15
SETTLEMENTS_PER_SEAT: Final = 5
CITIES_PER_SEAT: Final = 4

BANK_RATE: Final = 4
ANY_HARBOUR_RATE: Final = 3
OWN_HARBOUR_RATE: Final = 2


def resource_counts(counts: list[int] | tuple[int, ...]) -> dict[str, int]:
    """Five counts as an object that carries only what is not zero, as on the wire."""
    return {name: n for name, n in zip(RESOURCES, counts, strict=True) if n}
