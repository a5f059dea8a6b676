"""The rules of ``competition`` said a second time, slowly, from a position's built-ins alone.

What the engine keeps up to date from ply to ply is worked out from scratch here, with sets and no cleverness,
so that a slip in the engine's book-keeping has nothing to agree with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.topology import (
    EDGE_VERTICES,
    HARBOUR_EDGES,
    HEX_VERTICES,
    VERTEX_EDGES,
    VERTEX_NEIGHBOURS,
)
from tests.kit.positions import RESOURCES, Position, cost, five


def legal_by_the_rules(p: Position) -> list[str]:
    """Every legal action of the position, in grammar order."""
    listings: dict[str, Callable[[Position], list[str]]] = {
        "setup_settlement": _first_settlements,
        "setup_road": _first_roads,
        "roll": lambda p: ["roll"],
        "move_robber": lambda p: [f"move_robber:{h}" for h in range(19) if h != p["robber"]],
        "steal": lambda p: [f"steal:{seat}" for seat in victims(p)],
        "main": lambda p: list(_main_actions(p)),
        "trade_response": _answers,
        "road_building_first": lambda p: [f"free_road:{e}" for e in road_places(p)],
        "road_building_second": lambda p: [f"free_road:{e}" for e in road_places(p)],
        "over": lambda p: [],
    }
    return listings[p["phase"]](p)


def longest_trail(p: Position, seat: int) -> int:
    """The longest walk over the seat's roads that uses none twice, by trying every one."""
    own = set(p["roads"][seat])
    walls = {v for other in _others(p, seat) for v in buildings(p, other)}

    def walk(vertex: int, unused: frozenset[int], first: bool) -> int:
        if vertex in walls and not first:
            return 0
        steps = [e for e in VERTEX_EDGES[vertex] if e in unused]
        return max((1 + walk(sum(EDGE_VERTICES[e]) - vertex, unused - {e}, False) for e in steps), default=0)

    return max((walk(v, frozenset(own), True) for e in own for v in EDGE_VERTICES[e]), default=0)


def public_points(p: Position) -> list[int]:
    """Points that everybody sees: one a settlement, two a city, two an award."""
    return [
        len(p["settlements"][seat])
        + 2 * len(p["cities"][seat])
        + 2 * (p["longest_road_holder"] == seat)
        + 2 * (p["largest_army_holder"] == seat)
        for seat in _seats(p)
    ]


def all_points(p: Position) -> list[int]:
    """Public points and victory point cards."""
    return [n + p["dev_hands"][seat].get("victory_point", 0) for seat, n in enumerate(public_points(p))]


def trade_rates(p: Position, seat: int) -> list[int]:
    """What the bank asks of the seat for one card, by resource given."""
    rates = [4] * 5
    for kind, edge in zip(p["harbours"], HARBOUR_EDGES, strict=True):
        if buildings(p, seat).isdisjoint(EDGE_VERTICES[edge]):
            continue
        if kind == "any":
            rates = [min(rate, 3) for rate in rates]
        else:
            rates[RESOURCES.index(kind)] = 2
    return rates


def victims(p: Position) -> list[int]:
    """The seats that the robber, where it stands, can be used to rob."""
    corners = HEX_VERTICES[p["robber"]]
    return [
        seat
        for seat in _others(p, p["current_seat"])
        if sum(p["hands"][seat]) and not buildings(p, seat).isdisjoint(corners)
    ]


def buildings(p: Position, seat: int) -> set[int]:
    """The vertices of the seat's settlements and cities."""
    return {*p["settlements"][seat], *p["cities"][seat]}


def road_places(p: Position) -> list[int]:
    """The edges on which the seat to act may lay a road, if it has the means and pieces."""
    seat = p["to_act"]
    if len(p["roads"][seat]) == 15:
        return []
    taken = {e for roads in p["roads"] for e in roads}
    walls = {v for other in _others(p, seat) for v in buildings(p, other)}

    def connects(vertex: int) -> bool:
        own_road = not set(p["roads"][seat]).isdisjoint(VERTEX_EDGES[vertex])
        return vertex in buildings(p, seat) or (own_road and vertex not in walls)

    return [e for e, ends in enumerate(EDGE_VERTICES) if e not in taken and any(connects(v) for v in ends)]


def _seats(p: Position) -> range:
    return range(len(p["hands"]))


def _others(p: Position, seat: int) -> list[int]:
    return [other for other in _seats(p) if other != seat]


def _open_vertices(p: Position) -> list[int]:
    built = {v for seat in _seats(p) for v in buildings(p, seat)}
    return [v for v in range(54) if v not in built and built.isdisjoint(VERTEX_NEIGHBOURS[v])]


def _first_settlements(p: Position) -> list[str]:
    return [f"place_settlement:{v}" for v in _open_vertices(p)]


def _first_roads(p: Position) -> list[str]:
    own = set(p["roads"][p["to_act"]])
    (bare,) = (v for v in p["settlements"][p["to_act"]] if own.isdisjoint(VERTEX_EDGES[v]))
    taken = {e for roads in p["roads"] for e in roads}
    return [f"place_road:{e}" for e in sorted(VERTEX_EDGES[bare]) if e not in taken]


def _answers(p: Position) -> list[str]:
    hand, wanted = p["hands"][p["to_act"]], five(p["offer"]["get"])
    can_pay = all(have >= need for have, need in zip(hand, wanted, strict=True))
    return ["accept_trade", "decline_trade"] if can_pay else ["decline_trade"]


def _main_actions(p: Position) -> Iterator[str]:
    seat = p["to_act"]
    hand = p["hands"][seat]

    def pays(name: str) -> bool:
        return all(have >= price for have, price in zip(hand, five(cost(name)), strict=True))

    yield "end_turn"
    if pays("road"):
        yield from (f"build_road:{e}" for e in road_places(p))
    if pays("settlement") and len(p["settlements"][seat]) < 5:
        own = {v for e in p["roads"][seat] for v in EDGE_VERTICES[e]}
        yield from (f"build_settlement:{v}" for v in _open_vertices(p) if v in own)
    if pays("city") and len(p["cities"][seat]) < 4:
        yield from (f"build_city:{v}" for v in sorted(p["settlements"][seat]))
    if pays("dev_card") and p["deck"]:
        yield "buy_dev_card"
    yield from _card_plays(p)
    for give, rate in enumerate(trade_rates(p, seat)):
        if hand[give] >= rate:
            yield from (
                f"trade_bank:{RESOURCES[give]}:{RESOURCES[get]}" for get in range(5) if get != give and p["bank"][get]
            )
    if p["offers_this_turn"] < 2:
        for other in _others(p, seat):
            for held in (r for r, n in zip(RESOURCES, hand, strict=True) if n):
                yield from (f"offer_trade:{other}:{held}:{wanted}" for wanted in RESOURCES if wanted != held)


def _card_plays(p: Position) -> Iterator[str]:
    cards = p["dev_hands"][p["to_act"]]

    def playable(card: str) -> bool:
        return not p["dev_played"] and cards.get(card, 0) > p["dev_bought"].get(card, 0)

    if playable("knight"):
        yield "play_dev:knight"
    if playable("road_building") and road_places(p):
        yield "play_dev:road_building"
    if playable("year_of_plenty"):
        for i, first in enumerate(RESOURCES):
            for j in range(i, 5):
                if all(p["bank"][n] >= (i, j).count(n) for n in (i, j)):
                    yield f"play_dev:year_of_plenty:{first}:{RESOURCES[j]}"
    if playable("monopoly"):
        yield from (f"play_dev:monopoly:{r}" for r in RESOURCES)
