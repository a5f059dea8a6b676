"""The page in a real browser: what is seen is what the engine says, by mouse, keys and links, on any screen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from engine import STANDARD, Game
from referee.replays.moments import FULL, PUBLIC, Viewer
from referee.replays.playable import read_playable
from referee.replays.plies import game_after, recorded_plies
from tests.render.pages import FORFEIT, MATCHES, SEEN, data_of, write_page
from tests.replays.golden import FOLDER
from tests.replays.made import MadeRecord

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")


class Watched:
    """A page with all that it said on its console and asked of a network."""

    def __init__(self, browser: Any, **options: Any) -> None:
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))

    def open(self, path: Path, fragment: str = "") -> Any:
        self.page.goto(f"{path.as_uri()}{fragment}")
        return self.page

    def plies(self) -> int:
        """How many are played in what is shown."""
        shown = self.page.evaluate("() => document.getElementById('slider').valueAsNumber")
        assert isinstance(shown, int)
        return shown


@pytest.fixture
def watched(browser: Any) -> Iterator[Watched]:
    """A wide window; afterwards nothing may have been complained of or fetched."""
    tab = Watched(browser, viewport={"width": 1280, "height": 900})
    yield tab
    tab.context.close()
    assert tab.said == []
    assert [url for url in tab.asked if not url.startswith("file:")] == []
    assert len({url.partition("#")[0] for url in tab.asked}) == 1


def five(record: Path) -> list[int]:
    """Numbers of plies spread over a record, its last one among them."""
    count = len(recorded_plies(read_playable(record, None)[0]))
    return sorted({1, count // 4, count // 2, 3 * count // 4, count})


# -- the picture ------------------------------------------------------------------------------------------------


def cards(counts: dict[str, int]) -> list[str]:
    return [f"{count} {name.replace('_', ' ')}" for name, count in counts.items() if count]


def in_view(game: Game, viewer: Viewer) -> dict[str, Any]:
    """What the page is to show, from the engine."""
    state = game.public_state(None)
    seats = range(game.seats)
    known = [seat for seat in seats if viewer in (FULL, seat)]
    own = {seat: game.public_state(seat) for seat in known}
    bank = cards(state["bank"])
    deck = state["dev_deck_count"]
    return {
        "plies": game.ply,
        **{key: state[key] for key in ("roads", "settlements", "cities")},
        "robber": [state["robber"]],
        "dice": state["dice"] or [],
        "bank": [*bank, f"{deck} development card{'' if deck == 1 else 's'}"],
        "hands": [
            cards(own[seat]["your_resources"]) + cards(own[seat]["your_dev_cards"]) if seat in own else []
            for seat in seats
        ],
    }


@pytest.mark.parametrize(
    ("record", "viewer"),
    [
        *((record, FULL) for record in (*MATCHES, FORFEIT, FOLDER / "three_seats.jsonl.gz")),
        (MATCHES[0], 1),
        (MATCHES[1], PUBLIC),
    ],
)
def test_the_picture_is_the_engines_position(watched: Watched, tmp_path: Path, record: Path, viewer: Viewer) -> None:
    replay, secret = read_playable(record, None)
    page = watched.open(write_page(tmp_path, record, viewer))
    for count in five(record):
        page.evaluate(f"location.hash = '#ply={count - 1}'")
        playwright.expect(page.locator("#slider")).to_have_value(str(count))
        seen = page.evaluate(SEEN)
        counts = seen.pop("counts")
        game = game_after(replay, secret, count)
        assert seen == in_view(game, viewer)
        resource_counts = game.public_state(None)["resource_counts"]
        assert [int(text.split()[0]) for text in counts] == resource_counts


@pytest.mark.parametrize("name", ["forfeit_no_start.jsonl", "default_played.jsonl", "interrupted.jsonl"])
def test_unusual_records_are_shown_to_their_end(watched: Watched, tmp_path: Path, name: str) -> None:
    page = watched.open(write_page(tmp_path, FOLDER / name))
    page.keyboard.press("End")
    page.keyboard.press(" ")
    page.keyboard.press("Home")
    page.keyboard.press("End")
    data = data_of((tmp_path / "match.html").read_text(encoding="utf-8"))
    assert watched.plies() == len(data["plies"]) - 1
    assert page.inner_text("#ending") == (data["ending"] or "The match was interrupted: it has no result.")
    assert page.locator("#faults li").count() == len(data["plies"][-1].get("faults", ()))


def test_the_start_has_no_piece_but_the_robber(watched: Watched, tmp_path: Path) -> None:
    page = watched.open(write_page(tmp_path, MATCHES[0]))
    assert page.locator(".catan-board [data-seat]:visible").count() == 0
    assert page.locator(".catan-board .robber:visible").count() == 1
    assert page.inner_text("#action") == "The match begins."


def test_a_forfeit_and_the_fault_before_it_are_shown(watched: Watched, tmp_path: Path) -> None:
    page = watched.open(write_page(tmp_path, FORFEIT))
    page.keyboard.press("End")
    assert "forfeit timeout: " in page.inner_text("#action")
    assert "the match ends by it" in page.inner_text("#faults")
    assert page.locator("#action-list .fault").count() == 2
    page.select_option("#mark", "fault")
    page.keyboard.press("Home")
    page.click("#mark-forward")
    assert "malformed (refused, and asked again)" in page.inner_text("#faults")


def test_an_offer_shows_who_is_asked_and_what_they_said(watched: Watched, tmp_path: Path) -> None:
    page = watched.open(write_page(tmp_path, MATCHES[0]))
    page.select_option("#mark", "offer")
    page.click("#mark-forward")
    assert page.inner_text("#offer") == page.inner_text("#action")
    assert "has not answered yet" in page.inner_text("#offer-said")
    page.select_option("#mark", "trade")
    page.click("#mark-forward")
    assert "accepts" in page.inner_text("#offer-said li:last-child")


# -- going through it -------------------------------------------------------------------------------------------


def test_every_key_does_what_the_page_says(watched: Watched, tmp_path: Path) -> None:
    page = watched.open(write_page(tmp_path, MATCHES[0]))
    last = five(MATCHES[0])[-1]
    page.evaluate("document.activeElement.blur()")
    steps = [("End", last), ("ArrowRight", last), ("ArrowLeft", last - 1), ("Home", 0), ("ArrowLeft", 0),
             ("ArrowRight", 1)]  # fmt: skip
    for key, plies in steps:
        page.keyboard.press(key)
        assert (key, watched.plies()) == (key, plies)
    page.keyboard.press("Shift+ArrowRight")
    turn = watched.plies()
    assert page.locator("#action-list li.turn").first.is_visible()
    page.keyboard.press("Shift+ArrowLeft")
    assert 0 <= watched.plies() < turn
    assert page.input_value("#speed") == "2"
    page.keyboard.press("+")
    assert page.input_value("#speed") == "4"
    page.keyboard.press("-")
    page.keyboard.press("-")
    assert page.input_value("#speed") == "1"


def test_space_plays_and_pauses_to_the_end(watched: Watched, tmp_path: Path) -> None:
    begun = datetime(2026, 11, 30, tzinfo=UTC)
    watched.page.clock.install(time=begun)
    page = watched.open(write_page(tmp_path, MATCHES[0]), "#start")
    page.clock.pause_at(begun + timedelta(minutes=1))
    page.keyboard.press(" ")
    assert page.inner_text("#play") == "Pause"
    page.clock.run_for(1600)
    assert watched.plies() == 3
    page.keyboard.press(" ")
    page.clock.run_for(5000)
    assert watched.plies() == 3
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.click("#play")
    page.clock.run_for(2000)
    assert page.inner_text("#play") == "Play"
    assert watched.plies() == five(MATCHES[0])[-1]


def test_keys_are_left_to_who_types_and_can_be_turned_off(watched: Watched, tmp_path: Path) -> None:
    page = watched.open(write_page(tmp_path, MATCHES[0]), "#ply=20")
    page.focus("#ply")
    page.keyboard.press("Home")
    assert watched.plies() == 21
    page.click("#words details:last-child summary")
    page.uncheck("#keys")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Home")
    assert watched.plies() == 21


def test_links_and_fields_lead_to_a_ply(watched: Watched, tmp_path: Path) -> None:
    page = watched.open(write_page(tmp_path, MATCHES[0]), "#ply=12")
    assert watched.plies() == 13
    assert page.get_attribute("#link", "href") == "#ply=12"
    page.click("#action-list a[href='#ply=14']")
    playwright.expect(page.locator("#slider")).to_have_value("15")
    assert page.inner_text("#action") in page.inner_text("#action-list [aria-current]")
    page.fill("#ply", "30")
    page.keyboard.press("Enter")
    assert watched.plies() == 31
    page.wait_for_url("**#ply=30")
    page.fill("#roll", "5")
    page.keyboard.press("Enter")
    assert "roll 5" in page.inner_text("#moment")
    assert "rolls" in page.inner_text("#action")
    page.fill("#ply", "99999")
    page.keyboard.press("Enter")
    assert watched.plies() == five(MATCHES[0])[-1]


# -- whom it serves ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("record", "scheme"), [(MATCHES[2], "light"), (FORFEIT, "dark")])
def test_axe_finds_no_fault(browser: Any, tmp_path: Path, record: Path, scheme: str) -> None:
    axe = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    tab = Watched(browser, viewport={"width": 1280, "height": 900}, color_scheme=scheme)
    page = tab.open(write_page(tmp_path, record), f"#ply={five(record)[-2]}")
    for summary in page.locator("summary").all():
        summary.click()
    page.evaluate(axe)
    found = page.evaluate("() => axe.run()")
    tab.context.close()
    assert len(found["passes"]) > 20
    assert [(fault["id"], fault["impact"], fault["nodes"][0]["html"]) for fault in found["violations"]] == []


def test_a_phone_need_not_scroll_sideways(browser: Any, tmp_path: Path) -> None:
    tab = Watched(browser, viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
    page = tab.open(write_page(tmp_path, MATCHES[0]), f"#ply={five(MATCHES[0])[-2]}")
    for summary in page.locator("summary").all():
        summary.tap()
    assert page.evaluate("() => document.documentElement.scrollWidth") == 360
    smallest = min(button.bounding_box()["height"] for button in page.locator("button").all())
    tab.context.close()
    assert smallest >= 40


def test_dark_mode_is_dark(browser: Any, tmp_path: Path) -> None:
    grounds = {}
    for scheme in ("light", "dark"):
        tab = Watched(browser, color_scheme=scheme)
        page = tab.open(write_page(tmp_path, MATCHES[0]))
        colour = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
        grounds[scheme] = sum(map(int, re.findall(r"\d+", colour)))
        tab.context.close()
    assert grounds["dark"] < 150
    assert grounds["light"] > 600


def test_a_long_match_opens_at_once(browser: Any, tmp_path: Path) -> None:
    """About a second is promised, for as many plies as a match may have; the rest is for a machine with more to do."""
    record = MadeRecord(replace(STANDARD, name="long", points_to_win=20), ply_cap=5000)
    while record.game.result is None and record.game.ply < 4990:
        record.play(1)
    assert record.game.ply > 4000
    lines = record.ended() if record.game.result else record.cancelled()
    path = tmp_path / "long.jsonl"
    path.write_bytes(b"".join(lines))
    tab = Watched(browser)
    page = tab.open(write_page(tmp_path, path))
    took_ms = page.evaluate("() => performance.getEntriesByType('navigation')[0].loadEventEnd")
    tab.context.close()
    assert 0 < took_ms < 3000


def test_the_policy_stops_whoever_asks_a_network(browser: Any, tmp_path: Path) -> None:
    tab = Watched(browser)
    page = tab.open(write_page(tmp_path, MATCHES[0]))
    came_to = page.evaluate("() => fetch('https://example.org/').then(() => 'sent', () => 'stopped')")
    tab.context.close()
    assert came_to == "stopped"
    assert any("Content Security Policy" in text for text in tab.said)
