"""Positions for ``Game.from_position``: an empty, conserved board, and pieces put on it by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from engine import COMPETITION, PRESETS, Rules
from tests.kit.points import chain_edges, vertices

Position = dict[str, Any]
Cards = Mapping[str, int]

RESOURCES: Final = ("wood", "brick", "sheep", "wheat", "ore")
DEV_CARDS: Final = {"knight": 14, "victory_point": 5, "road_building": 2, "year_of_plenty": 2, "monopoly": 2}
PER_RESOURCE: Final = 19

# The vertex between hexes 0, 3 and 4 touches desert, ore and sheep; 8 lies on a wood hex beside a sheep hex,
# 10 on an ore hex beside a sheep hex; 2 and 12 lie once each.
TERRAIN: Final = (
    "desert", "brick", "wood",
    "ore", "sheep", "sheep", "wheat",
    "wheat", "wood", "wood", "brick", "ore",
    "sheep", "wheat", "brick", "wood",
    "ore", "sheep", "wheat",
)  # fmt: skip
TOKENS: Final = (None, 5, 2, 10, 10, 8, 6, 9, 4, 8, 3, 11, 12, 5, 9, 6, 3, 4, 11)
HARBOURS: Final = ("any", "wood", "any", "brick", "sheep", "any", "wheat", "any", "ore")


def cost(*names: str) -> dict[str, int]:
    """What these purchases cost together: ``cost("road", "city")``."""
    prices: dict[str, Cards] = {
        "road": {"wood": 1, "brick": 1},
        "settlement": {"wood": 1, "brick": 1, "sheep": 1, "wheat": 1},
        "city": {"wheat": 2, "ore": 3},
        "dev_card": {"sheep": 1, "wheat": 1, "ore": 1},
    }
    return {r: n for r in RESOURCES if (n := sum(prices[name].get(r, 0) for name in names))}


def five(cards: Cards) -> list[int]:
    """Cards by name as five counts in resource order."""
    if not set(cards) <= set(RESOURCES):
        raise ValueError(f"{dict(cards)} names something that is no resource")
    return [cards.get(resource, 0) for resource in RESOURCES]


def deck_without(held: Iterable[Cards], knights_played: int = 0, top: Sequence[str] = ()) -> list[str]:
    """The 25 cards less those in hands and the knights already played: first ``top``, then knights last."""
    left = dict(DEV_CARDS)
    left["knight"] -= knights_played
    for cards in [*held, Counter(top)]:
        for card, n in cards.items():
            left[card] -= n
    if min(left.values()) < 0:
        raise ValueError(f"more development cards in play than exist: {left}")
    order = ("victory_point", "road_building", "year_of_plenty", "monopoly", "knight")
    return [*top, *(card for card in order for _ in range(left[card]))]


def blank_position(**changes: Any) -> Position:
    """Phase ``main``, seat 0 has rolled and is to act, nobody has anything; ``changes`` replace whole fields."""
    fields: Position = {
        "rules": "competition",
        "terrain": list(TERRAIN),
        "tokens": list(TOKENS),
        "harbours": list(HARBOURS),
        "robber": TERRAIN.index("desert"),
        "settlements": [[], [], [], []],
        "cities": [[], [], [], []],
        "roads": [[], [], [], []],
        "hands": [[0] * 5 for _ in range(4)],
        "bank": [PER_RESOURCE] * 5,
        "dev_hands": [{}, {}, {}, {}],
        "dev_bought": {},
        "dev_played": False,
        "knights_played": [0, 0, 0, 0],
        "deck": deck_without([]),
        "longest_road_holder": None,
        "largest_army_holder": None,
        "phase": "main",
        "current_seat": 0,
        "to_act": 0,
        "turn": 1,
        "rolls": 1,
        "dice": [1, 2],
        "ply": 17,
        "offer": None,
        "offers_this_turn": 0,
        "rolled_this_turn": True,
        "pending_discards": [0, 0, 0, 0],
        "free_roads_left": 0,
        "result": None,
        "chance": {"seed": None, "steals": 0},
    }
    unknown = set(changes) - set(fields)
    if unknown:
        raise ValueError(f"no such fields of a position: {sorted(unknown)}")
    return fields | changes


def study_position(
    *,
    settlements: Mapping[int, Sequence[str]] | None = None,
    cities: Mapping[int, Sequence[str]] | None = None,
    roads: Mapping[int, Sequence[Sequence[str]]] | None = None,
    hands: Mapping[int, Cards] | None = None,
    dev_hands: Mapping[int, Cards] | None = None,
    deck_top: Sequence[str] = (),
    rules: Rules = COMPETITION,
    **changes: Any,
) -> Position:
    """A blank position of these rules with things put on it, each by seat; what is conserved is worked out.

    Buildings are vertex names, roads are chains of vertex names, the bank holds what the hands leave, the deck
    what the development cards in hands and on the table leave. A change to ``phase`` alone sets what goes with
    it (``roll``: nothing is rolled yet); a change to ``current_seat`` makes that seat the one to act.
    """
    seats = range(rules.seats)
    resource_hands = [five((hands or {}).get(seat, {})) for seat in seats]
    card_hands = [dict((dev_hands or {}).get(seat, {})) for seat in seats]
    knights = sum(changes.get("knights_played", ()))
    worked_out: Position = {
        "rules": rules.name if PRESETS.get(rules.name) == rules else rules.as_dict(),
        "settlements": [vertices((settlements or {}).get(seat, ())) for seat in seats],
        "cities": [vertices((cities or {}).get(seat, ())) for seat in seats],
        "roads": [
            sorted({edge for chain in (roads or {}).get(seat, ()) for edge in chain_edges(chain)}) for seat in seats
        ],
        "knights_played": [0 for _ in seats],
        "pending_discards": [0 for _ in seats],
        "hands": resource_hands,
        "bank": [rules.bank_per_resource - sum(column) for column in zip(*resource_hands, strict=True)],
        "dev_hands": card_hands,
        "deck": deck_without(card_hands, knights, deck_top),
        "to_act": changes.get("current_seat", 0),
    }
    if changes.get("phase") == "roll":
        worked_out |= {"rolled_this_turn": False, "dice": None, "rolls": 0}
    return blank_position(**(worked_out | changes))
