"""The board as one self-contained SVG picture, for a file, a page or a report.

The geometry is ``engine.topology``'s with the hexes made regular. Nothing is fetched and nothing scripted, and
all names are scoped under ``catan-board``, so that several boards can stand in one page. Layers are drawn from
the sea upwards: hexes, harbours, roads, tokens, buildings, the robber, ids.

Every piece says in ``data-`` attributes where it stands and whose it is, so that a page can find it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from math import sqrt
from typing import Any, Final

from engine import topology
from engine.island import Island
from engine.resources import ANY, ANY_HARBOUR_RATE, DESERT, OWN_HARBOUR_RATE
from referee.replays.render.palette import ROBBER, SEATS, TERRAIN, pips, token_paint
from referee.replays.render.pieces import Building, Pieces, pieces_in
from referee.replays.render.svg_shapes import CITY, ICONS, PAWN, SETTLEMENT, STYLE

_SIDE: Final = 62.0
"""Length of a hex's side in the picture's units."""
_WIDTH, _HEIGHT = 640, 600

Spot = tuple[float, float]
Road = tuple[int, int]
"""An edge, and the seat whose road is on it."""


def board_svg(island: Island, state: Mapping[str, Any] | None = None, *, ids: bool = False) -> str:
    """The board as an SVG document; a pure function of what it is given.

    ``state`` is a ``public_state``, or None for the bare island. With ``ids`` every hex, vertex (round label)
    and edge (square label) is numbered. The title and the description say in words what the picture shows.
    """
    pieces = pieces_in(state)
    return _document(
        _described(island, pieces),
        [
            *_layers(island, pieces.roads.items(), pieces.buildings.items(), _just(pieces.robber)),
            *(_ids(pieces) if ids else []),
        ],
    )


def stage_svg(island: Island, roads: Iterable[Road], buildings: Iterable[tuple[int, Building]]) -> str:
    """The same drawing with every piece that a page may come to show, none of them to be seen yet.

    ``roads`` are (edge, seat), ``buildings`` (vertex, building); a vertex may have a settlement and the city that
    took its place. There is a robber on each hex. All have the attribute ``hidden``, for the page to take away.
    """
    layers = _layers(island, roads, buildings, range(topology.HEX_COUNT), look=" hidden")
    return _document(_described(island, Pieces()), layers)


def _layers(
    island: Island,
    roads: Iterable[Road],
    buildings: Iterable[tuple[int, Building]],
    robbers: Iterable[int],
    *,
    look: str = "",
) -> list[str]:
    """The island and its pieces; ``look`` is what every piece's element has besides."""
    return [
        _sea(),
        _group("hexes", _hexes(island)),
        _group("harbours", _harbours(island)),
        _group("roads", (_road(edge, seat, look) for edge, seat in sorted(roads))),
        _group("tokens", _tokens(island)),
        _group("buildings", (_building(vertex, b, look) for vertex, b in sorted(buildings, key=_by_vertex))),
        *(_robber(number, look) for number in robbers),
    ]


def _by_vertex(spot: tuple[int, Building]) -> tuple[int, str, int]:
    vertex, building = spot
    return vertex, building.kind, building.seat


def _just(robber: int | None) -> tuple[int, ...]:
    return () if robber is None else (robber,)


def _document(description: str, layers: Iterable[str]) -> str:
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="catan-board" role="img" '
            f'viewBox="{-_WIDTH // 2} {-_HEIGHT // 2} {_WIDTH} {_HEIGHT}">',
            "<title>Catan board</title>",
            f"<desc>{escape(description)}</desc>",
            f"<style>{STYLE}</style>",
            *layers,
            "</svg>\n",
        ]
    )


# -- places -----------------------------------------------------------------------------------------------


def _spot(point: topology.Point) -> Spot:
    """A point of the topology in the picture's units."""
    x, y = point
    return x * _SIDE * sqrt(3) / 2, y * _SIDE / 2


def _corner(vertex: int) -> Spot:
    return _spot(topology.VERTEX_POINTS[vertex])


