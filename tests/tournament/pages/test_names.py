"""Names and figures in words."""

from __future__ import annotations

from datetime import timedelta

import pytest

from referee.tournament.pages.names import labels
from referee.tournament.pages.words import duration_words, estimate_words, percent, share_words
from referee.tournament.standings.table import Estimate
from tests.tournament.pages.tables import HOSTILE, entrant


def test_a_name_alone_where_it_is_the_only_one() -> None:
    assert labels([entrant(4, "trader"), entrant(1, "greedy")]) == {4: "trader", 1: "greedy"}


def test_versions_and_numbers_tell_equal_names_apart() -> None:
    entered = [entrant(0, "a", "1"), entrant(1, "a", "2"), entrant(2, "a", "2"), entrant(3, "b", "2")]
    assert labels(entered) == {0: "a 1", 1: "a 2 (entrant 1)", 2: "a 2 (entrant 2)", 3: "b"}


def test_no_bot_passes_for_another() -> None:
    entered = [entrant(0, "a"), entrant(1, "a"), entrant(2, "a 1.0"), entrant(3, "a 1.0 (entrant 0)")]
    names = labels(entered)
    assert len(set(names.values())) == 4
    assert all(names[number].endswith(f"(entrant {number})") for number in (0, 1, 3))


def test_names_are_printable_and_not_long() -> None:
    names = labels([entrant(0, HOSTILE), entrant(1, "x" * 5000, "y" * 5000), entrant(2, "x" * 4000), entrant(3, "")])
    assert all(name.isprintable() for name in names.values())
    assert max(map(len, names.values())) <= 70
    assert len(set(names.values())) == 4
    assert names[3] == "(no name)"


@pytest.mark.parametrize(
    ("share", "words"),
    [(0, "0 %"), (0.001, "<1 %"), (0.25, "25 %"), (0.996, ">99 %"), (1, "100 %"), (0.994, "99 %")],
)
def test_a_share_is_never_rounded_to_never_or_always(share: float, words: str) -> None:
    assert percent(share) == words


def test_figures_with_their_intervals() -> None:
    assert share_words(Estimate(0.314, 0.272, 0.359)).replace("\xa0", " ") == "31.4 % (27.2 to 35.9)"
    assert estimate_words(Estimate(1512.6, 1490.2, 1530), 0) == "1513 (1490\xa0to\xa01530)"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(-0.01, "0 s"), (20.4, "20 s"), (59.6, "1 min"), (3_599, "1 h 0 min"), (7_500, "2 h 5 min"),
     (172_000, "47 h 47 min"), (172_800, "2 days"), (1e7, "116 days")],
)  # fmt: skip
def test_durations(seconds: float, words: str) -> None:
    assert duration_words(timedelta(seconds=seconds)) == words
