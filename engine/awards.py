"""Longest road and largest army: who holds an award, and how long a road is.

An award is never patched case by case. The sizes are recomputed and one rule decides who holds it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from engine.topology import EDGE_BIT, EDGE_VERTICES, STEPS, VERTEX_BIT, iterate

ROAD_AT_LEAST: Final = 5
ARMY_AT_LEAST: Final = 3


def next_holder(holder: int | None, sizes: Sequence[int], at_least: int, on_tied_overtake: str) -> int | None:
    """Who holds the award now, from who held it and every seat's size.

    Nobody holds it below ``at_least``. The holder keeps it on a tie; a seat that is alone in front takes it. Where
    several are tied in front of the holder, or of nobody, ``Rules.award_on_tied_overtake`` decides.
    """
    longest = max(sizes)
    if longest < at_least:
        return None
    if holder is not None and sizes[holder] == longest:
        return holder
    leaders = [seat for seat, size in enumerate(sizes) if size == longest]
    return leaders[0] if len(leaders) == 1 else _TO_ONE_OF_TIED[on_tied_overtake](leaders)


_TO_ONE_OF_TIED: Final[dict[str, Callable[[list[int]], int | None]]] = {
    "vacate": lambda _leaders: None,
    "lowest_seat": min,
}

# -- trails: each road once, a vertex may be passed again ---------------------------------------------------


def longest_trail(roads: int, walls: int) -> int:
    """Length of the longest trail over these edges: each edge once, a vertex may be passed again.

    ``walls`` are the vertices with an opponent's building: a trail may end or begin there but not pass.
    """
    return max(
        (_longest_from(vertex, roads, walls) for edge in iterate(roads) for vertex in EDGE_VERTICES[edge]),
        default=0,
    )


def longest_trail_through(edge: int, roads: int, walls: int) -> int:
    """Length of the longest trail over these edges that uses ``edge``, which is one of them.

    When a road is laid, the longest trail either uses it or is the one from before. So this is all there is
    to compute, and mostly it walks two short arms.
    """
    a, b = EDGE_VERTICES[edge]
    left = roads & ~EDGE_BIT[edge]
    if walls & VERTEX_BIT[a]:
        return 1 if walls & VERTEX_BIT[b] else 1 + _longest_from(b, left, walls)
    if walls & VERTEX_BIT[b]:
        return 1 + _longest_from(a, left, walls)
    return 1 + _longest_pair(a, b, left, walls)


def _longest_pair(near: int, far: int, left: int, walls: int) -> int:
    """The most edges that two edge-disjoint trails, one from ``near`` and one from ``far``, have together."""
    longest = _longest_from(far, left, walls)
    for bit, vertex in STEPS[near]:
        if left & bit:
            rest = left ^ bit
            if walls & VERTEX_BIT[vertex]:
                length = 1 + _longest_from(far, rest, walls)
            else:
                length = 1 + _longest_pair(vertex, far, rest, walls)
            if length > longest:
                longest = length
    return longest


def _longest_from(vertex: int, left: int, walls: int) -> int:
    """Length of the longest trail that leaves ``vertex`` over the edges ``left``."""
    longest = 0
    for bit, far in STEPS[vertex]:
        if left & bit:
            length = 1 if walls & VERTEX_BIT[far] else 1 + _longest_from(far, left ^ bit, walls)
            if length > longest:
                longest = length
    return longest


# -- simple paths: no vertex twice --------------------------------------------------------------------------


def longest_path(roads: int, walls: int) -> int:
    """Length of the longest path over these edges that visits no vertex twice; ``walls`` as for a trail."""
    return max(
        (
            _path_from(vertex, roads, walls, VERTEX_BIT[vertex])
            for edge in iterate(roads)
            for vertex in EDGE_VERTICES[edge]
        ),
        default=0,
    )


def longest_path_through(edge: int, roads: int, walls: int) -> int:
    """Length of the longest such path that uses ``edge``, which is one of the roads; as for a trail."""
    a, b = EDGE_VERTICES[edge]
    visited = VERTEX_BIT[a] | VERTEX_BIT[b]
    if walls & VERTEX_BIT[a]:
        return 1 if walls & VERTEX_BIT[b] else 1 + _path_from(b, roads, walls, visited)
    if walls & VERTEX_BIT[b]:
        return 1 + _path_from(a, roads, walls, visited)
    return 1 + _path_pair(a, b, roads, walls, visited)


def _path_pair(near: int, far: int, roads: int, walls: int, visited: int) -> int:
    """The most edges that two paths without a common vertex, from ``near`` and from ``far``, have together."""
    longest = _path_from(far, roads, walls, visited)
    for bit, vertex in STEPS[near]:
        if roads & bit and not visited & VERTEX_BIT[vertex]:
            seen = visited | VERTEX_BIT[vertex]
            if walls & VERTEX_BIT[vertex]:
                length = 1 + _path_from(far, roads, walls, seen)
            else:
                length = 1 + _path_pair(vertex, far, roads, walls, seen)
            if length > longest:
                longest = length
    return longest


def _path_from(vertex: int, roads: int, walls: int, visited: int) -> int:
    """Length of the longest path that leaves ``vertex`` for vertices not visited yet."""
    longest = 0
    for bit, far in STEPS[vertex]:
        if roads & bit and not visited & VERTEX_BIT[far]:
            length = 1 if walls & VERTEX_BIT[far] else 1 + _path_from(far, roads, walls, visited | VERTEX_BIT[far])
            if length > longest:
                longest = length
    return longest


class RoadMeasure(NamedTuple):
    """How long a seat's road is: over all its roads, and the longest that uses one of them."""

    longest: Callable[[int, int], int]
    longest_through: Callable[[int, int, int], int]


ROAD_MEASURES: Final = {
    "trail": RoadMeasure(longest_trail, longest_trail_through),
    "simple_path": RoadMeasure(longest_path, longest_path_through),
}
"""``Rules.road_measure`` -> how roads are measured."""