def _centre(number: int) -> Spot:
    return _spot(topology.HEX_CENTRES[number])


def _ends(edge: int) -> tuple[Spot, Spot]:
    a, b = topology.EDGE_VERTICES[edge]
    return _corner(a), _corner(b)


def _between(a: Spot, b: Spot, share: float = 0.5) -> Spot:
    """The point that lies this share of the way from ``a`` to ``b``."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _xy(spot: Spot) -> str:
    return f"{spot[0]:.1f},{spot[1]:.1f}"


def _at(spot: Spot) -> str:
    """The attributes that put a text's anchor here."""
    return f'x="{spot[0]:.1f}" y="{spot[1]:.1f}"'


def _group(name: str, parts: Iterator[str]) -> str:
    return f'<g class="{name}">\n' + "\n".join(parts) + "\n</g>"


# -- the island -------------------------------------------------------------------------------------------


def _sea() -> str:
    return f'<rect class="sea" x="{-_WIDTH // 2}" y="{-_HEIGHT // 2}" width="{_WIDTH}" height="{_HEIGHT}" rx="28"/>'


def _hexes(island: Island) -> Iterator[str]:
    for number, name in enumerate(island.terrain):
        x, y = _centre(number)
        outline = " ".join(_xy(_corner(v)) for v in topology.HEX_VERTICES[number])
        yield f'<polygon class="hex {name}" points="{outline}"/>'
        if name != DESERT:
            yield f'<path class="icon {name}" transform="translate({x:.1f},{y - 31:.1f})" d="{ICONS[name]}"/>'
        yield f'<text class="terrain {name}" {_at((x, y + 37))}>{name}</text>'


def _tokens(island: Island) -> Iterator[str]:
    for number, token in enumerate(island.tokens):
        if token is None:
            continue
        x, y = _centre(number)
        paint = token_paint(token)
        count = pips(token)
        dots = "".join(
            f'<circle cx="{x + 4.6 * (i - (count - 1) / 2):.1f}" cy="{y + 11:.1f}" r="1.7"/>' for i in range(count)
        )
        yield (
            f'<g class="token" data-hex="{number}" data-number="{token}" fill="{paint.ink}">'
            f'<circle class="disc" cx="{x:.1f}" cy="{y:.1f}" r="19" '
            f'fill="{paint.fill}"/><text class="number" {_at((x, y + 6))}>{token}</text>{dots}</g>'
        )


def _harbours(island: Island) -> Iterator[str]:
    for kind, edge in zip(island.harbours, topology.HARBOUR_EDGES, strict=True):
        a, b = _ends(edge)
        middle = _between(a, b)
        # One step from the hex's centre to the middle of its side is half a hex; the sign stands that far out.
        sign = _between(_centre(topology.EDGE_HEXES[edge][0]), middle, 1.74)
        fill = "#ffffff" if kind == ANY else TERRAIN[kind].fill
        ink = "#222222" if kind == ANY else TERRAIN[kind].ink
        rate = ANY_HARBOUR_RATE if kind == ANY else OWN_HARBOUR_RATE
        x, y = sign
        yield (
            f'<g class="harbour"><path class="pier" d="M{_xy(a)}L{_xy(sign)}L{_xy(b)}"/>'
            f'<rect x="{x - 25:.1f}" y="{y - 16:.1f}" width="50" height="32" rx="9" fill="{fill}"/>'
            f'<text class="rate" {_at((x, y - 1))} fill="{ink}">{rate}:1</text>'
            f'<text class="kind" {_at((x, y + 11))} fill="{ink}">{escape(kind)}</text></g>'
        )


# -- pieces -----------------------------------------------------------------------------------------------


def _road(edge: int, seat: int, look: str) -> str:
    a, b = _ends(edge)
    line = f"M{_xy(_between(a, b, 0.16))}L{_xy(_between(a, b, 0.84))}"
    x, y = _between(a, b)
    paint = SEATS[seat]
    return (
        f'<g class="road" data-edge="{edge}" data-seat="{seat}"{look}>'
        f'<path class="casing" d="{line}"/><path d="{line}" stroke="{paint.fill}"/>'
        f'<text class="owner small" {_at((x, y + 3.2))} fill="{paint.ink}">{seat}</text></g>'
    )


