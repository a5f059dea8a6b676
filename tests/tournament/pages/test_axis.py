"""Scales, ticks, bins and lines of characters."""

from __future__ import annotations

import pytest

from referee.tournament.pages.plots import lines
from referee.tournament.pages.plots.axis import Scale, label, picture, round_step, scale, tick_words, units
from referee.tournament.pages.plots.bins import Bins, bins


@pytest.mark.parametrize(
    ("least", "step"), [(1, 1), (1.1, 2), (2, 2), (3, 5), (7, 10), (10, 10), (0.03, 0.05), (0.1, 0.1), (300, 500)]
)
def test_steps_are_round(least: float, step: float) -> None:
    assert round_step(least) == pytest.approx(step)


@pytest.mark.parametrize("values", [(), (0,), (1500,), (1430.2, 1571), (-9.1, 12.4), (0, 0.001), (0, 100_000)])
def test_a_scale_holds_its_values_between_round_ticks(values: tuple[float, ...]) -> None:
    along = scale(values, 10, 110)
    assert 2 <= len(along.ticks) <= 9
    assert all(along.low <= value <= along.high for value in values)
    assert [along.at(tick) for tick in (along.ticks[0], along.ticks[-1])] == [10, 110]
    assert (along.at(along.low - 5), along.at(along.high + 5)) == (10, 110)
    assert max(len(tick_words(tick)) for tick in along.ticks) <= 6


def test_there_is_no_negative_nought() -> None:
    assert (units(-0.01), tick_words(-0.0), units(12.34), units(7.0)) == ("0", "0", "12.3", "7")


@pytest.mark.parametrize("most", [1, 5, 30])
@pytest.mark.parametrize("numbers", [[], [0], [7], [3, 11], [0, 99], [1, 100], [59, 160], [0, 100_000]])
def test_bins_hold_every_number_and_are_not_too_many(numbers: list[int], most: int) -> None:
    ranges = bins(numbers, most)
    assert 1 <= ranges.count <= most
    assert sum(ranges.filled(dict.fromkeys(numbers, 2))) == 2 * len(numbers)
    assert ranges.first % ranges.size == 0


def test_bins_are_named_by_their_numbers() -> None:
    assert [Bins(4, 1, 3).words(number) for number in range(3)] == ["4", "5", "6"]
    assert Bins(60, 10, 3).words(1) == "70-79"
    assert Bins(60, 10, 3).filled({60: 1, 69: 1, 89: 5}) == [2, 0, 5]


def test_an_interval_on_a_line() -> None:
    along = Scale(0, 140, 0, 14, ())
    assert lines.interval_line(along, 20, 50, 120) == "  |--o------|  "
    assert lines.interval_line(along, 30, 30, 30).strip() == "o"


def test_an_axis_names_its_ticks_where_they_stand() -> None:
    rule, values = lines.axis_lines(lines.character_scale([1300, 1600], 50))
    assert (len(rule), rule[0], rule[-1]) == (50, "+", "+")
    assert values.split()[0] == "1300"
    assert len(values) <= 50


def test_words_fill_their_columns() -> None:
    assert lines.filled("trader", 8) == "trader  "
    assert lines.filled("a very long name", 8) == "a very.."
    assert lines.filled("\u5b57" * 9, 8) == "\u5b57\u5b57\u5b57.."  # each takes two columns


def test_what_is_written_into_a_picture_is_escaped() -> None:
    assert label(1, 2, "<b>&") == '<text x="1" y="2">&lt;b&gt;&amp;</text>'
    drawn = picture("ratings", 10, "<title>", '"desc" & more', [])
    assert "&lt;title&gt;" in drawn
    assert "&quot;desc&quot; &amp; more" in drawn
