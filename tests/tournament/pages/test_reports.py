"""What the commands print: tables that fit 100 columns of a terminal, and one line a row elsewhere."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console
from rich.table import Table

from referee.commands.tournament.crosstable_report import cell, crosstables, print_crosstable
from referee.commands.tournament.pairs_report import pairs_table, print_pairs
from referee.commands.tournament.plots_report import plots_text
from referee.commands.tournament.standings_report import (
    WIDTH,
    counted_words,
    print_standings,
    seats_table,
    standings_table,
)
from referee.tournament.standings.crosstable import Encounters
from referee.tournament.standings.table import Estimate
from tests.tournament.pages.examples import EXAMPLES, example
from tests.tournament.pages.simulated import facts_of, results_of
from tests.tournament.pages.tables import HOSTILE, RATED, entrant

of_every = pytest.mark.parametrize("name", EXAMPLES)


def printed(table: Table) -> list[str]:
    """The table in a terminal of ``WIDTH`` columns, as lines."""
    console = Console(file=StringIO(), width=WIDTH, color_system=None)
    with console.capture() as capture:
        console.print(table)
    return [line.rstrip() for line in capture.get().splitlines()]


@of_every
def test_every_table_fits_and_only_names_are_cut(name: str) -> None:
    facts = example(name)
    for table in (standings_table(facts.standings), *crosstables(facts), pairs_table(facts)):
        lines = printed(table)
        assert max((len(line) for line in lines), default=0) <= WIDTH
        names = {words.strip() for line in lines for words in line.split("  ") if "…" in words}
        assert all(cut.startswith(("a name of", "<script>")) for cut in names)


@pytest.mark.parametrize(
    ("width", "gone"),
    [(100, set()), (80, {"seats", "place", "points"}), (62, {"seats", "place", "points", "above", "forfeits"})],
)
def test_a_narrow_terminal_has_fewer_columns_and_no_figure_is_cut(width: int, gone: set[str]) -> None:
    headings, *rows = printed(standings_table(RATED, width))[1:]
    every = {"bot", "rating", "interval", "above", "wins", "place", "points", "seats", "forfeits"}
    assert every - set(headings.split()) == gone
    assert max(map(len, (headings, *rows))) <= width
    figures_from = headings.index("rating") - 1
    assert not any("…" in row[figures_from:] for row in rows)


def test_the_best_stands_first_with_its_figures() -> None:
    lines = printed(standings_table(RATED))
    rows = [line.split() for line in lines if line.split()[:1] and line.split()[0].isdigit()]
    assert rows[0] == ["1", "trader", "1612", "1590-1641", "97", "%", "25", "%", "20-31", "2.50", "6.50", "40", "0"]
    assert rows[1][4:6] == [">99", "%"]
    assert rows[3][-5:] == ["-", "-", "-", "0", "0"]


def test_a_hostile_name_is_printed_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    facts = facts_of(results_of(4, 5), [entrant(n, f"[red]{HOSTILE}", benched=HOSTILE) for n in range(4)])
    print_standings(facts)
    print_crosstable(facts)
    print_pairs(facts)
    shown = capsys.readouterr().out
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert "[red]<script>" in shown


def test_what_the_table_rests_on() -> None:
    assert counted_words(RATED).startswith("160 matches in 40 whole blocks; intervals at 95 %; above: ")
    assert counted_words(example("nobody").standings).endswith("no ratings, the order is by wins")


@pytest.mark.parametrize(
    ("share", "words"),
    [(Estimate(0.63, 0.55, 0.7), "63+"), (Estimate(0.4, 0.3, 0.49), "40-"), (Estimate(0.52, 0.45, 0.6), "52 ")],
)
def test_a_sign_where_the_interval_leaves_no_doubt(share: Estimate, words: str) -> None:
    assert cell(Encounters(100, 50, share)) == words
    assert cell(None) == ""


def test_many_opponents_stand_in_tables_of_their_own() -> None:
    tables = list(crosstables(example("forty")))
    assert [len(table.columns) - 2 for table in tables] == [12, 12, 12, 4]
    assert all(table.row_count == 40 for table in tables)


def test_nothing_to_show_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    print_crosstable(example("nobody"))
    print_pairs(example("nobody"))
    assert capsys.readouterr().out == "No two bots have met yet.\nNo dealings were counted yet.\n"


def test_pairs_are_cut_where_nobody_reads_on(capsys: pytest.CaptureFixture[str]) -> None:
    print_pairs(example("forty"))
    assert "The first 200 of " in capsys.readouterr().out


def test_friends_stand_first() -> None:
    row = next(line for line in printed(pairs_table(example("friends"))) if "raw" in line)
    assert row.split()[:2] == ["raw", "<b>robber</b>"]
    assert "!" in row


@of_every
def test_plots_fit_a_terminal(name: str) -> None:
    facts = example(name)
    text = plots_text(facts)
    assert [line for line in text.splitlines() if len(line) > 80 or not line.isprintable()] == []
    assert [heading for heading in ("Ratings", "Points", "Length", "Luck against place") if heading not in text] == []


def test_seats_show_who_won_from_them() -> None:
    assert printed(seats_table(RATED.seats))[-2].split() == ["3", "160", "40", "25", "%", "20-31"]
