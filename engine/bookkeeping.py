"""What a game keeps up to date so that listing actions need not search for it.

Each fact here follows from the pieces on the board. ``derive`` computes all of them from scratch; the functions
below it keep them true, piece by piece. A test holds the two together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.awards import ROAD_MEASURES
from engine.island import PLAIN_RATES
from engine.scoring import count_totals, public_points
from engine.topology import (
    ALL_VERTICES,
    EDGE_BIT,
    EDGE_VERTICES,
    EDGE_VERTICES_MASK,
    HEX_COUNT,
    TOO_CLOSE_MASK,
    VERTEX_BIT,
    VERTEX_EDGES_MASK,
    VERTEX_HEXES,
    iterate,
)

if TYPE_CHECKING:
    from engine.game import Game


def derive(game: Game) -> None:
    """Compute every kept fact from the pieces on the board."""
    seats = range(game.seats)
    game.open_vertices = ALL_VERTICES
    game.income = [()] * HEX_COUNT
    game.rates = [PLAIN_RATES] * game.seats
    game.buildings = [game.settlements[seat] | game.cities[seat] for seat in seats]
    for seat in seats:
        for vertex in iterate(game.buildings[seat]):
            game.open_vertices &= ~TOO_CLOSE_MASK[vertex]
            game.rates[seat] = game.board.rates_with(vertex, game.rates[seat])
            _add_income(game, seat, vertex)
        for vertex in iterate(game.cities[seat]):
            _add_income(game, seat, vertex)
    game.free_edges = ~0
    game.road_ends = [0] * game.seats
    for seat in seats:
        game.free_edges &= ~game.roads[seat]
        for edge in iterate(game.roads[seat]):
            game.road_ends[seat] |= EDGE_VERTICES_MASK[edge]
    game.road_reach = [_reach(game, seat) for seat in seats]
    longest = ROAD_MEASURES[game.rules.road_measure].longest
    game.road_lengths = [longest(game.roads[seat], walls(game, seat)) for seat in seats]
    game.points = public_points(game)
    count_totals(game)


def walls(game: Game, seat: int) -> int:
    """The vertices with an opponent's building, where this seat's roads don't pass."""
    mask = 0
    for other, buildings in enumerate(game.buildings):
        if other != seat:
            mask |= buildings
    return mask


def settlement_stands(game: Game, seat: int, vertex: int) -> None:
    """Keep the facts after this seat put a settlement on the vertex."""
    bit = VERTEX_BIT[vertex]
    game.settlements[seat] |= bit
    game.buildings[seat] |= bit
    game.open_vertices &= ~TOO_CLOSE_MASK[vertex]
    game.rates[seat] = game.board.rates_with(vertex, game.rates[seat])
    _add_income(game, seat, vertex)
    for other in range(game.seats):
        if other != seat and game.road_ends[other] & bit:
            # It may cut an opponent's road, or bar its way on.
            game.road_reach[other] = _reach(game, other)
            longest = ROAD_MEASURES[game.rules.road_measure].longest
            game.road_lengths[other] = longest(game.roads[other], walls(game, other))
    game.road_reach[seat] |= VERTEX_EDGES_MASK[vertex]


def city_stands(game: Game, seat: int, vertex: int) -> None:
    """Keep the facts after this seat made its settlement on the vertex a city."""
    bit = VERTEX_BIT[vertex]
    game.settlements[seat] ^= bit
    game.cities[seat] |= bit
    _add_income(game, seat, vertex)


def road_stands(game: Game, seat: int, edge: int) -> None:
    """Keep the facts after this seat laid a road on the edge."""
    bit = EDGE_BIT[edge]
    game.roads[seat] |= bit
    game.free_edges &= ~bit
    game.road_ends[seat] |= EDGE_VERTICES_MASK[edge]
    barred = walls(game, seat)
    for vertex in EDGE_VERTICES[edge]:
        if not barred & VERTEX_BIT[vertex]:
            game.road_reach[seat] |= VERTEX_EDGES_MASK[vertex]
    length = ROAD_MEASURES[game.rules.road_measure].longest_through(edge, game.roads[seat], barred)
    if length > game.road_lengths[seat]:
        game.road_lengths[seat] = length


def _reach(game: Game, seat: int) -> int:
    """The edges, taken or not, that touch a building of the seat or a road's end that nobody bars."""
    mask = 0
    for vertex in iterate(game.buildings[seat] | game.road_ends[seat] & ~walls(game, seat)):
        mask |= VERTEX_EDGES_MASK[vertex]
    return mask


def _add_income(game: Game, seat: int, vertex: int) -> None:
    """One card more for the seat from each producing hex at the vertex."""
    for hex_id in VERTEX_HEXES[vertex]:
        resource = game.board.hex_resource[hex_id]
        if resource >= 0:
            game.income[hex_id] += (5 * seat + resource,)
