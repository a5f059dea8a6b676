"""The numbering that is published to bots, worked out here a second time, by angles instead of tables."""

from __future__ import annotations

from math import cos, hypot, pi, sin

from engine.topology import (
    EDGE_BETWEEN,
    EDGE_HEXES,
    EDGE_VERTICES,
    HARBOUR_EDGES,
    HEX_EDGES,
    HEX_NEIGHBOURS,
    HEX_VERTICES,
    HEXES,
    VERTEX_AT_POINT,
    VERTEX_EDGES,
    VERTEX_HEXES,
    VERTEX_NEIGHBOURS,
    VERTEX_POINTS,
)
from tests.kit.points import edge, vertex

_CORNERS = ("N", "NE", "SE", "S", "SW", "NW")


def test_hexes_are_numbered_by_row_and_then_from_west_to_east() -> None:
    assert list(HEXES) == sorted(HEXES, key=lambda hexagon: (hexagon[1], hexagon[0]))
    assert len(HEXES) == 19
    assert (HEXES[0], HEXES[9], HEXES[18]) == ((0, -2), (0, 0), (0, 2))


def test_vertices_and_edges_are_numbered_by_walking_hexes_clockwise_from_north() -> None:
    """Corners as points on a circle, north first; y grows to the south."""
    points: list[tuple[float, float]] = []
    sides: list[tuple[int, int]] = []

    def number(point: tuple[float, float]) -> int:
        for known, (x, y) in enumerate(points):
            if hypot(x - point[0], y - point[1]) < 1e-6:
                return known
        points.append(point)
        return len(points) - 1

    walks = []
    for q, r in HEXES:
        x, y = 3**0.5 * (q + r / 2), 1.5 * r
        walks.append([number((x + sin(k * pi / 3), y - cos(k * pi / 3))) for k in range(6)])
    for walk in walks:
        for a, b in zip(walk, walk[1:] + walk[:1], strict=True):
            if (min(a, b), max(a, b)) not in sides:
                sides.append((min(a, b), max(a, b)))
    assert [list(corners) for corners in HEX_VERTICES] == walks
    assert list(EDGE_VERTICES) == sides
    assert (len(points), len(sides)) == (54, 72)


def test_the_first_hex_has_ids_0_to_5_from_north() -> None:
    assert [vertex(f"0,-2:{corner}") for corner in _CORNERS] == [0, 1, 2, 3, 4, 5]
    sides = zip(_CORNERS, _CORNERS[1:] + _CORNERS[:1], strict=True)
    assert [edge(f"0,-2:{a}", f"0,-2:{b}") for a, b in sides] == [0, 1, 2, 3, 4, 5]
    assert HEX_EDGES[0] == (0, 1, 2, 3, 4, 5)


def test_every_alias_of_a_point_is_the_same_vertex() -> None:
    assert vertex("0,-2:NE") == vertex("1,-2:NW") == 1
    assert vertex("0,0:N") == vertex("0,-1:SE") == vertex("1,-1:SW")


def test_exact_points_name_vertices() -> None:
    assert len(set(VERTEX_POINTS)) == 54
    assert {VERTEX_AT_POINT[point]: point for point in VERTEX_POINTS} == dict(enumerate(VERTEX_POINTS))
    assert VERTEX_POINTS[vertex("0,0:N")] == (0, -2)
    assert VERTEX_POINTS[vertex("2,-1:SE")] == (2 * 2 - 1 + 1, -3 + 1)


def test_tables_agree_with_each_other() -> None:
    for h, corners in enumerate(HEX_VERTICES):
        assert all(h in VERTEX_HEXES[v] for v in corners)
        assert all(h in EDGE_HEXES[e] for e in HEX_EDGES[h])
        assert all(h in HEX_NEIGHBOURS[other] for other in HEX_NEIGHBOURS[h])
    for e, (a, b) in enumerate(EDGE_VERTICES):
        assert e in VERTEX_EDGES[a]
        assert e in VERTEX_EDGES[b]
        assert EDGE_BETWEEN[a, b] == EDGE_BETWEEN[b, a] == e
        assert b in VERTEX_NEIGHBOURS[a]
        assert a in VERTEX_NEIGHBOURS[b]
    assert sum(map(len, VERTEX_EDGES)) == sum(map(len, VERTEX_NEIGHBOURS)) == 144
    assert sum(map(len, VERTEX_HEXES)) == 19 * 6


def test_nine_harbours_lie_round_the_coast_of_thirty_edges_three_three_and_four_apart() -> None:
    coast = [e for e in range(72) if len(EDGE_HEXES[e]) == 1]
    assert len(coast) == 30
    walk, at = [0], max(EDGE_VERTICES[0])
    while len(walk) < 30:
        walk.append(next(e for e in VERTEX_EDGES[at] if e in coast and e not in walk))
        at = sum(EDGE_VERTICES[walk[-1]]) - at
    places = [walk.index(e) for e in HARBOUR_EDGES]
    assert HARBOUR_EDGES == (0, 15, 27, 47, 69, 67, 65, 33, 19)
    assert places == sorted(places)
    assert [b - a for a, b in zip(places, [*places[1:], 30], strict=True)] == [3, 3, 4] * 3
    assert len({v for e in HARBOUR_EDGES for v in EDGE_VERTICES[e]}) == 18
