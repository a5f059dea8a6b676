"""The board as text: nineteen hexes, and what stands on them, in a terminal.

The geometry is ``engine.topology``'s, stretched: a step east is a few columns, and the twelve rows of vertices
become lines with the sloping sides between them. A settlement of seat 2 is ``S2``, a city ``C2``, a road a bar
of 2s and the robber ``(R)``, so nothing depends on colour. Free vertices are ``o``, or ``*`` at a harbour.
"""

from __future__ import annotations

from collections.abc import Mapping
from io import StringIO
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from engine import topology
from engine.island import Island
from engine.resources import ANY, ANY_HARBOUR_RATE, OWN_HARBOUR_RATE
from referee.replays.render.canvas import Canvas
from referee.replays.render.palette import ROBBER, SEATS, TERRAIN, token_paint
from referee.replays.render.pieces import Pieces, pieces_in

_EAST: Final = 6
_EAST_WITH_IDS: Final = 8
"""Columns for a step of 1 to the east in topology's points; a hex is two steps wide."""

_ROW: Final = {y: 2 * rank for rank, y in enumerate(sorted({y for _, y in topology.VERTEX_POINTS}))}
"""Line of each row of vertices: between two of them is one line for the sides, sloping or upright."""

_NE, _E, _SE, _SW, _W, _NW = range(6)
_PLAIN: Final = "dim"
_HARBOUR: Final = "italic cyan"


def board_text(
    island: Island, state: Mapping[str, Any] | None = None, *, ids: bool = False, colour: bool = False
) -> str:
    """The board as lines of text; a pure function of what it is given.

    ``state`` is a ``public_state``, or None for the bare island. With ``ids`` every hex (``h7``), vertex
    (``v12``) and edge (``e17``) is numbered. ``colour`` adds ANSI escapes; without it there are none.
    It is 23 lines high and at most 80 columns wide; with ids 25 and 104.
    """
    picture = board_picture(island, state, ids=ids)
    if not colour:
        return picture.plain
    paper = Console(file=StringIO(), force_terminal=True, color_system="standard", width=200, no_color=False)
    with paper.capture() as printed:
        paper.print(picture, soft_wrap=True, end="")
    return printed.get()


def board_picture(island: Island, state: Mapping[str, Any] | None = None, *, ids: bool = False) -> Text:
    """The same as a styled text, for a rich console, which knows what its terminal can show."""
    return board_canvas(island, state, ids=ids).as_text()


def board_canvas(island: Island, state: Mapping[str, Any] | None = None, *, ids: bool = False) -> Canvas:
    """The same before it becomes a text: lines 0 to 22, column 0 in the middle, the four corners free.

    Without ids it lies within columns -39 to 39, and in lines 0 to 2 and 20 to 22 within -19 to 19.
    """
    return _Drawing(island, pieces_in(state), ids).drawn()


class _Drawing:
    """One board being drawn; hexes first, then the sides, then the corners on top of their ends."""

    def __init__(self, island: Island, pieces: Pieces, ids: bool) -> None:
        self._island = island
        self._pieces = pieces
        self._ids = ids
        self._east = _EAST_WITH_IDS if ids else _EAST
        self._canvas = Canvas()

    def drawn(self) -> Canvas:
        for number in range(topology.HEX_COUNT):
            self._draw_hex(number)
        for number in range(topology.EDGE_COUNT):
            self._draw_edge(number)
        for number in range(topology.VERTEX_COUNT):
            self._draw_vertex(number)
        for kind, edge in zip(self._island.harbours, topology.HARBOUR_EDGES, strict=True):
            self._draw_harbour(kind, edge)
        return self._canvas

    def _draw_hex(self, number: int) -> None:
        x, y = topology.HEX_CENTRES[number]
        row, column = _ROW[y - 1] + 1, x * self._east
        name, token = self._island.terrain[number], self._island.tokens[number]
        self._canvas.centre(row - 1, column, name, TERRAIN[name].style)
        if token is not None:
            self._canvas.centre(row, column, str(token), token_paint(token).style)
        if self._ids:
            self._canvas.centre(row + 1, column, f"h{number}", _PLAIN)
        if self._pieces.robber == number:
            # Beside the token on its left, so that the hex's number keeps its place below.
            self._canvas.put(row, column - 5, "(R)", ROBBER.style)

    def _draw_edge(self, number: int) -> None:
        row, column = self._middle(number)
        left, right = sorted(topology.VERTEX_POINTS[v] for v in topology.EDGE_VERTICES[number])
        upright = left[0] == right[0]
        seat = self._pieces.roads.get(number)
        style = _PLAIN if seat is None else SEATS[seat].style
        if self._ids and not upright:
            self._canvas.centre(row, column, ".   '" if left[1] > right[1] else "'   .", _PLAIN)
        if self._ids:
            self._canvas.centre(row, column, f"e{number}" + ("" if seat is None else f"={seat}"), style)
        elif seat is not None:
            self._canvas.centre(row, column, str(seat) * (2 if upright else 3), style)
        elif upright:
            self._canvas.centre(row, column, "|", style)
        else:
            self._canvas.centre(row, column, ".-'" if left[1] > right[1] else "'-.", style)

    def _draw_vertex(self, number: int) -> None:
        x, y = topology.VERTEX_POINTS[number]
        building = self._pieces.buildings.get(number)
        label = f"v{number}" if self._ids else ("*" if number in self._island.vertex_harbour else "o")
        style = _PLAIN
        if building is not None:
            piece = ("C" if building.kind == "city" else "S") + str(building.seat)
            label = f"{label}={piece}" if self._ids else piece
            style = SEATS[building.seat].style
        self._canvas.centre(_ROW[y], x * self._east, label, style)

    def _draw_harbour(self, kind: str, edge: int) -> None:
        """Write the harbour in the sea before its side: beside it, or by the island's outermost tips."""
        home = topology.EDGE_HEXES[edge][0]
        side = topology.HEX_EDGES[home].index(edge)
        row, column = self._middle(edge)
        label = f"{kind} {ANY_HARBOUR_RATE if kind == ANY else OWN_HARBOUR_RATE}:1"
        gap = 3 if side in (_E, _W) else 4
        if abs(topology.HEXES[home][1]) == 2 and side not in (_E, _W):
            outwards = 2 if self._ids else 1
            row += -outwards if side in (_NE, _NW) else outwards
            gap = -1  # from the tip, and its building, as far as the next tip's
        east = side in (_NE, _E, _SE)
        self._canvas.put(row, column + gap if east else column + 1 - gap - len(label), label, _HARBOUR)

    def _middle(self, edge: int) -> tuple[int, int]:
        """Line and column of the middle of a side."""
        (ax, ay), (bx, by) = (topology.VERTEX_POINTS[v] for v in topology.EDGE_VERTICES[edge])
        return (_ROW[ay] + _ROW[by]) // 2, (ax + bx) * self._east // 2
