"""A report as headings, sentences, tables and pictures, before it becomes Markdown or HTML.

What a bot, its author or a file has said is ``Foreign`` wherever it stands, so that a writer can show it as that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from engine.island import Island
from referee.replays.render.escape import LONGEST_REASON, printable

MOST_ROWS: Final = 200
"""How many rows of a table are shown."""


class Foreign(NamedTuple):
    """Words that are not ours; control characters and the like are escapes already. Made by ``foreign``."""

    text: str


Words = str | Foreign
"""A piece of a sentence."""
Cell = str | int | float | Foreign | None
"""None is an empty cell."""


def foreign(text: str, longest: int = LONGEST_REASON) -> Foreign:
    """Foreign text, printable and no longer than this many characters."""
    return Foreign(printable(text, longest))


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Pieces of one or more sentences, put together as they are. ``is_warning``: not to be missed."""

    words: tuple[Words, ...]
    is_warning: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under headings; the first cell of a row says what the row is about."""

    caption: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def is_numeric(self, column: int) -> bool:
        """Does this column hold numbers, to be set flush right?"""
        cells = [row[column] for row in self.rows if row[column] not in (None, "")]
        return bool(cells) and all(isinstance(cell, int | float) for cell in cells)


@dataclass(frozen=True, slots=True)
class Bullets:
    """Items of a list, each of pieces as in a paragraph."""

    items: tuple[tuple[Words, ...], ...]


@dataclass(frozen=True, slots=True)
class Board:
    """The island with what stands on it, by a ``public_state``."""

    caption: str
    island: Island
    state: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing that was made for this document: as SVG, and as lines of text for where there are no pictures.

    ``svg`` is put into a page as it is, so what is foreign in it must have been escaped.
    """

    caption: str
    svg: str
    text: str


Block = Paragraph | Table | Bullets | Board | Picture


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands under it; sections may have sections."""

    heading: str
    blocks: tuple[Block, ...]
    sections: tuple[Section, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A whole report. The title is ours, ``about`` the name of what it is about, which is not."""

    title: str
    about: Foreign
    sections: tuple[Section, ...]


def readable_table(caption: str, headings: tuple[str, ...], rows: Sequence[tuple[Cell, ...]]) -> Table:
    """A table of rows that may be more than anybody reads: of those the first are shown, and the caption says so."""
    cut = f": the first {MOST_ROWS} of {len(rows)}" if len(rows) > MOST_ROWS else ""
    return Table(caption + cut, headings, tuple(rows[:MOST_ROWS]))


def shown(cell: Cell) -> str:
    """What stands in a cell: fractions with two places, nothing for None."""
    if cell is None:
        return ""
    if isinstance(cell, Foreign):
        return cell.text
    return f"{cell:.2f}" if isinstance(cell, float) else str(cell)


def counted(n: int, one: str, many: str = "") -> str:
    """``1 roll``, ``2 rolls``; ``many`` is the plural where it is not made by an s."""
    return f"{n} {one if n == 1 else many or f'{one}s'}"
