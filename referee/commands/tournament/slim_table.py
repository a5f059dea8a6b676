"""Tables of many columns, which must do without lines between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich import box
from rich.table import Table

_LONGEST_LABEL: Final = 18


def slim_table(labels: Sequence[str], figures: Sequence[str], *, longest: int = _LONGEST_LABEL) -> Table:
    """A table without rows: labels flush left and cut to ``longest`` columns, then figures flush right."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in labels:
        table.add_column(heading, max_width=longest, no_wrap=True, overflow="ellipsis")
    for heading in figures:
        table.add_column(heading, justify="right", no_wrap=True)
    return table
