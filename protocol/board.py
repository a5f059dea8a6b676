"""The island as it is sent once in `match_start`: terrain, tokens, harbours and the full adjacency."""

from typing import Annotated

from msgspec import Meta, Struct

from protocol.vocabulary import EdgeId, HarbourId, HarbourKind, HexId, Terrain, VertexId


class BoardHex(Struct, frozen=True):
    """A hex at axial (q, r), pointy top. Corners and sides go clockwise: N NE SE S SW NW; N-NE first."""

    id: HexId
    q: Annotated[int, Meta(ge=-2, le=2)]
    r: Annotated[int, Meta(ge=-2, le=2)]
    resource: Terrain
    token: Annotated[int, Meta(ge=2, le=12)] | None
    """The roll that pays; null on the desert."""
    vertices: Annotated[list[VertexId], Meta(min_length=6, max_length=6)]
    edges: Annotated[list[EdgeId], Meta(min_length=6, max_length=6)]


class BoardVertex(Struct, frozen=True):
    """A place for a settlement or city; `harbour` is the id of the harbour it has a share in, or null."""

    id: VertexId
    hexes: Annotated[list[HexId], Meta(min_length=1, max_length=3)]
    edges: Annotated[list[EdgeId], Meta(min_length=2, max_length=3)]
    neighbours: Annotated[list[VertexId], Meta(min_length=2, max_length=3)]
    harbour: HarbourId | None


class BoardEdge(Struct, frozen=True):
    """A place for a road, between two vertices; a coastal edge lies on one hex, the others on two."""

    id: EdgeId
    vertices: Annotated[list[VertexId], Meta(min_length=2, max_length=2)]
    hexes: Annotated[list[HexId], Meta(min_length=1, max_length=2)]


class Harbour(Struct, frozen=True):
    """`rate` cards of `resource` (of any one kind where it is `any`) buy one card of another."""

    id: HarbourId
    resource: HarbourKind
    rate: Annotated[int, Meta(ge=2, le=3)]
    edge: EdgeId
    vertices: Annotated[list[VertexId], Meta(min_length=2, max_length=2)]


class Board(Struct, frozen=True):
    """Every list is ordered by id, so that `board.vertices[14].id == 14`."""

    hexes: Annotated[list[BoardHex], Meta(min_length=19, max_length=19)]
    vertices: Annotated[list[BoardVertex], Meta(min_length=54, max_length=54)]
    edges: Annotated[list[BoardEdge], Meta(min_length=72, max_length=72)]
    harbours: Annotated[list[Harbour], Meta(min_length=9, max_length=9)]
