"""One match's island: what lies on each hex, and the tables that play looks up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
    RED_TOKENS,
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


def deal_island(chance: Chance, token_layout: str) -> Island:
    """Deal terrain, tokens and harbours, each from its stream; ``token_layout`` as in ``Rules``."""
    terrain = chance.shuffle("terrain", _TERRAIN_TILES)
    tokens = _TOKEN_LAYOUTS[token_layout](terrain, chance)
    return Island(terrain, tokens, chance.shuffle("harbours", HARBOURS))


def _shuffled(terrain: Sequence[str], chance: Chance) -> list[int | None]:
    """Any token anywhere: the shuffled tokens onto the producing hexes in id order."""
    dealt = iter(chance.shuffle("tokens", TOKENS))
    return [None if name == DESERT else next(dealt) for name in terrain]


def _separated(terrain: Sequence[str], chance: Chance) -> list[int | None]:
    """Red tokens never on adjacent hexes, by construction.

    The producing hexes are shuffled. In that order the first four that don't touch one another take 6, 6, 8, 8 and
    the others the other tokens from 2 to 12. Four are always found: fewer hexes of which none touches another leave
    at least one of the 18 untouched.
    """
    order = chance.shuffle("tokens", [hex_id for hex_id, name in enumerate(terrain) if name != DESERT])
    reds: list[int] = []
    for hex_id in order:
        if len(reds) < len(RED_TOKENS) and not any(red in topology.HEX_NEIGHBOURS[hex_id] for red in reds):
            reds.append(hex_id)
    others = [hex_id for hex_id in order if hex_id not in reds]
    tokens = dict(zip(reds + others, RED_TOKENS + _PALE_TOKENS, strict=True))
    return [tokens.get(hex_id) for hex_id in range(topology.HEX_COUNT)]


_PALE_TOKENS: Final = tuple(token for token in TOKENS if token not in RED_TOKENS)
_TOKEN_LAYOUTS: Final[dict[str, Callable[[Sequence[str], Chance], list[int | None]]]] = {
    "shuffled": _shuffled,
    "separated": _separated,
}
