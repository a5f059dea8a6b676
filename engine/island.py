"""One match's island: what lies on each hex, and the tables that play looks up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine import topology
from engine.chance import Chance
from engine.resources import (
    ANY,
    ANY_HARBOUR_RATE,
    BANK_RATE,
    DESERT,
    HARBOURS,
    OWN_HARBOUR_RATE,
    RESOURCE_INDEX,
    TERRAIN_COUNTS,
    TOKENS,
)

_TERRAIN_TILES: Final = tuple(name for name, count in TERRAIN_COUNTS.items() for _ in range(count))


class Island:
    """Terrain, tokens and harbours of a match; immutable, shared by all copies of a game.

    ``terrain`` names what each of the 19 hexes yields (or ``desert``), ``tokens`` its number (None on the
    desert), ``harbours`` the kind of each of the 9 harbours (``any`` or a resource), all by id.
    """

    __slots__ = ("harbours", "hex_resource", "hexes_by_roll", "terrain", "tokens", "vertex_harbour")

    def __init__(self, terrain: Sequence[str], tokens: Sequence[int | None], harbours: Sequence[str]) -> None:
        self.terrain = tuple(terrain)
        self.tokens = tuple(tokens)
        self.harbours = tuple(harbours)
        self.hex_resource = tuple(RESOURCE_INDEX.get(name, -1) for name in self.terrain)
        """Hex id -> resource index, -1 for the desert."""
        self.hexes_by_roll = tuple(
            tuple(h for h, token in enumerate(self.tokens) if token == total) for total in range(13)
        )
        """Total of the dice -> the hexes that produce on it."""
        self.vertex_harbour = {
            vertex: kind
            for kind, edge in zip(self.harbours, topology.HARBOUR_EDGES, strict=True)
            for vertex in topology.EDGE_VERTICES[edge]
        }
        """Vertex id -> the kind of the harbour there, for the vertices that have one."""

    def rates_with(self, vertex: int, rates: tuple[int, ...]) -> tuple[int, ...]:
        """A seat's five bank rates once it also has a building on ``vertex``."""
        kind = self.vertex_harbour.get(vertex)
        if kind is None:
            return rates
        if kind == ANY:
            return tuple(min(rate, ANY_HARBOUR_RATE) for rate in rates)
        own = RESOURCE_INDEX[kind]
        return (*rates[:own], OWN_HARBOUR_RATE, *rates[own + 1 :])

    def as_wire(self) -> dict[str, Any]:
        """The numbered map with its adjacency, as bots are sent it at the start (``board`` on the wire)."""
        t = topology
        harbour_at = {v: i for i, e in enumerate(t.HARBOUR_EDGES) for v in t.EDGE_VERTICES[e]}
        return {
            "hexes": [
                {
                    "id": h,
                    "q": q,
                    "r": r,
                    "resource": self.terrain[h],
                    "token": self.tokens[h],
                    "vertices": list(t.HEX_VERTICES[h]),
                    "edges": list(t.HEX_EDGES[h]),
                }
                for h, (q, r) in enumerate(t.HEXES)
            ],
            "vertices": [
                {
                    "id": v,
                    "hexes": list(t.VERTEX_HEXES[v]),
                    "edges": list(t.VERTEX_EDGES[v]),
                    "neighbours": list(t.VERTEX_NEIGHBOURS[v]),
                    "harbour": harbour_at.get(v),
                }
                for v in range(t.VERTEX_COUNT)
            ],
            "edges": [
                {"id": e, "vertices": list(t.EDGE_VERTICES[e]), "hexes": list(t.EDGE_HEXES[e])}
                for e in range(t.EDGE_COUNT)
            ],
            "harbours": [
                {
                    "id": i,
                    "resource": kind,
                    "rate": ANY_HARBOUR_RATE if kind == ANY else OWN_HARBOUR_RATE,
                    "edge": t.HARBOUR_EDGES[i],
                    "vertices": list(t.EDGE_VERTICES[t.HARBOUR_EDGES[i]]),
                }
                for i, kind in enumerate(self.harbours)
            ],
        }


PLAIN_RATES: Final = (BANK_RATE,) * 5


def deal_island(chance: Chance) -> Island:
    """Shuffle terrain, tokens (onto the producing hexes in id order) and harbours, each from its stream."""
    terrain = chance.shuffle("terrain", _TERRAIN_TILES)
    dealt = iter(chance.shuffle("tokens", TOKENS))
    tokens = [None if name == DESERT else next(dealt) for name in terrain]
    return Island(terrain, tokens, chance.shuffle("harbours", HARBOURS))
