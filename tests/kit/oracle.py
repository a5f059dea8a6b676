"""What may be done, said a second time, slowly, from a position's built-ins alone: every value of every rule.

What the engine keeps up to date from ply to ply is worked out from scratch here, with sets and no cleverness,
so that a slip in the engine's book-keeping has nothing to agree with. What is not listed, bundles, is in
``oracle_bundles``, what an action leads to is in ``oracle_steps``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from engine import PRESETS, Rules
from engine.topology import (
    EDGE_VERTICES,
    HARBOUR_EDGES,
    HEX_VERTICES,
    VERTEX_EDGES,
    VERTEX_NEIGHBOURS,
)
from tests.kit.positions import RESOURCES, Position, cost, five


def rules_of(p: Position) -> Rules:
    """The rules of a position, which names a preset or holds every field."""
    rules = p["rules"]
    return PRESETS[rules] if isinstance(rules, str) else Rules.from_dict(rules)


def legal_by_the_rules(p: Position) -> list[str]:
    """Every legal action of the position that is listed, in grammar order."""
    listings: dict[str, Callable[[Position], list[str]]] = {
        "setup_settlement": _first_settlements,
        "setup_road": _first_roads,
        "roll": _before_the_roll,
        "discard": _discards,
        "move_robber": lambda p: [f"move_robber:{h}" for h in range(19) if h != p["robber"]],
        "steal": lambda p: [f"steal:{seat}" for seat in victims(p)],
        "main": lambda p: list(_main_actions(p)),
        "trade_response": _answers,
        "trade_counters": _answers_to_counters,
        "road_building_first": _free_roads,
        "road_building_second": _free_roads,
        "over": lambda p: [],
    }
    return listings[p["phase"]](p)


def road_lengths(p: Position) -> list[int]:
    """Each seat's longest road as these rules measure it, by trying every one."""
    measure = {"trail": longest_trail, "simple_path": longest_simple_path}[rules_of(p).road_measure]
    return [measure(p, seat) for seat in seats(p)]


def longest_trail(p: Position, seat: int) -> int:
    """The longest walk over the seat's roads that uses none twice, by trying every one."""
    own = set(p["roads"][seat])
    walls = _walls(p, seat)

    def walk(vertex: int, unused: frozenset[int], first: bool) -> int:
        if vertex in walls and not first:
            return 0
        steps = [e for e in VERTEX_EDGES[vertex] if e in unused]
        return max((1 + walk(sum(EDGE_VERTICES[e]) - vertex, unused - {e}, False) for e in steps), default=0)

    return max((walk(v, frozenset(own), True) for e in own for v in EDGE_VERTICES[e]), default=0)


def longest_simple_path(p: Position, seat: int) -> int:
    """The longest walk over the seat's roads that comes to no vertex twice, by trying every one."""
    own = set(p["roads"][seat])
    walls = _walls(p, seat)

    def walk(vertex: int, been: frozenset[int]) -> int:
        if vertex in walls and len(been) > 1:
            return 0
        ahead = [sum(EDGE_VERTICES[e]) - vertex for e in VERTEX_EDGES[vertex] if e in own]
        return max((1 + walk(v, been | {v}) for v in ahead if v not in been), default=0)

    return max((walk(v, frozenset({v})) for e in own for v in EDGE_VERTICES[e]), default=0)


