"""States that random play seldom comes to: long roads in rings and ties, full hands and an empty bank, many cards."""

from __future__ import annotations

from random import Random

from engine import Game, Rules
from engine.topology import EDGE_VERTICES, VERTEX_EDGES
from tests.kit.oracle import road_length, road_places, seats
from tests.kit.oracle_effects import from_bank
from tests.kit.oracle_steps import award
from tests.kit.positions import Position
from tests.kit.random_games import any_verb, game_after


def late_game(number: int, rules: Rules) -> Game:
    """Game ``number`` some time after setup, enriched at random; as it was where it is over or in mid-action."""
    rng = Random(number)
    game = game_after(number, 4 * rules.seats + int(rng.random() * 60), any_verb, rules)
    if game.phase not in ("roll", "main"):
        return game
    p = game.position()
    for seat in seats(p):
        _lay_roads(p, seat, rng)
        _deal_cards(p, seat, rng)
    _deal_resources(p, rng)
    lengths = [road_length(p, seat) for seat in seats(p)]
    p["longest_road_holder"] = award(p, p["longest_road_holder"], lengths, 5)
    return Game.from_position(p)


def _lay_roads(p: Position, seat: int, rng: Random) -> None:
    """Up to five roads, up to eight or all fifteen; every other one where it touches most of its own, in a ring."""
    wanted = (5, 8, 15)[int(rng.random() * 3)]
    as_seat = {**p, "to_act": seat}
    while len(p["roads"][seat]) < wanted and (places := road_places(as_seat)):
        edge = places[int(rng.random() * len(places))]
        if rng.random() < 0.5:
            own = set(p["roads"][seat])
            edge = max(places, key=lambda e: len(own & _edges_at(e)))
        p["roads"][seat].append(edge)


def _edges_at(edge: int) -> set[int]:
    return {e for v in EDGE_VERTICES[edge] for e in VERTEX_EDGES[v]}


def _deal_cards(p: Position, seat: int, rng: Random) -> None:
    """Up to three development cards off the deck."""
    for _ in range(int(rng.random() * 4)):
        if p["deck"]:
            card = p["deck"].pop(0)
            p["dev_hands"][seat][card] = p["dev_hands"][seat].get(card, 0) + 1


def _deal_resources(p: Position, rng: Random) -> None:
    """Round the table until each seat has a good hand, or until the bank has hardly a card left."""
    left = int(rng.random() * 3) if rng.random() < 0.5 else max(0, sum(p["bank"]) - 8 * len(p["hands"]))
    seat = 0
    while sum(p["bank"]) > left:
        held = [r for r in range(5) for _ in range(p["bank"][r])]
        taken = held[int(rng.random() * len(held))]
        from_bank(p, seat, [int(r == taken) for r in range(5)])
        seat = (seat + 1) % len(p["hands"])