def _building(vertex: int, building: Building, look: str) -> str:
    x, y = _corner(vertex)
    paint = SEATS[building.seat]
    shape, left = (CITY, 5.0) if building.kind == "city" else (SETTLEMENT, 0.0)
    return (
        f'<g class="building {building.kind}" data-vertex="{vertex}" data-seat="{building.seat}"{look} '
        f'transform="translate({x:.1f},{y:.1f})"><path d="{shape}" fill="{paint.fill}"/>'
        f'<text class="owner" {_at((left, 7.5))} fill="{paint.ink}">{building.seat}</text></g>'
    )


def _robber(number: int, look: str) -> str:
    x, y = _centre(number)
    return (
        f'<path class="robber" data-hex="{number}"{look} '
        f'transform="translate({x - 31:.1f},{y + 2:.1f})" d="{PAWN}" fill="{ROBBER.fill}"/>'
    )


# -- ids --------------------------------------------------------------------------------------------------


def _ids(pieces: Pieces) -> Iterator[str]:
    yield _group("hex-ids", (_hex_id(number) for number in range(topology.HEX_COUNT)))
    yield _group("edge-ids", (_edge_id(number) for number in range(topology.EDGE_COUNT)))
    yield _group(
        "vertex-ids", (_vertex_id(number, pieces.buildings.get(number)) for number in range(topology.VERTEX_COUNT))
    )


def _hex_id(number: int) -> str:
    x, y = _centre(number)
    return f'<text class="id hex-id" {_at((x + 31, y + 4))}>h{number}</text>'


def _edge_id(number: int) -> str:
    x, y = _between(*_ends(number))
    return (
        f'<g><rect class="edge-id" x="{x - 9:.1f}" y="{y - 7:.1f}" width="18" height="14" rx="3"/>'
        f'<text class="id" {_at((x, y + 3.6))}>{number}</text></g>'
    )


def _vertex_id(number: int, building: Building | None) -> str:
    x, y = _corner(number)
    if building is not None:
        # Beside the building, which shows its seat's number, on the side that no road takes: slightly up
        # where an upright side of a hex ends from above, slightly down where one begins.
        x += 26 if building.kind == "city" else 22
        y += -2 if topology.VERTEX_POINTS[number][1] % 3 == 1 else 2
    return (
        f'<g><circle class="vertex-id" cx="{x:.1f}" cy="{y:.1f}" r="9.5"/>'
        f'<text class="id" {_at((x, y + 3.6))}>{number}</text></g>'
    )


# -- words ------------------------------------------------------------------------------------------------


def _described(island: Island, pieces: Pieces) -> str:
    """What the picture shows, for those who can't see it."""
    hexes = ", ".join(
        f"{number} {name}" + ("" if token is None else f" {token}")
        for number, (name, token) in enumerate(zip(island.terrain, island.tokens, strict=True))
    )
    harbours = ", ".join(
        f"{kind} at edge {edge}" for kind, edge in zip(island.harbours, topology.HARBOUR_EDGES, strict=True)
    )
    sentences = [f"Hexes: {hexes}.", f"Harbours: {harbours}."]
    if pieces.robber is not None:
        sentences.append(f"The robber is on hex {pieces.robber}.")
    for kind, plural in (("settlement", "settlements"), ("city", "cities")):
        spots = [f"{v} (seat {b.seat})" for v, b in sorted(pieces.buildings.items()) if b.kind == kind]
        if spots:
            sentences.append(f"{plural.capitalize()} at vertices {', '.join(spots)}.")
    if pieces.roads:
        roads = ", ".join(f"{edge} (seat {seat})" for edge, seat in sorted(pieces.roads.items()))
        sentences.append(f"Roads on edges {roads}.")
    return " ".join(sentences)
