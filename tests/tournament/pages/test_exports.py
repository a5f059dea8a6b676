"""What is written for people and for programs says the same, and whatever bots call themselves stays text."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from referee.tournament.pages.as_csv import matches_csv, standings_csv
from referee.tournament.pages.as_json import as_json
from referee.tournament.pages.facts import TournamentFacts
from referee.tournament.pages.html import as_html
from referee.tournament.pages.markdown import as_markdown
from tests.tournament.pages.examples import EXAMPLES, example
from tests.tournament.pages.simulated import facts_of, results_of
from tests.tournament.pages.tables import entrant

of_every = pytest.mark.parametrize("name", EXAMPLES)


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def object_of(facts: TournamentFacts) -> dict[str, Any]:
    made = json.loads(as_json(facts))
    assert isinstance(made, dict)
    return made


@of_every
def test_the_page_is_one_file_without_a_script(name: str) -> None:
    facts = example(name)
    page = as_html(facts)
    assert "<script" not in page
    assert "<img" not in page
    assert set(re.findall(r"https?://[^\"]+", page)) <= {"http://www.w3.org/2000/svg"}  # a name, which nothing fetches
    assert "default-src 'none'" in page
    assert page == as_html(facts)
    ids = re.findall(r' id="([^"]*)"', page)
    assert len(ids) == len(set(ids))


@of_every
def test_nothing_moves_a_cursor_or_turns_a_line(name: str) -> None:
    facts = example(name)
    for text in (as_html(facts), as_markdown(facts), as_json(facts), standings_csv(facts), *matches_csv(facts)):
        assert "\x1b" not in text
        assert "\u202e" not in text


@of_every
def test_markdown_has_the_same_headings_and_rectangular_tables(name: str) -> None:
    facts = example(name)
    text, page = as_markdown(facts), as_html(facts)
    assert re.findall(r"^#+ (.*)$", text, re.MULTILINE)[1:] == re.findall(r"<h[23]>(.*?)</h[23]>", page)
    for table in re.findall(r"(?:^\|.*\|\n)+", text, re.MULTILINE):
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1
    prose = re.sub(r"^(```+)text$.*?^\1$", "", text, flags=re.MULTILINE | re.DOTALL)
    assert "<script" not in re.sub(r"(`+).*?\1", "", prose)


@of_every
def test_every_match_is_a_row(name: str) -> None:
    facts = example(name)
    rows = rows_of("".join(matches_csv(facts)))
    assert [row["match_id"] for row in rows] == [result.match_id for result in facts.results]
    for row, result in zip(rows, facts.results, strict=True):
        assert [int(row[f"place_{seat}"]) for seat in result.ranking] == list(range(1, facts.seats + 1))
        assert [int(row[f"points_{seat}"]) for seat in range(facts.seats)] == list(result.points)
        assert row["game_digest"] == facts.evidence[result.match_id].game_digest


@of_every
def test_the_table_is_the_same_everywhere(name: str) -> None:
    facts = example(name)
    rows, standings = rows_of(standings_csv(facts)), object_of(facts)["standings"]
    assert [int(row["rank"]) for row in rows] == list(range(1, len(facts.standings.rows) + 1))
    for row, kept, true in zip(rows, standings["rows"], facts.standings.rows, strict=True):
        assert kept["entrant"] == msgspec.to_builtins(true.entrant)
        assert (int(row["seats"]), int(row["wins"]), int(row["forfeits"])) == (true.seats, true.wins, true.forfeits)
        assert row["rating"] == ("" if true.rating is None else str(round(true.rating.value, 4)))
        assert row["win_share"] == (str(round(true.win_share.value, 4)) if true.seats else "")


def test_json_has_its_version_and_these_keys() -> None:
    made = object_of(example("rated"))
    assert made["tournament_export"] == 1
    assert list(made)[1:] == ["terms", "incidents", "standings", "crosstable", "pairs", "points", "lengths", "luck"]
    assert made["terms"]["commitment"] == example("rated").commitment
    cell = made["crosstable"][0]
    assert cell["above"] == example("rated").crosstable.cells[cell["first"], cell["second"]].above
    assert {(pair["first"], pair["second"]) for pair in made["pairs"]} == {
        (one, other) for one in range(6) for other in range(6) if one != other
    }
    assert sum(made["points"]["0"].values()) == next(
        row.seats for row in example("rated").standings.rows if row.entrant.number == 0
    )


def test_a_spreadsheet_is_given_no_formula() -> None:
    facts = facts_of(results_of(4, 1), [entrant(number, "=1+1", "@x", "+1") for number in range(4)])
    assert {(row["bot"], row["version"], row["team"]) for row in rows_of(standings_csv(facts))} == {
        ("'=1+1", "'@x", "'+1")
    }


def test_the_page_says_what_it_rests_on() -> None:
    empty, rated = as_html(example("not begun")), as_html(example("rated"))
    assert "No block is whole yet, so nothing is counted." in empty
    assert "No two bots have met yet." in empty
    assert "There are no ratings" in as_html(example("one match"))
    assert "There are no ratings" not in rated
    assert "The tournament is not over; blocks: 30 of 40 whole" in rated
    assert "not over" not in as_html(over(example("rated")))


def test_the_secret_is_shown_when_it_is_over() -> None:
    assert "The secret is published when the tournament is closed." in as_html(example("rated"))
    page = as_html(over(example("rated")))
    assert "5ec7e7" in page
    assert "The secret is revealed above" in page


def test_pairs_out_of_line_stand_first_and_with_a_warning() -> None:
    facts = example("friends")
    page = as_html(facts)
    assert "1 pair of 56 gave cards out of line" in page
    (body,) = re.findall(r"Dealings a match</caption>.*?<tbody>(.*?)</tbody>", page, re.DOTALL)
    first = re.findall(r"<tr>(.*?)</tr>", body, re.DOTALL)[0]
    assert [first.find(words) >= 0 for words in (">raw<", "&lt;b&gt;robber", "out of line")] == [True] * 3
    assert "never a proof" in page


def over(facts: TournamentFacts) -> TournamentFacts:
    """The same tournament at its end."""
    return replace(facts, is_over=True, master="5ec7e7" * 10)
