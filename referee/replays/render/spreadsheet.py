"""Lines of CSV (RFC 4180) that a spreadsheet may be given, whoever chose the words in them."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Final

from referee.replays.render.escape import LONGEST, printable

_FORMULA_STARTS: Final = "=+-@|%＝＋－＠"
"""What a spreadsheet may take for the start of a formula, or of a call to another program."""


def harmless(text: str, longest: int = LONGEST) -> str:
    """The text as ``printable`` has it; what could be taken for a formula follows an apostrophe."""
    shown = printable(text, longest)
    return f"'{shown}" if shown.lstrip()[:1] in tuple(_FORMULA_STARTS) else shown


def csv_line(cells: Sequence[str | int | float]) -> str:
    """One row, its CRLF included. Foreign text must have been made ``harmless``."""
    line = io.StringIO()
    csv.writer(line, lineterminator="\r\n").writerow(cells)
    return line.getvalue()