def public_points(p: Position) -> list[int]:
    """Points that everybody sees: one a settlement, two a city, and the awards."""
    rules = rules_of(p)
    return [
        len(p["settlements"][seat])
        + 2 * len(p["cities"][seat])
        + rules.road_award_points * (p["longest_road_holder"] == seat)
        + rules.army_award_points * (p["largest_army_holder"] == seat)
        for seat in seats(p)
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
        for seat in others(p, p["current_seat"])
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
    walls = _walls(p, seat)

    def connects(vertex: int) -> bool:
        own_road = not set(p["roads"][seat]).isdisjoint(VERTEX_EDGES[vertex])
        return vertex in buildings(p, seat) or (own_road and vertex not in walls)

    return [e for e, ends in enumerate(EDGE_VERTICES) if e not in taken and any(connects(v) for v in ends)]


def too_many_discards(p: Position) -> bool:
    """Has the seat to act more than a thousand ways to discard, so that they are not listed?"""
    seat = p["to_act"]
    bundles = _bundles_of(p["pending_discards"][seat], p["hands"][seat])
    return next(islice(bundles, 1000, None), None) is not None


def automatic_discard(hand: Sequence[int], size: int) -> list[int]:
    """So many cards off the hand, each from what is then the largest pile, the first of equals."""
    left = list(hand)
    for _ in range(size):
        left[left.index(max(left))] -= 1
    return [have - n for have, n in zip(hand, left, strict=True)]


def holds(hand: Sequence[int], cards: Sequence[int]) -> bool:
    """Does a hand contain these cards? Both as five counts."""
    return all(have >= need for have, need in zip(hand, cards, strict=True))


def bundle(cards: Sequence[int]) -> str:
    """Five counts as a bundle is written: ``2wood+ore``."""
    return "+".join(f"{n if n > 1 else ''}{name}" for n, name in zip(cards, RESOURCES, strict=True) if n)


def seats(p: Position) -> range:
    """The seats at this table."""
    return range(len(p["hands"]))


def others(p: Position, seat: int) -> list[int]:
    """The other seats, ascending."""
    return [other for other in seats(p) if other != seat]


def _walls(p: Position, seat: int) -> set[int]:
    """The vertices that the seat's roads don't go through."""
    return {v for other in others(p, seat) for v in buildings(p, other)}


def _open_vertices(p: Position) -> list[int]:
    built = {v for seat in seats(p) for v in buildings(p, seat)}
    return [v for v in range(54) if v not in built and built.isdisjoint(VERTEX_NEIGHBOURS[v])]


def _first_settlements(p: Position) -> list[str]:
    return [f"place_settlement:{v}" for v in _open_vertices(p)]


def _first_roads(p: Position) -> list[str]:
    own = set(p["roads"][p["to_act"]])
    (bare,) = (v for v in p["settlements"][p["to_act"]] if own.isdisjoint(VERTEX_EDGES[v]))
    taken = {e for roads in p["roads"] for e in roads}
    return [f"place_road:{e}" for e in sorted(VERTEX_EDGES[bare]) if e not in taken]


def _before_the_roll(p: Position) -> list[str]:
    return ["roll", *_card_plays(p)] if rules_of(p).card_before_roll else ["roll"]


def _discards(p: Position) -> list[str]:
    seat = p["to_act"]
    hand, size = p["hands"][seat], p["pending_discards"][seat]
    bundles = [automatic_discard(hand, size)] if too_many_discards(p) else list(_bundles_of(size, hand))
    return [f"discard:{bundle(cards)}" for cards in bundles]


def _bundles_of(size: int, hand: Sequence[int]) -> Iterator[Sequence[int]]:
    """Every bundle of so many cards of the hand, those with most of the first resource first."""
    if not hand:
        if size == 0:
            yield ()
        return
    for n in range(min(size, hand[0]), -1, -1):
        yield from ((n, *rest) for rest in _bundles_of(size - n, hand[1:]))


def _free_roads(p: Position) -> list[str]:
    may_stop = ["stop_free_roads"] if rules_of(p).free_roads_may_stop else []
    return [f"free_road:{e}" for e in road_places(p)] + may_stop


def _answers(p: Position) -> list[str]:
    offer = p["offer"]
    both_pay = holds(p["hands"][p["to_act"]], five(offer["get"])) and holds(
        p["hands"][offer["from"]], five(offer["give"])
    )
    return ["accept_trade", "decline_trade"] if both_pay else ["decline_trade"]


def _answers_to_counters(p: Position) -> list[str]:
    """A counter is written in its own seat's words: that seat gives ``give``, the offerer gives ``get``."""
    payable = [
        counter["seat"]
        for counter in p["offer"]["counters"]
        if holds(p["hands"][counter["seat"]], five(counter["give"]))
        and holds(p["hands"][p["to_act"]], five(counter["get"]))
    ]
    return [f"accept_counter:{seat}" for seat in sorted(payable)] + ["dismiss_counters"]


def _main_actions(p: Position) -> Iterator[str]:
    seat = p["to_act"]
    hand = p["hands"][seat]

    def pays(name: str) -> bool:
        return holds(hand, five(cost(name)))

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
    rules = rules_of(p)
    if rules.player_trades == "one_for_one" and p["offers_this_turn"] < rules.max_offers_per_turn:
        for other in others(p, seat):
            for held in (r for r, n in zip(RESOURCES, hand, strict=True) if n):
                yield from (f"offer_trade:{other}:{held}:{wanted}" for wanted in RESOURCES if wanted != held)


def _card_plays(p: Position) -> Iterator[str]:
    cards = p["dev_hands"][p["to_act"]]

    def playable(card: str) -> bool:
        return not p["dev_played"] and cards.get(card, 0) > p["dev_bought"].get(card, 0)

    if playable("knight"):
        yield "play_dev:knight"
    if playable("road_building") and (road_places(p) or rules_of(p).road_building_without_place):
        yield "play_dev:road_building"
    if playable("year_of_plenty"):
        yield from _plenty(p)
    if playable("monopoly"):
        yield from (f"play_dev:monopoly:{r}" for r in RESOURCES)


def _plenty(p: Position) -> Iterator[str]:
    """Two cards that the bank has, each pair once; or the bank's last card, where one will do."""
    for i, first in enumerate(RESOURCES):
        for j in range(i, 5):
            if all(p["bank"][n] >= (i, j).count(n) for n in (i, j)):
                yield f"play_dev:year_of_plenty:{first}:{RESOURCES[j]}"
    if rules_of(p).year_of_plenty == "up_to_two" and sum(p["bank"]) == 1:
        yield f"play_dev:year_of_plenty:{RESOURCES[p['bank'].index(1)]}"
