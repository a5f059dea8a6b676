"""What both engines are asked, and the shape of an answer."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from engine.resources import RESOURCES

Position = dict[str, Any]

ROLLS: Final = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
ENOUGH: Final = (1, 1, 1, 2, 3)
"""A hand with which any one thing can be built, and no card more of anything."""

MEASURED: Final = "longest road, measured"
KEPT: Final = "longest road, as kept in play"
BUILDS: Final = {"road": "legal roads", "settlement": "legal settlements", "city": "legal cities"}
TRADES: Final = "bank trades and rates"
PRODUCTION: Final = "production of a roll"
SHORT: Final = "resources short at a roll"
ROBBER: Final = "robber hexes and victims"
PLAYED: Final = "builds played by us, legal there"

SUBJECTS: Final = (MEASURED, KEPT, *BUILDS.values(), TRADES, PRODUCTION, SHORT, ROBBER, PLAYED)
"""In the order of the table."""


class Question(NamedTuple):
    """One question about a position; what does not bear on the subject is None."""

    subject: str
    seat: int | None = None
    total: int | None = None
    bank: tuple[int, ...] | None = None
    hand: str | None = None

    def __str__(self) -> str:
        parts = [self.subject]
        if self.seat is not None:
            parts.append(f"seat {self.seat}")
        if self.hand is not None:
            parts.append(f"with {self.hand}")
        if self.total is not None:
            parts.append(f"roll {self.total}")
        if self.bank is not None:
            parts.append("bank " + " ".join(f"{n} {name}" for n, name in zip(self.bank, RESOURCES, strict=True)))
        return ", ".join(parts)


Answers = dict[Question, Any]
"""Answers are comparable with ``==``: numbers, tuples, and sorted lists where order means nothing."""
