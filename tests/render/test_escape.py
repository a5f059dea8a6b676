"""Foreign text can't reach the terminal as anything but text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.replays.render.escape import printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("greedy", "greedy"),
        ("Zoë 象棋 [red]", "Zoë 象棋 [red]"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("two\nlines\r\t", "two\\nlines\\r\\t"),
        ("\x9b2J", "\\x9b2J"),
        ("a\u202eb", "a\\u202eb"),
        ("a\u200bb", "a\\u200bb"),
        ("\U000e0041", "\\U000e0041"),
        ("\ud800", "\\ud800"),
        ("\x7f\x00", "\\x7f\\x00"),
        ("", ""),
    ],
)
def test_shown(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_long_text_is_cut_and_says_so() -> None:
    assert printable("x" * 200) == "x" * 200
    assert printable("x" * 201) == "x" * 199 + "…"
    assert printable("\x1b" * 9, longest=6) == "\\x1b\\…"


@given(st.text(st.characters()), st.integers(1, 50))
def test_any_text_comes_out_printable_and_short(text: str, longest: int) -> None:
    shown = printable(text, longest)
    assert shown.isprintable()
    assert len(shown) <= longest
    assert printable(shown, longest) == shown
    shown.encode()
