"""The final table names the winner, the offender and the reason."""

from __future__ import annotations

from referee.replays.render.ranking import ending_words, ranking_table
from tests.render.boards import NAMES, RESULT
from tests.render.goldens import printed


def rows(result: dict[str, object], names: tuple[str, ...] = NAMES) -> list[list[str]]:
    text = printed(ranking_table(result, names), 100, 24)
    return [[cell.strip() for cell in line.strip("│").split("│")] for line in text.splitlines() if "│" in line]


def test_seats_in_order_of_the_ranking() -> None:
    assert rows(RESULT) == [
        ["1", "2", "raw", "10", "2", "winner"],
        ["2", "0", "greedy", "7", "3", ""],
        ["3", "1", "trader", "5", "0", ""],
        ["4", "3", "random", "4", "8", ""],
    ]


def test_the_offender_is_marked() -> None:
    result = RESULT | {"verdict": "forfeit_illegal", "offender": 3, "reason": "seat 3 answered build_road:3"}
    assert rows(result)[-1][-1] == "forfeit"
    assert ending_words(result) == "forfeit illegal: seat 3 answered build_road:3 (71 rolls, 802 plies)"


def test_all_offenders_are_marked_where_they_are_known() -> None:
    result = RESULT | {"verdict": "forfeit_no_start", "offender": 0, "winner": 3, "ranking": [3, 0, 1, 2]}
    text = printed(ranking_table(result, NAMES, {0, 1, 2}), 100, 24)
    assert [line.count("forfeit") for line in text.splitlines() if "│" in line] == [0, 1, 1, 1]


def test_the_advice_at_the_end_of_a_long_reason_is_shown() -> None:
    reasons = (f"seat {seat} did not start: {'x' * 150}: print it with \\n and flush {seat}" for seat in range(4))
    result = RESULT | {"verdict": "forfeit_no_start", "offender": 0, "reason": "; ".join(reasons)}
    assert "flush 3 (71 rolls" in ending_words(result)
    assert len(ending_words(result | {"reason": "x" * 5000})) < 2100
    assert len(ending_words(result, 200)) < 300


def test_foreign_text_is_escaped() -> None:
    result = RESULT | {"reason": "answered \x1b[2J"}
    text = printed(ranking_table(result, ("[b]x", "\x07", "c", "d")), 100, 24)
    assert "\x1b" not in text
    assert "\x07" not in text
    assert "answered \\x1b[2J" in text
    assert "[b]x" in text
