"""The table of figures: what was measured, beside what, and the mark it is held to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

MarkKind = Literal["at_most", "at_least", "times"]
"""How a mark binds: the figure is at most or at least so much, or so many times below the peer's."""

_HEADER: Final = ("", "measured", "", "peer", "ratio", "mark", "")


@dataclass(frozen=True)
class Row:
    """One figure. ``peer`` is another program's figure for the same thing, in the same unit and run."""

    what: str
    value: float
    unit: str
    peer: float | None = None
    mark: float | None = None
    mark_kind: MarkKind = "at_most"

    @property
    def ratio(self) -> float | None:
        """How many times better than the peer, else than the mark; None with neither."""
        if self.peer is not None:
            return self.peer / self.value
        if self.mark is None or self.mark_kind == "times":
            return None
        return self.mark / self.value if self.mark_kind == "at_most" else self.value / self.mark

    @property
    def is_met(self) -> bool | None:
        """Does the figure reach its mark? None without a mark, or where the peer could not be measured."""
        ratio = self.ratio
        if self.mark is None or ratio is None:
            return None
        return ratio >= (self.mark if self.mark_kind == "times" else 1)

    def as_dict(self) -> dict[str, Any]:
        """The row for a file, with what follows from it."""
        return {
            "what": self.what,
            "value": self.value,
            "unit": self.unit,
            "peer": self.peer,
            "ratio": self.ratio,
            "mark": self.mark,
            "mark_kind": self.mark_kind if self.mark is not None else None,
            "met": self.is_met,
        }


@dataclass(frozen=True)
class Section:
    """Rows that belong together under a title."""

    title: str
    rows: Sequence[Row]


def render(sections: Sequence[Section]) -> str:
    """All sections as one aligned table, ready to print."""
    cells = [_HEADER, *(_cells(row) for section in sections for row in section.rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(_HEADER))]
    lines = [_line(_HEADER, widths)]
    for section in sections:
        lines += ["", section.title, *(_line(_cells(row), widths) for row in section.rows)]
    return "\n".join(lines)


def _cells(row: Row) -> tuple[str, ...]:
    return (
        f"  {row.what}",
        _number(row.value),
        row.unit,
        "" if row.peer is None else _number(row.peer),
        "" if row.ratio is None else f"{row.ratio:.1f}",
        "" if row.mark is None else _mark(row.mark, row.mark_kind, row.unit),
        {True: "pass", False: "MISS", None: ""}[row.is_met],
    )


def _mark(mark: float, kind: MarkKind, unit: str) -> str:
    if kind == "times":
        return f"peer / {mark:g}"
    return f"{'<=' if kind == 'at_most' else '>='} {mark:,g} {unit}"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.1f}"


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Text to the left, numbers to the right."""
    aligned = [
        cell.rjust(width) if column in (1, 3, 4) else cell.ljust(width)
        for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return "  ".join(aligned).rstrip()
