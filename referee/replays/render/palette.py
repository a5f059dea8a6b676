"""The colours of every drawing: what lies on a hex, and whose piece it is.

The seats' colours differ in lightness as well as in hue (after Okabe and Ito), so they stay apart for
colour-blind readers and in print; every piece carries its seat's number besides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Paint:
    """A fill and the ink that reads well on it, as ``#rrggbb``, and the nearest style for a terminal.

    Terminals get the eight named colours, which every terminal has and its owner's theme keeps readable.
    """

    fill: str
    ink: str
    style: str


SEATS: Final = (
    Paint("#0072b2", "#ffffff", "bold white on blue"),
    Paint("#e69f00", "#000000", "bold black on yellow"),
    Paint("#f4f4f4", "#000000", "bold black on white"),
    Paint("#8b2a6b", "#ffffff", "bold white on magenta"),
)

TERRAIN: Final = {
    "wood": Paint("#5f9a63", "#12301a", "green"),
    "brick": Paint("#cc8064", "#451a0c", "red"),
    "sheep": Paint("#b5d67a", "#2a3d0c", "bright_green"),
    "wheat": Paint("#edd06a", "#4a3a05", "yellow"),
    "ore": Paint("#a3abb5", "#23292f", "cyan"),
    "desert": Paint("#e8dcbc", "#55482a", "dim"),
}

ROBBER: Final = Paint("#2b2b2b", "#ffffff", "bold reverse")
TOKEN: Final = Paint("#fbf6e6", "#222222", "bold")
RED_TOKEN: Final = Paint("#fbf6e6", "#b3131b", "bold red")
"""The numbers that come up most often, 6 and 8, are printed in red."""


def token_paint(token: int) -> Paint:
    """How this number is printed."""
    return RED_TOKEN if token in (6, 8) else TOKEN


def pips(token: int) -> int:
    """How many of the 36 throws of two dice come up with this number (2..12, not 7)."""
    return 6 - abs(7 - token)
