"""The page in a real browser: on any screen, light and dark, it fetches nothing and shuts nobody out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.tournament.pages.facts import TournamentFacts
from referee.tournament.pages.html import as_html
from tests.tournament.pages.simulated import cup, facts_of, results_of
from tests.tournament.pages.tables import HOSTILE, entrant

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")


def small_cup(seats: int) -> TournamentFacts:
    """A bot with a hostile name among others, without ratings."""
    entered = [
        entrant(0, HOSTILE, HOSTILE, HOSTILE, HOSTILE),
        *(entrant(number, f"bot {number}") for number in (1, 2, 3, 4)),
    ]
    return facts_of(results_of(5, 12, seats=seats), entered, seats=seats)


@pytest.mark.parametrize(("seats", "width", "scheme"), [(3, 390, "light"), (4, 1100, "dark")])
def test_a_hostile_name_is_only_ever_text(browser: Any, tmp_path: Path, seats: int, width: int, scheme: str) -> None:
    page = opened(browser, tmp_path, small_cup(seats), width, scheme)
    assert page.locator("script").count() == 0
    assert page.locator("tbody").first.get_by_text("<script>alert(1)").count() == 1


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1100, "light")])
def test_a_rated_tournament_has_all_its_pictures(browser: Any, tmp_path: Path, width: int, scheme: str) -> None:
    page = opened(browser, tmp_path, cup(8, 40), width, scheme)
    assert page.locator("svg.catan-plot").count() == 4
    assert page.locator("svg.catan-plot circle.dot").count() == 8 + 4
    letters = page.evaluate("() => document.querySelector('.catan-plot text').getBoundingClientRect().height")
    assert letters >= 12


def opened(browser: Any, folder: Path, facts: TournamentFacts, width: int, scheme: str) -> Any:
    """The page, which must have asked for nothing, be no wider than the screen, and have no fault that axe knows."""
    file = folder / "tournament.html"
    file.write_text(as_html(facts), encoding="utf-8")
    # axe is a script, and the page allows none.
    page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme, bypass_csp=True)
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    assert (said, asked) == ([], [file.as_uri()])
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    found = axe.Axe().run(page).response["violations"]
    assert [(fault["id"], fault["nodes"][0]["html"]) for fault in found] == []
    return page
