"""A sheet of character cells to draw on in any order."""

from __future__ import annotations

from itertools import groupby

from rich.text import Text


class Canvas:
    """Characters with styles at (row, column); rows and columns may be negative, the sheet fits itself."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], tuple[str, str]] = {}

    def put(self, row: int, column: int, text: str, style: str = "") -> None:
        """Write ``text`` rightwards from the cell, over what is there. ``style`` is a rich style."""
        for i, character in enumerate(text):
            self._cells[row, column + i] = (character, style)

    def centre(self, row: int, column: int, text: str, style: str = "") -> None:
        """Write ``text`` with its middle at the cell (left of the middle when it is of even length)."""
        self.put(row, column - len(text) // 2, text, style)

    def as_text(self) -> Text:
        """All rows from the first to the last that carries anything, without trailing blanks."""
        rows = [row for row, _ in self._cells]
        left = min(column for _, column in self._cells)
        lines = [self._line(row, left) for row in range(min(rows), max(rows) + 1)]
        return Text("\n", no_wrap=True).join(lines)

    def _line(self, row: int, left: int) -> Text:
        last = max((column for r, column in self._cells if r == row), default=left - 1)
        cells = [self._cells.get((row, column), (" ", "")) for column in range(left, last + 1)]
        line = Text(no_wrap=True)
        for style, run in groupby(cells, key=lambda cell: cell[1]):
            line.append("".join(character for character, _ in run), style)
        line.rstrip()
        return line
