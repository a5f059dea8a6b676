"""What each bot did for and to each other one, in a terminal of 100 columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rich.table import Table
from rich.text import Text

from referee.commands.tournament.slim_table import slim_table
from referee.console import Console, print_table
from referee.replays.report.document import MOST_ROWS, counted
from referee.tournament.pages.facts import TournamentFacts
from referee.tournament.pages.names import labels
from referee.tournament.pages.pair_sections import NO_PROOF, by_excess
from referee.tournament.pages.words import percent
from referee.tournament.standings.pairs import PairFigures

_LONGEST_LABEL: Final = 16
_HEADINGS: Final = ("matches", "given", "expected", "excess", "trades", "taken", "stolen", "ended")
_MEANING: Final = (
    "A match at one table: cards that the first bot gave the second in trades, those to be expected, the excess in "
    "standard errors (! out of line), trades, how many of its offers to it alone were taken, cards stolen. ended: "
    "forfeits of the first that made the second the winner."
)


def print_pairs(facts: TournamentFacts) -> None:
    """Those out of line first."""
    console, pairs = Console(), facts.pairs.pairs
    if not pairs:
        console.print(Text("No dealings were counted yet."))
        return
    flagged = sum(pair.favour.is_out_of_line for pair in pairs)
    console.print(Text(f"{counted(flagged, 'pair')} of {len(pairs)} out of line. {NO_PROOF}"), soft_wrap=True)
    console.print(Text(_MEANING), soft_wrap=True)
    print_table(pairs_table(facts))
    if len(pairs) > MOST_ROWS:
        console.print(Text(f"The first {MOST_ROWS} of {len(pairs)} pairs; the export has all of them."), soft_wrap=True)


def pairs_table(facts: TournamentFacts) -> Table:
    """A row for each ordered pair, as many as are shown."""
    names = labels(row.entrant for row in facts.standings.rows)
    table = slim_table(("bot", "did with"), _HEADINGS, longest=_LONGEST_LABEL)
    for pair in by_excess(facts.pairs)[:MOST_ROWS]:
        table.add_row(*_cells(pair, names))
    return table


def _cells(pair: PairFigures, names: Mapping[int, str]) -> tuple[str | Text, ...]:
    dealt, favour = pair.dealt, pair.favour
    excess = "" if favour.z is None else f"{favour.z:+.1f}"
    return (
        Text(names[pair.first]),
        Text(names[pair.second]),
        str(pair.meetings),
        f"{dealt.given:.2f}",
        f"{favour.expected:.2f}",
        f"{excess}!" if favour.is_out_of_line else f"{excess} ",
        f"{dealt.trades:.2f}",
        "" if dealt.acceptance is None else percent(dealt.acceptance),
        f"{dealt.stolen:.2f}",
        str(pair.forfeits_while_led),
    )
