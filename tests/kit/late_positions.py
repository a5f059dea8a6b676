"""States that random play seldom comes to: long roads in rings and ties, full hands and an empty bank, many cards."""

from __future__ import annotations

from random import Random

from engine import Game, Rules
from engine.topology import EDGE_VERTICES, HEX_EDGES, VERTEX_EDGES, VERTEX_HEXES
from tests.kit.oracle import others, road_lengths, road_places
from tests.kit.oracle_effects import from_bank
from tests.kit.oracle_steps import award
from tests.kit.positions import DEV_CARDS, Position, blank_position, cost, five
from tests.kit.random_games import any_verb, game_after, plies


def late_game(number: int, rules: Rules) -> Game:
    """Game ``number`` at the beginning or in the middle of a turn soon after setup, enriched at random.

    As it was where the rules end it before the first turn.
    """
    rng = Random(number)
    game = game_after(number, 4 * rules.seats, any_verb, rules)
    if game.result is not None:
        return game
    for _ in range(int(rng.random() * 60)):
        ahead = game.copy()
        for _ in plies(ahead, rng, any_verb):
            if ahead.phase in ("roll", "main"):
                break
        if ahead.result is not None:
            break
        game = ahead
    return Game.from_position(_enriched(game.position(), rng))


def about_to_be_cut(number: int, rules: Rules) -> tuple[Game, str]:
    """A bare board with a road for each seat, and a settlement of seat 0 that cuts the road of another, if it can.

    The longest road is the award's, or that of the lowest seat of several, so that no rule on ties has spoken yet.
    """
    rng = Random(number)
    p = blank_position(rules=rules.as_dict(), chance={"seed": "none is drawn", "steals": 0})
    for seat in (1, 2, 3):
        p["roads"][seat] = _chain(p, 5 + int(rng.random() * 5), rng)
    lengths = road_lengths(p)
    p["longest_road_holder"] = lengths.index(max(lengths)) if max(lengths) >= 5 else None
    taken = {e for roads in p["roads"] for e in roads}
    cuts = [v for v in range(54) if len(VERTEX_EDGES[v]) == 3 and len(taken.intersection(VERTEX_EDGES[v])) == 2]
    vertex = cuts[int(rng.random() * len(cuts))]
    p["roads"][0] = [e for e in VERTEX_EDGES[vertex] if e not in taken]
    from_bank(p, 0, five(cost("settlement")))
    return Game.from_position(p), f"build_settlement:{vertex}"


def _chain(p: Position, length: int, rng: Random) -> list[int]:
    """The edges of a walk from anywhere, none twice and none that carries a road; shorter where it is stuck."""
    vertex, chain = int(rng.random() * 54), list[int]()
    taken = {e for roads in p["roads"] for e in roads}
    for _ in range(length):
        ways = [e for e in VERTEX_EDGES[vertex] if e not in taken and e not in chain]
        if ways:
            chain.append(ways[int(rng.random() * len(ways))])
            vertex = sum(EDGE_VERTICES[chain[-1]]) - vertex
    return chain


def _enriched(p: Position, rng: Random) -> Position:
    about = (4, 8, 15)[int(rng.random() * 3)]
    for seat in [p["current_seat"], *others(p, p["current_seat"])]:
        _lay_roads(p, seat, about, rng)
        _deal_cards(p, seat, rng)
    _deal_resources(p, rng)
    lengths = road_lengths(p)
    p["longest_road_holder"] = award(p, p["longest_road_holder"], lengths, 5)
    return p


def _lay_roads(p: Position, seat: int, about: int, rng: Random) -> None:
    """Now and then a ring of roads, if there is room for one; then up to about as many as it is said."""
    as_seat = {**p, "to_act": seat}
    if rng.random() < 0.3:
        own = set(p["roads"][seat])
        taken = {e for other in others(p, seat) for e in p["roads"][other]}
        rings = [set(HEX_EDGES[h]) for v in p["settlements"][seat] for h in VERTEX_HEXES[v]]
        p["roads"][seat] = sorted(own.union(*[ring for ring in rings if ring.isdisjoint(taken)][:1]))
    while len(p["roads"][seat]) < about and (places := road_places(as_seat)):
        p["roads"][seat].append(places[int(rng.random() * len(places))])


def _deal_cards(p: Position, seat: int, rng: Random) -> None:
    """One development card of about every other kind, as long as the deck has one; up to two knights are played."""
    for card in DEV_CARDS:
        if card in p["deck"] and rng.random() < 0.5:
            p["deck"].remove(card)
            p["dev_hands"][seat][card] = p["dev_hands"][seat].get(card, 0) + 1
    while "knight" in p["deck"] and p["knights_played"][seat] < 2 and rng.random() < 0.7:
        p["deck"].remove("knight")
        p["knights_played"][seat] += 1


def _deal_resources(p: Position, rng: Random) -> None:
    """Round the table until each seat has a good hand, or until the bank has hardly a card left."""
    left = int(rng.random() * 3) if rng.random() < 0.5 else max(0, sum(p["bank"]) - 8 * len(p["hands"]))
    seat = 0
    while sum(p["bank"]) > left:
        held = [r for r in range(5) for _ in range(p["bank"][r])]
        taken = held[int(rng.random() * len(held))]
        from_bank(p, seat, [int(r == taken) for r in range(5)])
        seat = (seat + 1) % len(p["hands"])
