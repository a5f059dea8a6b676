"""The table of a tournament in a terminal: whole where it has 100 columns, else without what says least."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from referee.commands.tournament.slim_table import slim_table
from referee.console import Console, print_table
from referee.replays.render.escape import LONGEST_REASON, printable
from referee.replays.report.document import counted
from referee.tournament.pages.facts import TournamentFacts
from referee.tournament.pages.names import labels
from referee.tournament.pages.terms_sections import progress_words
from referee.tournament.pages.words import LEVEL_WORDS, chance_words, percent
from referee.tournament.standings.aa import SeatJudgement
from referee.tournament.standings.table import Estimate, SeatEffect, Standing, Standings

WIDTH: Final = 100
"""Columns that every table fits into."""
_SPARE: Final = ("seats", "place", "points", "above", "forfeits")
"""Columns that a narrow terminal does without, the first of them first."""
_ANY_WIDTH: Final = 1_000


def print_standings(facts: TournamentFacts) -> None:
    """How far it has come, the table, who is benched, and what the seats are worth."""
    console, standings = Console(), facts.standings
    heading = f"{printable(facts.name)}: blocks {progress_words(facts)}"
    console.print(Text(heading), soft_wrap=True)
    console.print(Text(counted_words(standings)), soft_wrap=True)
    width = console.width if console.is_terminal else _ANY_WIDTH
    print_table(standings_table(standings, width))
    names = labels(row.entrant for row in standings.rows)
    for row in standings.rows:
        if row.entrant.benched is not None:
            why = printable(row.entrant.benched, LONGEST_REASON)
            console.print(Text(f"benched: {names[row.entrant.number]}: {why}"), soft_wrap=True)
    if standings.seats:
        print_table(seats_table(standings.seats))


def standings_picture(standings: Standings) -> RenderableType:
    """The table as it is drawn on standard error while matches are played, with what it rests on: ratings are older
    than the rest, for they are fitted only where somebody asks for them."""
    return Group(Text(counted_words(standings)), standings_table(standings, Console(stderr=True).width))


def counted_words(standings: Standings) -> str:
    """What the table rests on, in a line."""
    words = f"{counted(standings.matches, 'match', 'matches')} in {counted(standings.blocks, 'whole block')}"
    if not standings.rated_blocks:
        return f"{words}; intervals at {LEVEL_WORDS}; no ratings, the order is by wins"
    late = f"; ratings of {standings.rated_blocks} of them" if standings.rated_blocks < standings.blocks else ""
    return f"{words}{late}; intervals at {LEVEL_WORDS}; above: how probably a bot is stronger than the next"


def standings_table(standings: Standings, width: int = WIDTH) -> Table:
    """A row a bot, the best first. ``above``: the probability that it is stronger than the one below it.

    In less than ``WIDTH`` columns some are left out: a figure that is cut off says nothing.
    """
    for count in range(len(_SPARE) + 1):
        table = _table_without(_SPARE[:count], standings)
        if Console(width=_ANY_WIDTH).measure(table).maximum <= width:
            break
    return table


def _table_without(spared: Sequence[str], standings: Standings) -> Table:
    names = labels(row.entrant for row in standings.rows)
    is_rated = standings.rated_blocks > 0
    rating = ("rating", "interval", "above") if is_rated else ()
    figures = (*rating, "wins", "interval", "place", "points", "seats", "forfeits")
    shown = [heading not in spared for heading in figures]
    table = slim_table(("", "bot"), [*compress(figures, shown)])
    for place, row in enumerate(standings.rows, 1):
        cells = (*(_rating_cells(row) if is_rated else ()), *_played_cells(row), str(row.forfeits))
        table.add_row(f"{place:>2}", Text(names[row.entrant.number]), *compress(cells, shown))
    return table


def _rating_cells(row: Standing) -> tuple[str, str, str]:
    if row.rating is None:
        return ("-", "", "")
    above = "" if row.above_next is None else chance_words(row.above_next)
    return (f"{row.rating.value:.0f}", f"{row.rating.low:.0f}-{row.rating.high:.0f}", above)


def _played_cells(row: Standing) -> tuple[str, ...]:
    if not row.seats:
        return ("-", "", "-", "-", "0")
    share = row.win_share
    figures = (percent(share.value), _range_of(share), f"{row.place.value:.2f}", f"{row.points.value:.2f}")
    return (*figures, str(row.seats))


def _range_of(share: Estimate) -> str:
    return f"{share.low * 100:.0f}-{share.high * 100:.0f}"


def print_judgement(judgement: SeatJudgement) -> None:
    """What an A/A test has shown, seat by seat."""
    print_table(seats_table(judgement.seats))
    found = "lies in every interval" if judgement.is_even else "does not lie in every interval"
    words = f"each seat's share, {percent(judgement.even)}, {found}; all of them hold at once at {LEVEL_WORDS}"
    chance = (
        f"seats of the same worth differ so much or more in {percent(judgement.p_value)} of such tests (chi-square)"
    )
    for line in (words, chance):
        Console().print(Text(line), soft_wrap=True)


def seats_table(seats: Sequence[SeatEffect]) -> Table:
    """A row a seat: how often it won, whoever sat there."""
    table = slim_table((), ("seat", "matches", "wins", "", "interval"))
    for effect in seats:
        table.add_row(*_seat_cells(effect))
    return table


def _seat_cells(effect: SeatEffect) -> tuple[str, ...]:
    if not effect.matches:
        return (str(effect.seat), "0", "0", "-", "")
    share = effect.win_share
    return (str(effect.seat), str(effect.matches), str(effect.wins), percent(share.value), _range_of(share))
