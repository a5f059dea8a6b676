"""Boards that are all roads: a few drawn by hand, and as many as are wanted by chance.

Nothing has to be reachable here: a peer measures what lies on the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from engine import STANDARD
from engine.resources import ROADS_PER_SEAT
from engine.topology import EDGE_COUNT, EDGE_VERTICES, TOO_CLOSE_MASK, VERTEX_BIT, VERTEX_COUNT, VERTEX_EDGES
from tests.kit.positions import blank_position, study_position
from tests.peers.questions import Position

_RING: Final = ("0,0:N", "0,0:NE", "0,0:SE", "0,0:S", "0,0:SW", "0,0:NW", "0,0:N")
_RING_BESIDE: Final = ("0,0:NE", "1,0:N", "1,0:NE", "1,0:SE", "1,0:S", "0,0:SE")
_RING_ABOVE: Final = ("0,-2:N", "0,-2:NE", "0,-2:SE", "0,-2:S", "0,-2:SW", "0,-2:NW", "0,-2:N")
_LINE: Final = ("-2,0:SW", "-2,0:S", "-2,1:SW", "-2,1:S", "-2,2:SW", "-2,2:S")


def _tangle(*roads: tuple[str, ...], others: tuple[str, ...] = ()) -> Position:
    """Roads of seat 0, and settlements of seat 1."""
    return study_position(rules=STANDARD, roads={0: roads}, settlements={1: others})


DRAWN: Final[dict[str, Position]] = {
    "line of five": _tangle(_LINE),
    "line of five, an opponent at one end": _tangle(_LINE, others=_LINE[-1:]),
    "line of five, an opponent at each end": _tangle(_LINE, others=(_LINE[0], _LINE[-1])),
    "line of five, an opponent in the middle": _tangle(_LINE, others=_LINE[2:3]),
    "ring": _tangle(_RING),
    "ring, an opponent on it": _tangle(_RING, others=("0,0:N",)),
    "ring, opponents on it": _tangle(_RING, others=("0,0:N", "0,0:SE", "0,0:SW")),
    "ring with a tail": _tangle(_RING, ("0,0:N", "0,-1:NE", "0,-1:N")),
    "ring with a tail, an opponent where they meet": _tangle(_RING, ("0,0:N", "0,-1:NE", "0,-1:N"), others=("0,0:N",)),
    "ring with two tails": _tangle(_RING, ("0,0:N", "0,-1:NE"), ("0,0:S", "-1,1:SE")),
    "two rings that share an edge": _tangle(_RING, _RING_BESIDE),
    "two rings, an opponent on the shared edge": _tangle(_RING, _RING_BESIDE, others=("0,0:NE",)),
    "two rings, an opponent on each": _tangle(_RING, _RING_BESIDE, others=("0,0:N", "1,0:S")),
    "two rings with a way between": _tangle(_RING, ("0,0:N", "0,-1:NE", "0,-1:N"), _RING_ABOVE),
    "two rings, an opponent on the way between": _tangle(
        _RING, ("0,0:N", "0,-1:NE", "0,-1:N"), _RING_ABOVE, others=("0,-1:NE",)
    ),
}
"""By what lies there."""


def random_tangles(seed: int) -> Iterator[tuple[str, Position]]:
    """Boards by chance without end: each seat a knot of up to fifteen roads, and buildings strewn over them."""
    number = 0
    while True:
        name = f"tangle {seed} {number}"
        rng = Random(name)
        yield name, blank_position(rules="standard", roads=_knots(rng), settlements=_strewn(rng))
        number += 1


def _knots(rng: Random) -> list[list[int]]:
    free = set(range(EDGE_COUNT))
    knots: list[list[int]] = []
    for _ in range(STANDARD.seats):
        knot = [rng.choice(sorted(free))]
        free -= set(knot)
        for _ in range(rng.randrange(4, ROADS_PER_SEAT)):
            beside = {edge for own in knot for v in EDGE_VERTICES[own] for edge in VERTEX_EDGES[v]} & free
            if not beside:
                break
            knot.append(rng.choice(sorted(beside)))
            free.remove(knot[-1])
        knots.append(sorted(knot))
    return knots


def _strewn(rng: Random) -> list[list[int]]:
    """Up to four settlements a seat that keep their distance."""
    closed = 0
    settlements: list[list[int]] = [[] for _ in range(STANDARD.seats)]
    for vertex in rng.sample(range(VERTEX_COUNT), rng.randrange(4, 4 * STANDARD.seats)):
        if not closed & VERTEX_BIT[vertex]:
            closed |= TOO_CLOSE_MASK[vertex]
            min(settlements, key=len).append(vertex)
    return [sorted(ids) for ids in settlements]
