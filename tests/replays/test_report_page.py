"""The page of a report in a real browser: on any screen, light and dark, it fetches nothing and shuts nobody out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.replays.report.gather import report_of
from tests.replays.golden import EVIDENCE, FOLDER
from tests.replays.reports import in_html

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")


STANDARD = FOLDER / "standard_victory.jsonl"


@pytest.mark.parametrize(
    ("record", "width", "scheme"),
    [(EVIDENCE, 390, "light"), (EVIDENCE, 1100, "dark"), (STANDARD, 390, "dark"), (STANDARD, 1100, "light")],
)
def test_a_page_is_readable_and_asks_for_nothing(
    browser: Any, tmp_path: Path, record: Path, width: int, scheme: str
) -> None:
    file = tmp_path / "report.html"
    file.write_text(in_html(report_of(record)), encoding="utf-8")
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
    assert page.locator("svg.catan-board .building").count() > 8
