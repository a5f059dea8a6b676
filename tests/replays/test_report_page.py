"""The page of a report in a real browser: on any screen, light and dark, it fetches nothing and shuts nobody out."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.replays.report.gather import report_of
from tests.replays.golden import EVIDENCE, FOLDER
from tests.replays.reports import in_html

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
CHROMIUM = shutil.which("chromium")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium on the PATH")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as started:
        # Without a sandbox of its own: it is shown our pages alone, and may run as root where tests do.
        chromium = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1100])
@pytest.mark.parametrize("record", [EVIDENCE, FOLDER / "standard_victory.jsonl"], ids=lambda path: path.stem)
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
