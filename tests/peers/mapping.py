"""Their island laid on ours: nodes to vertices, edges to edges, by the tiles that they touch.

With the sea around it every vertex of the island touches three tiles and every edge two, and no two touch the same;
so nothing has to be known of how the peer numbers anything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.topology import EDGE_BETWEEN, EDGE_VERTICES, HEX_CENTRES, HEX_VERTICES, HEXES, VERTEX_POINTS

Cube = tuple[int, int, int]
Tiles = frozenset[Cube]


def cube(q: int, r: int) -> Cube:
    """Axial coordinates as the peer writes them: x to the south-east by east, y to the west, z to the south."""
    return q, -q - r, r


HEX_CUBES: Final = tuple(cube(q, r) for q, r in HEXES)
"""Hex id -> its cube coordinates."""
_WITH_SEA: Final = [(q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3]
_CORNERS: Final = {VERTEX_POINTS[v] for v in HEX_VERTICES[HEX_CENTRES.index((0, 0))]}


def _tiles_at(x: int, y: int) -> Tiles:
    """The tiles with a corner at this point."""
    return frozenset(cube(q, r) for q, r in _WITH_SEA if (x - (2 * q + r), y - 3 * r) in _CORNERS)


VERTEX_TILES: Final = tuple(_tiles_at(x, y) for x, y in VERTEX_POINTS)
"""Vertex id -> the three tiles that it touches."""
EDGE_TILES: Final = tuple(VERTEX_TILES[a] & VERTEX_TILES[b] for a, b in EDGE_VERTICES)
"""Edge id -> the two tiles that it touches."""


class MappingError(Exception):
    """Their island can't be laid on ours; the text says where."""


@dataclass(frozen=True)
class Places:
    """The two numberings side by side, both ways. A node is theirs, a vertex ours; their edge is two nodes."""

    vertex_of: Mapping[int, int]
    edge_of: Mapping[frozenset[int], int]
    node_at: tuple[int, ...]
    nodes_along: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        vertices = " ".join(str(node) for node in self.node_at)
        edges = " ".join(f"{a}-{b}" for a, b in self.nodes_along)
        return f"their nodes at vertex 0..53: {vertices}\ntheir nodes along edge 0..71: {edges}"


def lay(tiles: Sequence[Mapping[str, Any]]) -> Places:
    """The places of an island whose tiles are given as ``at`` (cube), ``nodes`` and ``edges`` (pairs of nodes).

    Raises ``MappingError`` unless nodes and edges of the land are ours, one to one, and their edges join the nodes
    that ours do.
    """
    nodes: defaultdict[int, set[Cube]] = defaultdict(set)
    edges: defaultdict[frozenset[int], set[Cube]] = defaultdict(set)
    for tile in tiles:
        x, y, z = tile["at"]
        for node in tile["nodes"]:
            nodes[node].add((x, y, z))
        for pair in tile["edges"]:
            edges[frozenset(pair)].add((x, y, z))
    vertex_of = _one_to_one("node", nodes, VERTEX_TILES)
    edge_of = _one_to_one("edge", edges, EDGE_TILES)
    for pair, edge in edge_of.items():
        ends = tuple(vertex_of[node] for node in pair if node in vertex_of)
        if len(ends) != 2 or EDGE_BETWEEN.get((ends[0], ends[1])) != edge:
            raise MappingError(f"their edge {sorted(pair)} lies at edge {edge} and joins vertices {sorted(ends)}")
    node_at = {vertex: node for node, vertex in vertex_of.items()}
    return Places(
        vertex_of,
        edge_of,
        tuple(node_at[vertex] for vertex in range(len(VERTEX_TILES))),
        tuple((node_at[a], node_at[b]) for a, b in EDGE_VERTICES),
    )


def _one_to_one(kind: str, theirs: Mapping[Any, set[Cube]], ours: Sequence[Tiles]) -> dict[Any, int]:
    """Their places on the land -> ours that touch the same tiles."""
    by_tiles = {tiles: place for place, tiles in enumerate(ours)}
    found: dict[Any, int] = {}
    for name, touched in theirs.items():
        if touched.isdisjoint(HEX_CUBES):
            continue  # out at sea
        place = by_tiles.pop(frozenset(touched), None)
        if place is None:
            raise MappingError(f"their {kind} {name} touches {sorted(touched)}, as nothing that is left of ours does")
        found[name] = place
    if by_tiles:
        raise MappingError(f"they have no {kind} that touches {sorted(min(by_tiles, key=sorted))}")
    return found
