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


def test_foreign_text_is_escaped() -> None:
    result = RESULT | {"reason": "answered \x1b[2J"}
    text = printed(ranking_table(result, ("[b]x", "\x07", "c", "d")), 100, 24)
    assert "\x1b" not in text
    assert "\x07" not in text
    assert "answered \\x1b[2J" in text
    assert "[b]x" in text
