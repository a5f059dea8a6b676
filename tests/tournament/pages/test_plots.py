"""The four plots, as pictures that any XML reader takes and as characters that fit a terminal."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from referee.tournament.pages.measures import Lengths, LuckByPlace, lengths, luck_by_place, points_by_entrant
from referee.tournament.pages.names import labels
from referee.tournament.pages.plots.length import length_svg, length_text, length_words
from referee.tournament.pages.plots.luck import luck_svg, luck_text, luck_words
from referee.tournament.pages.plots.points import points_svg, points_text
from referee.tournament.pages.plots.ratings import ratings_svg, ratings_text
from referee.tournament.standings.table import Standings
from tests.tournament.pages.simulated import ROLL_CAP, results_of
from tests.tournament.pages.tables import EMPTY, RATED, around, entrant, standing, table

FORTY = table(
    *(standing(entrant(number, f"bot {number}"), rating=around(1700 - 10 * number, 30)) for number in range(40)),
    rated_blocks=40,
)
TABLES = {"rated": RATED, "empty": EMPTY, "forty": FORTY, "unrated": table(standing(entrant(0, "alone")))}


def svgs(standings: Standings, seats: int = 4) -> list[str]:
    entrants = len(standings.rows)
    results = results_of(entrants, 30, seats=seats) if entrants >= seats else []
    names = labels(row.entrant for row in standings.rows)
    return [
        ratings_svg(standings, names),
        points_svg(standings, names, points_by_entrant(results)),
        length_svg(lengths(results), ROLL_CAP),
        luck_svg(luck_by_place(results)),
    ]


def texts(standings: Standings, seats: int = 4) -> list[str]:
    entrants = len(standings.rows)
    results = results_of(entrants, 30, seats=seats) if entrants >= seats else []
    names = labels(row.entrant for row in standings.rows)
    return [
        ratings_text(standings, names),
        points_text(standings, names, points_by_entrant(results)),
        length_text(lengths(results), ROLL_CAP),
        luck_text(luck_by_place(results)),
    ]


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("name", TABLES)
def test_every_picture_is_xml_with_a_title_and_a_description(name: str, seats: int) -> None:
    for drawn in svgs(TABLES[name], seats):
        root = ElementTree.fromstring(drawn)
        assert root.get("role") == "img"
        ids = (root.get("aria-labelledby") or "").split()
        assert [node.get("id") for node in root[:2]] == ids
        assert all(node.text for node in root[:2])
        _, _, width, height = map(float, (root.get("viewBox") or "").split())
        assert (width, height > 0) == (400, True)


@pytest.mark.parametrize("name", TABLES)
def test_nothing_is_drawn_outside_of_a_picture(name: str) -> None:
    for drawn in svgs(TABLES[name]):
        root = ElementTree.fromstring(drawn)
        _, _, width, height = map(float, (root.get("viewBox") or "").split())
        for node in root.iter():
            for across, (key, most) in {"cx": ("x", width), "cy": ("y", height)}.items():
                at = node.get(key) or node.get(across)
                assert at is None or 0 <= float(at) <= most


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("name", TABLES)
def test_characters_fit_a_terminal_and_are_plain(name: str, seats: int) -> None:
    for drawn in texts(TABLES[name], seats):
        assert drawn.isascii()
        assert all(len(line) <= 80 for line in drawn.splitlines())
        assert all(line.isprintable() for line in drawn.splitlines())


def test_a_hostile_name_is_text() -> None:
    for drawn in svgs(RATED):
        assert "<script" not in drawn
        assert "\x1b" not in drawn
        assert "\u202e" not in drawn


def test_ratings_as_characters() -> None:
    names = labels(row.entrant for row in RATED.rows)
    first, second, third, rule, values, title = ratings_text(RATED, names).splitlines()
    assert first.split()[0] == "trader"
    assert first.endswith("1612")
    assert first.index("o") > second.rindex("o") > third.rindex("o")
    assert (rule.count("+"), values.split()[0]) == (8, "1300")
    assert title == "rating, with its 95 % interval"


def test_a_whisker_lies_where_its_interval_does() -> None:
    root = ElementTree.fromstring(ratings_svg(RATED, labels(row.entrant for row in RATED.rows)))
    spots = [float(node.get("cx") or "nan") for node in root.iter() if node.get("class") == "dot"]
    # From 1300 to 1700 on 364 units, with 18 free on the left.
    assert spots == pytest.approx([18 + 364 * (rating - 1300) / 400 for rating in (1612.4, 1520, 1368)], abs=0.1)


def test_points_as_percentages() -> None:
    standings = table(standing(entrant(7, "trader")), standing(entrant(8, "idle"), seats=0))
    drawn = points_text(standings, labels(row.entrant for row in standings.rows), {7: {2: 1, 4: 1, 10: 998}})
    heading, row, _ = drawn.splitlines()
    assert heading.split() == ["points", "2", "3", "4", "5", "6", "7", "8", "9", "10", "mean"]
    assert row.split() == ["trader", "<1", ".", "<1", ".", ".", ".", ".", ".", ">99", "10.0"]


@pytest.mark.parametrize(
    ("rolls", "at_cap", "is_drawn"), [({60: 5}, 0, False), ({60: 5, 90: 1}, 0, True), ({20: 5}, 1, True)]
)
def test_the_roll_cap_is_marked_where_matches_come_near_it(rolls: dict[int, int], at_cap: int, is_drawn: bool) -> None:
    drawn = length_svg(Lengths(rolls, at_cap, cut_short=0), ROLL_CAP)
    assert ('class="cap"' in drawn, "roll cap 160" in drawn) == (is_drawn, is_drawn)
    assert 'class="cap"' not in length_svg(Lengths(rolls, at_cap, cut_short=0), None)


def test_lengths_in_a_sentence() -> None:
    assert length_words(Lengths({}, 0, 0), None) == "no match has been played out yet"
    assert length_words(Lengths({60: 3}, 1, 2), 160) == (
        "half of 3 matches took up to 60 rolls; 1 ended at a cap (that on rolls is 160); "
        "2 matches with a forfeit left out"
    )
    assert length_words(Lengths({60: 1}, 0, 0), None) == "half of 1 match took up to 60 rolls"


def test_luck_without_a_correlation_says_so() -> None:
    assert luck_words(LuckByPlace((), None, 0)) == "not enough matches to say how luck and place go together"
    assert luck_words(luck_by_place(results_of(6, 60))).startswith("correlation of luck with place +0.")
