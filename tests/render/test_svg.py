"""The board as SVG: well-formed, complete, self-contained and described in words."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from referee.replays.render.palette import pips
from referee.replays.render.svg import board_svg
from tests.render.boards import ISLAND, STATE

SVG = "{http://www.w3.org/2000/svg}"


def drawn(state: dict[str, object] | None = None, *, ids: bool = False) -> ElementTree.Element:
    return ElementTree.fromstring(board_svg(ISLAND, state, ids=ids))


def of_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if name in element.get("class", "").split()]


@pytest.mark.parametrize(
    ("name", "count"),
    [("hex", 19), ("token", 18), ("harbour", 9), ("road", 14), ("building", 8), ("robber", 1)],
)
def test_everything_on_the_board_is_drawn(name: str, count: int) -> None:
    assert len(of_class(drawn(STATE), name)) == count


def test_a_bare_island_has_no_pieces() -> None:
    root = drawn()
    assert not [name for name in ("road", "building", "robber") if of_class(root, name)]
    assert len(of_class(root, "hex")) == 19


@pytest.mark.parametrize(
    ("group", "labels"),
    [
        ("hex-ids", [f"h{n}" for n in range(19)]),
        ("vertex-ids", [str(n) for n in range(54)]),
        ("edge-ids", [str(n) for n in range(72)]),
    ],
)
def test_every_id_is_labelled_once(group: str, labels: list[str]) -> None:
    (layer,) = of_class(drawn(STATE, ids=True), group)
    assert [text.text for text in layer.iter(f"{SVG}text")] == labels
    assert not of_class(drawn(STATE), group)


def test_a_token_has_a_pip_for_each_throw_that_makes_it() -> None:
    for token, group in zip((t for t in ISLAND.tokens if t), of_class(drawn(), "token"), strict=True):
        circles = [circle for circle in group.iter(f"{SVG}circle") if circle.get("class") != "disc"]
        assert len(circles) == pips(token)
    assert [pips(token) for token in (2, 6, 8, 12)] == [1, 5, 5, 1]


def test_red_numbers_are_six_and_eight() -> None:
    fills = {group.findtext(f"{SVG}text"): group.get("fill") for group in of_class(drawn(), "token")}
    red = fills["6"]
    assert {number for number, fill in fills.items() if fill == red} == {"6", "8"}


def test_title_and_description_say_what_it_shows() -> None:
    root = drawn(STATE)
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Catan board"
    described = root.findtext(f"{SVG}desc") or ""
    assert "9 wood 3" in described
    assert "The robber is on hex 9." in described
    assert "Cities at vertices 25 (seat 1), 47 (seat 3)." in described


def test_it_fetches_and_runs_nothing() -> None:
    text = board_svg(ISLAND, STATE, ids=True)
    assert not re.search(r"href|url\(|<script|<image|<foreignObject|@import", text)
    assert re.findall(r"https?://[^\"]+", text) == ["http://www.w3.org/2000/svg"]


def test_styles_stay_inside_the_picture() -> None:
    style = drawn(STATE).findtext(f"{SVG}style") or ""
    selectors = [part.strip() for rule in re.findall(r"([^{}]+)\{", style) for part in rule.split(",")]
    outside = [s for s in selectors if not s.startswith((".catan-board ", "@media"))]
    assert selectors
    assert outside == []
