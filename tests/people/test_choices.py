"""What a typed line means, before the referee hears of it."""

from __future__ import annotations

import pytest

from referee.people.choices import Wish, meaning, numbered

LEGAL = ["end_turn", "build_road:17", "trade_bank:wood:ore"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("1", "end_turn"), ("3", "trade_bank:wood:ore"), (" 2 ", "build_road:17"), ("build_road:17", "build_road:17"),
        ("offer_trade:all:wood:ore", "offer_trade:all:wood:ore"), ("offer_trade:nonsense", "offer_trade:nonsense"),
        ("?", Wish("help")), ("HELP", Wish("help")), ("board", Wish("board")), ("cards", Wish("cards")),
    ],
)  # fmt: skip
def test_a_number_an_action_or_a_wish(line: str, expected: object) -> None:
    assert meaning(line, LEGAL, ["offer_trade"]) == expected


@pytest.mark.parametrize("line", ["", "0", "4", "-1", "build_road:18", "counter_trade:wood:ore", "\x1b[A", "²"])
def test_a_slip_is_told_and_costs_nothing(line: str) -> None:
    wish = meaning(line, LEGAL, ["offer_trade"])
    assert isinstance(wish, Wish)
    assert wish.what not in ("help", "board", "cards")
    assert "\x1b" not in wish.what


def test_every_choice_has_its_number_and_fits_the_terminal() -> None:
    legal = [f"place_settlement:{vertex}" for vertex in range(54)]
    text = numbered(legal, ["offer_trade"], 80)
    assert max(map(len, text.splitlines())) <= 80
    for number, action in enumerate(legal, start=1):
        assert f"{number} {action}" in text
    assert "offer_trade:<...>" in text
