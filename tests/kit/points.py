"""Names for places, so that a test reads like the board: ``q,r:C`` is a hex in axial coordinates and its corner."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from engine.topology import CORNERS, EDGE_BETWEEN, HEX_VERTICES, HEXES

_PLACE: Final = re.compile(r"<([^<>]+)>")


def hex_id(name: str) -> int:
    """The hex with these axial coordinates: ``hex_id("0,-2") == 0``."""
    q, r = (int(part) for part in name.split(","))
    return HEXES.index((q, r))


def vertex(name: str) -> int:
    """The vertex at this corner of this hex; every alias of a point is the same vertex."""
    coordinates, corner = name.split(":")
    return HEX_VERTICES[hex_id(coordinates)][CORNERS.index(corner)]


def edge(a: str, b: str) -> int:
    """The edge between two neighbouring vertices."""
    return EDGE_BETWEEN[vertex(a), vertex(b)]


def vertices(names: Iterable[str]) -> list[int]:
    """Vertex ids, ascending."""
    return sorted(vertex(name) for name in names)


def chain_edges(chain: Sequence[str]) -> list[int]:
    """The edges along a chain of neighbouring vertices, in the chain's order."""
    return [edge(a, b) for a, b in pairwise(chain)]


def with_ids(text: str) -> str:
    """Replace ``<q,r>``, ``<q,r:C>`` and ``<q,r:C|q,r:C>`` in an action by the id of that hex, vertex or edge."""

    def place_id(match: re.Match[str]) -> str:
        name = match[1]
        if "|" in name:
            a, b = name.split("|")
            return str(edge(a, b))
        return str(vertex(name) if ":" in name else hex_id(name))

    return _PLACE.sub(place_id, text)
