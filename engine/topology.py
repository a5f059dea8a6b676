"""The island's fixed geometry: hexes, vertices, edges, their numbers and who touches whom.

Everything here is computed once at import from two rules and never changes:

* hexes are pointy-top axial ``(q, r)`` with ``|q|, |r|, |q + r| <= 2``, numbered by ``r`` and then ``q``;
* walking the hexes in that order and each hex clockwise from north numbers every new corner (vertex) and
  every new side (edge).

Points are exact integers, so corners shared by two hexes are equal without any rounding. Sets of vertices and
edges are Python ints used as bit sets: bit ``n`` stands for id ``n``. Names with ``_MASK`` are such sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

Point = tuple[int, int]

CORNERS: Final = ("N", "NE", "SE", "S", "SW", "NW")
_CORNER_OFFSETS: Final = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
_RADIUS: Final = 2

HEXES: Final[tuple[Point, ...]] = tuple(
    (q, r) for r in range(-_RADIUS, _RADIUS + 1) for q in range(-_RADIUS, _RADIUS + 1) if abs(q + r) <= _RADIUS
)
HEX_CENTRES: Final[tuple[Point, ...]] = tuple((2 * q + r, 3 * r) for q, r in HEXES)
"""Hex id -> its centre, in the units in which a corner lies at (0, -2), (1, -1), ..."""


def _number_points() -> tuple[tuple[Point, ...], tuple[tuple[int, ...], ...]]:
    """Vertex id -> point, and hex id -> its six vertices clockwise from north."""
    numbers: dict[Point, int] = {}
    hex_vertices = []
    for x, y in HEX_CENTRES:
        corners = [(x + dx, y + dy) for dx, dy in _CORNER_OFFSETS]
        hex_vertices.append(tuple(numbers.setdefault(point, len(numbers)) for point in corners))
    return tuple(numbers), tuple(hex_vertices)


def _number_sides() -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, ...], ...]]:
    """Edge id -> its two vertices in ascending order, and hex id -> its six edges from N-NE clockwise."""
    numbers: dict[tuple[int, int], int] = {}
    hex_edges = []
    for corners in HEX_VERTICES:
        sides = [(corners[i], corners[(i + 1) % 6]) for i in range(6)]
        hex_edges.append(tuple(numbers.setdefault((min(s), max(s)), len(numbers)) for s in sides))
    return tuple(numbers), tuple(hex_edges)


def _inverse(lists: tuple[tuple[int, ...], ...], size: int) -> tuple[tuple[int, ...], ...]:
    """For each id below ``size``: the indices of the lists it stands in, ascending."""
    return tuple(tuple(i for i, ids in enumerate(lists) if n in ids) for n in range(size))


VERTEX_POINTS, HEX_VERTICES = _number_points()
EDGE_VERTICES, HEX_EDGES = _number_sides()

HEX_COUNT: Final = len(HEXES)
VERTEX_COUNT: Final = len(VERTEX_POINTS)
EDGE_COUNT: Final = len(EDGE_VERTICES)

VERTEX_AT_POINT: Final[dict[Point, int]] = {point: v for v, point in enumerate(VERTEX_POINTS)}
EDGE_BETWEEN: Final[dict[tuple[int, int], int]] = {
    pair: e for e, (a, b) in enumerate(EDGE_VERTICES) for pair in ((a, b), (b, a))
}
VERTEX_HEXES: Final = _inverse(HEX_VERTICES, VERTEX_COUNT)
EDGE_HEXES: Final = _inverse(HEX_EDGES, EDGE_COUNT)
VERTEX_EDGES: Final = _inverse(EDGE_VERTICES, VERTEX_COUNT)
VERTEX_NEIGHBOURS: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(sorted(b if a == v else a for a, b in (EDGE_VERTICES[e] for e in VERTEX_EDGES[v])))
    for v in range(VERTEX_COUNT)
)
HEX_NEIGHBOURS: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(sorted(h for e in HEX_EDGES[i] for h in EDGE_HEXES[e] if h != i)) for i in range(HEX_COUNT)
)

HARBOUR_EDGES: Final = (0, 15, 27, 47, 69, 67, 65, 33, 19)
"""Harbour id -> its edge on the coast; the places are printed on the frame and never shuffled."""

# -- bit sets ---------------------------------------------------------------------------------------------

VERTEX_BIT: Final = tuple(1 << v for v in range(VERTEX_COUNT))
EDGE_BIT: Final = tuple(1 << e for e in range(EDGE_COUNT))
ALL_VERTICES: Final = (1 << VERTEX_COUNT) - 1


def mask_of(ids: tuple[int, ...] | list[int]) -> int:
    """The bit set of these ids."""
    mask = 0
    for n in ids:
        mask |= 1 << n
    return mask


def ids_of(mask: int) -> list[int]:
    """The ids in a bit set, ascending."""
    return list(ids_in(mask))


@lru_cache(maxsize=8192)  # from one ply to the next hardly a piece has moved
def ids_in(mask: int) -> tuple[int, ...]:
    """The same, kept: for who only reads them."""
    return tuple(iterate(mask))


def iterate(mask: int) -> Iterator[int]:
    """Yield the ids in a bit set, ascending."""
    while mask:
        low = mask & -mask  # the lowest set bit
        yield low.bit_length() - 1
        mask ^= low


VERTEX_EDGES_MASK: Final = tuple(mask_of(edges) for edges in VERTEX_EDGES)
EDGE_VERTICES_MASK: Final = tuple(mask_of(pair) for pair in EDGE_VERTICES)
HEX_VERTICES_MASK: Final = tuple(mask_of(vertices) for vertices in HEX_VERTICES)
TOO_CLOSE_MASK: Final = tuple(VERTEX_BIT[v] | mask_of(VERTEX_NEIGHBOURS[v]) for v in range(VERTEX_COUNT))
"""Vertex id -> the vertices that the distance rule closes once it carries a building, itself included."""
STEPS: Final[tuple[tuple[tuple[int, int], ...], ...]] = tuple(
    tuple((EDGE_BIT[e], sum(EDGE_VERTICES[e]) - v) for e in VERTEX_EDGES[v]) for v in range(VERTEX_COUNT)
)
"""Vertex id -> (bit of the edge, vertex at its far end) for each edge that leaves it."""
