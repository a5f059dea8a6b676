"""Outlines and styles of the SVG board: pieces, the terrain's icons and the style sheet.

Every outline is path data centred on (0, 0) in the picture's units; the icons fit into 34 by 24.
"""

from __future__ import annotations

from typing import Final

from referee.replays.render.palette import TERRAIN

SETTLEMENT: Final = "M-11,12V-4L0,-14L11,-4V12Z"
CITY: Final = "M-16,13V-7L-8,-16L0,-7V-3H16V13Z"
PAWN: Final = "M-10,17C-10,8 -6,6 -5,2A8.5,8.5 0 1 1 5,2C6,6 10,8 10,17Z"

_BRICKS: Final = ((-11, 5), (1, 5), (-17, -2), (-5, -2), (7, -2), (-11, -9), (1, -9))


def _ear(x: float) -> str:
    """An ear of wheat: a stalk, one grain on top and two pairs of grains beside it."""
    grains = "".join(
        f"M{x + side * 0.5},{y}q{side * 6},0 {side * 5},-6q{-side * 5},0 {-side * 5},6z"
        for y in (0, 6.5)
        for side in (-1, 1)
    )
    return f"M{x - 0.9},11V-2h1.8V11zM{x},-11q4,4 0,9q-4,-5 0,-9z{grains}"


ICONS: Final = {
    "wood": "M-9,11V6H-16L-9.5,-2H-13L-7,-10L-1,-2H-4.5L2,6H-5V11ZM7,11V7H1L6,0H3L8,-7L13,0H10L16,7H11V11Z",
    "brick": "".join(f"M{x},{y}h10v5h-10z" for x, y in _BRICKS),
    "sheep": "M-8,10V5A6,6 0 0 1 -10,-5A7,7 0 0 1 3,-7A6,6 0 0 1 9,-3A4.5,4.5 0 1 1 11,5A6,6 0 0 1 6,5V10H3V6H-5V10Z",
    "wheat": _ear(-8) + _ear(8),
    "ore": "M-17,11L-7,-6L-3,-1L4,-11L17,11ZM4,-11L0,-3.5L3.5,-5.5L6,-2L8.3,-3.8Z",
}
"""Resource -> two firs, a wall, a sheep, two ears, two peaks."""

_TERRAIN_STYLE: Final = "".join(
    f".catan-board .hex.{name}{{fill:{paint.fill}}}"
    f".catan-board .icon.{name},.catan-board .terrain.{name}{{fill:{paint.ink}}}"
    for name, paint in TERRAIN.items()
)

STYLE: Final = f"""
.catan-board text{{font-family:system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;text-anchor:middle}}
.catan-board .sea{{fill:#a9cfe3}}
.catan-board .hex{{stroke:#f6eed6;stroke-width:4;stroke-linejoin:round}}
{_TERRAIN_STYLE}
.catan-board .icon{{opacity:.55;fill-rule:evenodd}}
.catan-board .terrain{{font-size:11px;opacity:.85}}
.catan-board .disc{{stroke:#00000055}}
.catan-board .number{{font-size:18px;font-weight:700}}
.catan-board .pier{{fill:none;stroke:#8a6a45;stroke-width:5;stroke-linecap:round;stroke-dasharray:.1 7.5}}
.catan-board .harbour rect{{stroke:#5d4a33;stroke-width:1.5}}
.catan-board .rate{{font-size:13px;font-weight:700}}
.catan-board .kind{{font-size:10px}}
.catan-board .road path{{stroke-width:9;stroke-linecap:round}}
.catan-board .road .casing{{stroke:#1b1b1b;stroke-width:13}}
.catan-board .building path{{stroke:#1b1b1b;stroke-width:2.4;stroke-linejoin:round}}
.catan-board .owner{{font-size:13px;font-weight:700}}
.catan-board .owner.small{{font-size:9px}}
.catan-board .robber{{stroke:#fff;stroke-width:2}}
.catan-board .id{{font-size:10px;font-weight:600;fill:#1b1b1b}}
.catan-board .hex-id{{font-size:11.5px;font-weight:700}}
.catan-board .edge-id{{fill:#fff4c9;stroke:#7a6a2d}}
.catan-board .vertex-id{{fill:#fff;stroke:#333}}
@media (prefers-color-scheme:dark){{.catan-board .sea{{fill:#23455a}}.catan-board .hex{{stroke:#d9cfb2}}}}
"""
