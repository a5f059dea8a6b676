"""The pages that rows refer to."""

from __future__ import annotations

import pytest

from referee.check import rows
from tests.match.tables import ROOT
from tests.test_docs import anchors

PAGES = [value for value in vars(rows).values() if isinstance(value, str) and value.startswith("docs/")]


@pytest.mark.parametrize("where", PAGES)
def test_every_page_is_there_and_has_the_section(where: str) -> None:
    page, _, anchor = where.partition("#")
    text = (ROOT / page).read_text(encoding="utf-8")
    assert not anchor or anchor in anchors(text)


def test_there_are_pages() -> None:
    assert len(PAGES) > 5
