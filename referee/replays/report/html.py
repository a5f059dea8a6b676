"""A report as one HTML page: nothing is fetched, nothing runs, and foreign text is escaped and set as code."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import count
from typing import Final

from referee.replays.render.escape import LONGEST_NAME
from referee.replays.render.svg import board_svg
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

_STYLE: Final = """
:root{color-scheme:light dark;--ink:#1d2025;--paper:#fff;--line:#b9bfc8;--shade:#f1f3f6;--warn:#8a1c10;--warned:#fdeeea}
@media (prefers-color-scheme:dark){:root{--ink:#e6e8ec;--paper:#15181c;--line:#4a515c;--shade:#20252c;--warn:#ffb4a6;
--warned:#3a1a15}}
body{margin:0 auto;max-width:62rem;padding:1rem;color:var(--ink);background:var(--paper);
font:1rem/1.5 system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
h1{font-size:1.5rem;line-height:1.25}h2{font-size:1.25rem;margin-top:2.2rem;border-bottom:1px solid var(--line)}
h3{font-size:1.05rem;margin-top:1.6rem}
code{font:.92em ui-monospace,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere;white-space:pre-wrap}
.table{overflow-x:auto;margin:1rem 0}
code.short{white-space:nowrap}
table{border-collapse:collapse;min-width:min(100%,26rem);font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;padding:.2rem 0}
th,td{border:1px solid var(--line);padding:.25rem .6rem;text-align:left;vertical-align:top}
thead th{background:var(--shade)}th[scope=row]{font-weight:500}
.number{text-align:right}td.number{white-space:nowrap}
.warning{color:var(--warn);background:var(--warned);border-left:4px solid var(--warn);padding:.5rem .8rem;
font-weight:600}
figure{margin:1rem 0;display:inline-block;width:min(100%,29rem)}figure svg{width:100%;height:auto}
@media print{body{max-width:none}.table{overflow:visible}}
"""


def html(document: Document) -> str:
    """The whole page; pure: the same document, the same text."""
    return "\n".join([*_page(document), ""])


def _page(document: Document) -> Iterator[str]:
    yield "<!DOCTYPE html>"
    yield '<html lang="en"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
    yield f"<title>{escape(document.title)} {escape(document.about.text)}</title>"
    yield f"<style>{_STYLE}</style></head>"
    yield f"<body><main><h1>{escape(document.title)} {_words(document.about)}</h1>"
    captions = count(1)
    for section in document.sections:
        yield from _section(section, 2, captions)
    yield "</main></body></html>"


def _section(section: Section, level: int, captions: Iterator[int]) -> Iterator[str]:
    yield f"<section><h{level}>{escape(section.heading)}</h{level}>"
    for block in section.blocks:
        yield from _block(block, captions)
    for inner in section.sections:
        yield from _section(inner, level + 1, captions)
    yield "</section>"


def _block(block: Block, captions: Iterator[int]) -> Iterator[str]:
    if isinstance(block, Table):
        yield from _table(block, f"table-{next(captions)}")
    elif isinstance(block, Bullets):
        yield f"<ul>{''.join(f'<li>{_sentence(item)}</li>' for item in block.items)}</ul>"
    elif isinstance(block, Board):
        yield _figure(board_svg(block.island, block.state), block.caption)
    elif isinstance(block, Picture):
        yield _figure(block.svg, block.caption)
    else:
        manner = ' class="warning" role="note"' if block.is_warning else ""
        yield f"<p{manner}>{_sentence(block.words)}</p>"


def _figure(svg: str, caption: str) -> str:
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def _table(table: Table, name: str) -> Iterator[str]:
    """In a box of its own, which a narrow screen scrolls; it can be reached by keys for that."""
    numeric = [table.is_numeric(column) for column in range(len(table.headings))]
    yield f'<div class="table" role="region" aria-labelledby="{name}" tabindex="0"><table>'
    yield f'<caption id="{name}">{escape(table.caption)}</caption>'
    headings = zip(table.headings, numeric, strict=True)
    cells = "".join(f'<th scope="col"{_flush(right)}>{escape(heading)}</th>' for heading, right in headings)
    yield f"<thead><tr>{cells}</tr></thead><tbody>"
    for row in table.rows:
        first, *others = (f"{_flush(right)}>{_cell(cell)}" for cell, right in zip(row, numeric, strict=True))
        yield f'<tr><th scope="row"{first}</th>{"".join(f"<td{other}</td>" for other in others)}</tr>'
    yield "</tbody></table></div>"


def _flush(right: bool) -> str:
    return ' class="number"' if right else ""


def _cell(cell: Cell) -> str:
    return _words(cell) if isinstance(cell, Foreign) else escape(shown(cell))


def _sentence(words: tuple[Words, ...]) -> str:
    return "".join(map(_words, words))


def _words(piece: Words) -> str:
    if not isinstance(piece, Foreign):
        return escape(piece)
    manner = ' class="short"' if len(piece.text) <= LONGEST_NAME else ""
    return f"<code{manner}>{escape(piece.text) or '(empty)'}</code>"
