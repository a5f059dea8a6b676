"""A report as Markdown: CommonMark with GitHub's tables.

Foreign text stands in code spans, in which nothing is markup, a link or a mention.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from referee.replays.render.text import board_text
from referee.replays.report.document import (
    Block,
    Board,
    Bullets,
    Cell,
    Document,
    Foreign,
    Picture,
    Section,
    Table,
    Words,
    shown,
)

_MARKUP: Final = re.compile(r"([\\`*\[\]<>|~#&]|\b_|_\b)")
"""Of the underscores only those at the edge of a word: within one they are no markup."""


def markdown(document: Document) -> str:
    """The whole report; pure: the same document, the same text."""
    lines = [f"# {_plain(document.title)} {_code(document.about.text)}", ""]
    for section in document.sections:
        lines += _section(section, 2)
    return "\n".join(lines).rstrip("\n") + "\n"


def _section(section: Section, level: int) -> Iterator[str]:
    yield f"{'#' * level} {_plain(section.heading)}"
    yield ""
    for block in section.blocks:
        yield from _block(block)
        yield ""
    for inner in section.sections:
        yield from _section(inner, level + 1)


def _block(block: Block) -> Iterator[str]:
    if isinstance(block, Table):
        yield from _table(block)
    elif isinstance(block, Bullets):
        yield from (f"- {_sentence(item)}" for item in block.items)
    elif isinstance(block, Board):
        yield from _drawing(board_text(block.island, block.state), block.caption)
    elif isinstance(block, Picture):
        yield from _drawing(block.text, block.caption)
    else:
        yield f"> **{_sentence(block.words)}**" if block.is_warning else _sentence(block.words)


def _drawing(text: str, caption: str) -> Iterator[str]:
    """In a fence longer than any run of backticks in it, so that nothing in it is markup."""
    fence = "`" * max(3, 1 + _longest_run(text))
    yield f"{_plain(caption)}:"
    yield ""
    yield f"{fence}text"
    yield text
    yield fence


def _table(table: Table) -> Iterator[str]:
    yield f"{_plain(table.caption)}:"
    yield ""
    yield _row([_plain(heading) for heading in table.headings])
    yield _row(["---:" if table.is_numeric(column) else "---" for column in range(len(table.headings))])
    yield from (_row([_cell(cell) for cell in row]) for row in table.rows)


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(cell: Cell) -> str:
    if isinstance(cell, Foreign):
        # A bar ends a cell even within a code span, unless it is escaped.
        return _code(cell.text).replace("|", "\\|")
    return _plain(shown(cell))


def _sentence(words: tuple[Words, ...]) -> str:
    return "".join(_code(piece.text) if isinstance(piece, Foreign) else _plain(piece) for piece in words)


def _plain(text: str) -> str:
    return _MARKUP.sub(r"\\\1", text)


def _code(text: str) -> str:
    """A code span, its fence longer than any run of backticks in it."""
    if not text:
        return "(empty)"
    fence = "`" * (1 + _longest_run(text))
    pad = " " if text[0] in "` " or text[-1] in "` " else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def _longest_run(text: str) -> int:
    """Of backticks."""
    return max((len(run) for run in re.findall("`+", text)), default=0)
