"""The scene fits itself to its terminal, and says the same in every size."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.replays.render.scene import LAST_ACTIONS, Scene
from tests.render.boards import EVENTS, ISLAND, NAMES, RESULT
from tests.render.goldens import SCENE, printed

SIZES = [(130, 40), (130, 24), (100, 40), (80, 25), (80, 24), (80, 23), (60, 20), (40, 12), (20, 6)]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_never_larger_than_the_terminal(size: tuple[int, int]) -> None:
    columns, rows = size
    lines = printed(replace(SCENE, events=EVENTS * 20), columns, rows).splitlines()
    assert max(map(len, lines)) <= columns
    assert len(lines) <= max(rows, len(NAMES) + 4)


@pytest.mark.parametrize("size", SIZES[:6], ids=str)
def test_names_points_and_dice_are_in_every_size(size: tuple[int, int]) -> None:
    text = printed(SCENE, *size)
    assert all(name in text for name in NAMES)
    assert "roll 33 of 160, dice 3+5" in text
    assert "*5" in text, "the star of the longest road"
    assert "*3" in text, "the star of the largest army"


@pytest.mark.parametrize("size", [(130, 40), (80, 24)], ids=str)
def test_the_board_is_shown_where_it_fits(size: tuple[int, int]) -> None:
    assert "(R)" in printed(SCENE, *size)
    assert "(R)" not in printed(SCENE, size[0], 23)


def test_as_many_actions_as_there_is_room_for() -> None:
    events = tuple({"ply": n, "seat": 0, "action": f"build_road:{n}"} for n in range(LAST_ACTIONS))
    scene = replace(SCENE, events=events)
    assert printed(scene, 130, 40).count("builds a road") == LAST_ACTIONS
    at_28 = printed(scene, 90, 28)
    assert at_28.count("builds a road") == 4
    assert at_28.rstrip().endswith("builds a road on edge 9"), "the newest come last"


def test_before_the_first_action_and_after_the_last() -> None:
    assert "the match begins" in printed(Scene(ISLAND, NAMES), 130, 40)
    assert "the match begins" in printed(Scene(ISLAND, NAMES), 80, 24)
    over = printed(replace(SCENE, result=RESULT), 80, 30)
    assert "victory: seat 2 reached 10 points (71 rolls, 802 plies)" in over
    assert "points 10 cards 0" in over, "hidden points count at the end"


def test_three_seats_have_three_corners() -> None:
    text = printed(replace(SCENE, names=NAMES[:3], events=()), 80, 24)
    assert "raw" in text
    assert "random" not in text


def test_markup_in_a_name_is_text() -> None:
    text = printed(replace(SCENE, names=("[red]a", "[/b]", "[link=x]", "\x1b[1m")), 130, 40)
    assert "[red]a" in text
    assert "[/b]" in text
    assert "\\x1b[1m" in text
