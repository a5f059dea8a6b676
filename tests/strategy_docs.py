"""The generated parts of docs/strategy.md: what follows from the engine's own numbers.

`python -m tests.strategy_docs` writes them anew; a test compares.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from math import comb
from pathlib import Path
from statistics import mean

from engine import PRESETS, resources, topology
from engine.chance import SeededChance
from engine.island import Island, deal_island
from engine.resources import DESERT, RESOURCES, TERRAIN_COUNTS, TOKENS

STRATEGY_MD = Path(__file__).parent.parent / "docs" / "strategy.md"
WAYS = Counter(first + second for first in range(1, 7) for second in range(1, 7))
"""Total of two dice -> ways out of 36. A token's ways are its pips."""
ISLANDS = 1000
COMPARED_RULES = (
    "points_to_win", "roll_cap", "road_award_points", "army_award_points", "road_measure", "award_on_tied_overtake",
    "victory_check", "bank_shortage", "discard", "player_trades", "max_offers_per_turn", "card_before_roll",
    "token_layout",
)  # fmt: skip
"""Those that a bot plays otherwise for."""


def fill_in(text: str) -> str:
    """The page with its generated parts as they should be."""
    parts = {
        "odds": _odds(), "island": _island(), "vertices": _vertices(), "picks": _picks(), "costs": _costs(),
        "deck": _deck(), "seven": _seven(), "rules": _rules(),
    }  # fmt: skip
    for name, content in parts.items():
        block = f"<!-- {name} -->\n{content}\n<!-- end -->"
        text, count = re.subn(rf"<!-- {name} -->.*?<!-- end -->", block, text, flags=re.DOTALL)
        if count != 1:
            raise ValueError(f"{STRATEGY_MD}: {count} places for {name}, must be 1")
    return text


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def at_least_once(ways: int, rolls: int) -> float:
    """The chance that something with so many ways out of 36 comes in so many rolls."""
    return 1 - (1 - ways / 36) ** rolls


def _odds() -> str:
    tokens = Counter(TOKENS)
    rows = [
        (total, ways, f"{ways / 36:.1%}", tokens[total], *(f"{at_least_once(ways, rolls):.0%}" for rolls in (4, 8, 20)))
        for total, ways in sorted(WAYS.items())
    ]
    return _table(("roll", "ways of 36", "chance", "hexes", "in 4 rolls", "in 8", "in 20"), rows)


def total_pips() -> int:
    """Of all 18 tokens."""
    return sum(WAYS[token] for token in TOKENS)


def _island() -> str:
    mean_pips = total_pips() / len(TOKENS)
    costs = {
        "road": resources.ROAD_COST,
        "settlement": resources.SETTLEMENT_COST,
        "city": resources.CITY_COST,
        "card": resources.CARD_COST,
    }
    rows = [
        (
            f"`{name}`",
            TERRAIN_COUNTS[name],
            f"{TERRAIN_COUNTS[name] * mean_pips:.1f}",
            *(cost[index] or "" for cost in costs.values()),
        )
        for index, name in enumerate(RESOURCES)
    ]
    return _table(("resource", "hexes", "pips on average", *costs), [*rows, (f"`{DESERT}`", 1, "0.0", "", "", "", "")])


def most_pips(hexes: int, layout: str) -> int:
    """The most that a vertex with so many hexes can have: red tokens never touch where they are separated."""
    reds = [WAYS[token] for token in TOKENS if token in resources.RED_TOKENS]
    pale = sorted((WAYS[token] for token in TOKENS if token not in resources.RED_TOKENS), reverse=True)
    most_reds = 1 if layout == "separated" else hexes
    best = (reds[:most_reds] + pale)[:hexes]
    return sum(best)


