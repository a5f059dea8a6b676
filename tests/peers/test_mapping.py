"""The mapping, on islands that are ours under other numbers. No peer is needed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.topology import EDGE_VERTICES, HEX_VERTICES, HEXES, VERTEX_AT_POINT, VERTEX_COUNT, VERTEX_POINTS
from tests.peers.mapping import EDGE_TILES, HEX_CUBES, VERTEX_TILES, MappingError, cube, lay

Tile = dict[str, Any]

_OFFSETS = [VERTEX_POINTS[v] for v in HEX_VERTICES[HEXES.index((0, 0))]]
_WITH_SEA = [(q, r) for r in range(-3, 4) for q in range(-3, 4) if abs(q + r) <= 3]


def foreign_tiles(seed: int) -> tuple[list[Tile], list[int]]:
    """The island and the sea around it under numbers by chance; also their node at each vertex."""
    rng = Random(seed)
    node_at = rng.sample(range(VERTEX_COUNT), VERTEX_COUNT)
    at_sea: dict[tuple[int, int], int] = {}
    tiles: list[Tile] = []
    for q, r in rng.sample(_WITH_SEA, len(_WITH_SEA)):
        points = [(2 * q + r + dx, 3 * r + dy) for dx, dy in _OFFSETS]
        nodes = [
            node_at[VERTEX_AT_POINT[point]]
            if point in VERTEX_AT_POINT
            else at_sea.setdefault(point, VERTEX_COUNT + len(at_sea))
            for point in points
        ]
        sides = [rng.sample([nodes[i], nodes[(i + 1) % 6]], 2) for i in range(6)]
        tiles.append({"at": list(cube(q, r)), "nodes": rng.sample(nodes, 6), "edges": rng.sample(sides, 6)})
    return tiles, node_at


def land_tile(tiles: list[Tile]) -> Tile:
    return next(tile for tile in tiles if tuple(tile["at"]) == HEX_CUBES[9])


def test_every_vertex_touches_three_tiles_and_every_edge_two_and_no_two_the_same() -> None:
    assert {len(tiles) for tiles in VERTEX_TILES} == {3}
    assert {len(tiles) for tiles in EDGE_TILES} == {2}
    assert len(set(VERTEX_TILES)) == len(VERTEX_TILES)
    assert len(set(EDGE_TILES)) == len(EDGE_TILES)


def test_tiles_of_a_place_are_those_that_the_topology_names() -> None:
    for hex_id, at in enumerate(HEX_CUBES):
        assert {v for v, tiles in enumerate(VERTEX_TILES) if at in tiles} == set(HEX_VERTICES[hex_id])


@pytest.mark.parametrize("seed", range(20))
def test_other_numbers_of_the_same_island_are_laid_one_to_one(seed: int) -> None:
    tiles, node_at = foreign_tiles(seed)
    places = lay(tiles)
    assert list(places.node_at) == node_at
    assert {node_at[vertex]: vertex for vertex in range(VERTEX_COUNT)} == places.vertex_of
    for edge, (a, b) in enumerate(EDGE_VERTICES):
        assert places.nodes_along[edge] == (node_at[a], node_at[b])
        assert places.edge_of[frozenset((node_at[a], node_at[b]))] == edge
    assert len(places.edge_of) == len(EDGE_VERTICES)


def test_a_node_named_twice_is_refused() -> None:
    tiles, _ = foreign_tiles(1)
    tile = land_tile(tiles)
    tile["nodes"][0] = tile["nodes"][1]
    with pytest.raises(MappingError, match=r"node \d+ touches"):
        lay(tiles)


def test_a_missing_tile_is_refused() -> None:
    tiles, _ = foreign_tiles(2)
    tiles.remove(land_tile(tiles))
    with pytest.raises(MappingError, match=r"node \d+ touches"):
        lay(tiles)


def test_a_missing_edge_is_refused() -> None:
    tiles, _ = foreign_tiles(3)
    side = set(land_tile(tiles)["edges"][0])
    for tile in tiles:
        tile["edges"] = [pair for pair in tile["edges"] if set(pair) != side]
    with pytest.raises(MappingError, match="no edge that touches"):
        lay(tiles)


def test_an_edge_that_joins_other_nodes_is_refused() -> None:
    tiles, node_at = foreign_tiles(4)
    side = set(land_tile(tiles)["edges"][0])
    elsewhere = [node_at[0], node_at[VERTEX_COUNT - 1]]
    for tile in tiles:
        tile["edges"] = [elsewhere if set(pair) == side else pair for pair in tile["edges"]]
    with pytest.raises(MappingError, match="joins vertices"):
        lay(tiles)
