"""Who came in above whom, in a terminal of 100 columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich.table import Table
from rich.text import Text

from referee.commands.tournament.slim_table import slim_table
from referee.console import Console, print_table
from referee.tournament.pages.facts import TournamentFacts
from referee.tournament.pages.names import labels
from referee.tournament.pages.pair_sections import in_order
from referee.tournament.pages.words import LEVEL_WORDS
from referee.tournament.standings.crosstable import Encounters

_COLUMNS: Final = 12
"""Opponents beside each other; more are in a table of their own below."""
_MEANING: Final = (
    "In how many of 100 matches at one table the row came in before the column (numbered as the rows); + or -: "
    f"the whole {LEVEL_WORDS} interval lies above or below 50."
)


def print_crosstable(facts: TournamentFacts) -> None:
    """Row against column, in the order of the standings."""
    if not facts.crosstable.entrants:
        Console().print(Text("No two bots have met yet."))
        return
    Console().print(Text(_MEANING), soft_wrap=True)
    for table in crosstables(facts):
        print_table(table)


def crosstables(facts: TournamentFacts) -> Iterator[Table]:
    """All rows, with so many of the columns in each table as fit."""
    met = in_order(facts)
    for first in range(0, len(met), _COLUMNS):
        yield _table(facts, met, met[first : first + _COLUMNS])


def _table(facts: TournamentFacts, rows: Sequence[tuple[int, int]], columns: Sequence[tuple[int, int]]) -> Table:
    names = labels(row.entrant for row in facts.standings.rows)
    table = slim_table(("", "bot"), [str(place) for place, _ in columns])
    for place, upper in rows:
        cells = (cell(facts.crosstable.cells.get((upper, lower))) for _, lower in columns)
        table.add_row(f"{place:>2}", Text(names[upper]), *cells)
    return table


def cell(encounters: Encounters | None) -> str:
    """``63+``, ``48``, or nothing for two that never met; a blank where there is no sign, so that digits align."""
    if encounters is None:
        return ""
    share = encounters.share
    sign = "+" if share.low > 0.5 else "-" if share.high < 0.5 else " "
    return f"{share.value * 100:.0f}{sign}"