def _vertices() -> str:
    around = Counter(len(hexes) for hexes in topology.VERTEX_HEXES)
    at_harbour = Counter(
        len(topology.VERTEX_HEXES[vertex]) for edge in topology.HARBOUR_EDGES for vertex in topology.EDGE_VERTICES[edge]
    )
    rows = [
        (hexes, around[hexes], at_harbour[hexes], most_pips(hexes, "shuffled"), most_pips(hexes, "separated"))
        for hexes in (3, 2, 1)
    ]
    return _table(("hexes around", "vertices", "with a harbour", "most pips, `shuffled`", "`separated`"), rows)


def pips_of_picks(island: Island) -> list[int]:
    """The pips of the eight places of setup, if everybody takes the place with the most that is left."""
    pips = [sum(WAYS[token] for hex_id in hexes if (token := island.tokens[hex_id])) for hexes in topology.VERTEX_HEXES]
    free, picked = set(range(topology.VERTEX_COUNT)), []
    for _ in range(8):
        vertex = max(sorted(free), key=pips.__getitem__)
        picked.append(pips[vertex])
        free -= {vertex, *topology.VERTEX_NEIGHBOURS[vertex]}
    return picked


def mean_picks(layout: str) -> list[float]:
    """The same, the mean of many islands."""
    islands = (deal_island(SeededChance(f"island {number}"), layout) for number in range(ISLANDS))
    return [mean(column) for column in zip(*map(pips_of_picks, islands), strict=True)]


def _picks() -> str:
    layouts = ("shuffled", "separated")
    means = {layout: mean_picks(layout) for layout in layouts}
    rows = [(f"`{layout}`", *(f"{pips:.1f}" for pips in means[layout])) for layout in layouts]
    seats = (0, 1, 2, 3, 3, 2, 1, 0)
    return _table(("token layout", *(f"seat {seat}" for seat in seats)), rows)


def _priced(cost: Sequence[int]) -> str:
    words = [
        f"{count if count > 1 else ''} {name}".strip() for name, count in zip(RESOURCES, cost, strict=True) if count
    ]
    return " + ".join(words)


def _costs() -> str:
    rows = (
        ("road", resources.ROAD_COST, "0", resources.ROADS_PER_SEAT),
        ("settlement", resources.SETTLEMENT_COST, "1", resources.SETTLEMENTS_PER_SEAT),
        ("city", resources.CITY_COST, "1 more than the settlement", resources.CITIES_PER_SEAT),
        ("development card", resources.CARD_COST, "1 if it is a victory point", f"{len(resources.DECK)} for all"),
    )
    return _table(
        ("what", "price", "cards", "points", "pieces a seat"),
        [(what, _priced(cost), sum(cost), points, pieces) for what, cost, points, pieces in rows],
    )


def among(count: int, drawn: int) -> float:
    """The chance that at least one of ``count`` cards of the deck is among so many drawn."""
    deck = len(resources.DECK)
    return 1 - comb(deck - count, drawn) / comb(deck, drawn)


def _deck() -> str:
    rows = [
        (f"`{card}`", count, *(f"{among(count, drawn):.0%}" for drawn in (1, 2, 3, 5)))
        for card, count in zip(resources.CARDS, resources.CARD_COUNTS, strict=True)
    ]
    return _table(("card", "of 25", "the next card", "among 2", "among 3", "among 5"), rows)


def _seven() -> str:
    rows = [(rolls, f"{at_least_once(WAYS[7], rolls):.0%}") for rolls in (1, 2, 3, 4, 8, 12)]
    return _table(("rolls", "at least one seven"), rows)


def _rules() -> str:
    def value(found: object) -> str:
        if found is None or isinstance(found, bool):
            return {None: "none", True: "yes", False: "no"}[found]
        return str(found) if isinstance(found, int) else f"`{found}`"

    rows = [(f"`{field}`", *(value(getattr(rules, field)) for rules in PRESETS.values())) for field in COMPARED_RULES]
    return _table(("field", *(f"`{name}`" for name in PRESETS)), rows)


if __name__ == "__main__":
    STRATEGY_MD.write_text(fill_in(STRATEGY_MD.read_text(encoding="utf-8")), encoding="utf-8")
