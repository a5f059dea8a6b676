"""Reports of records, written."""

from __future__ import annotations

import re

from referee.replays.report.facts import Report
from referee.replays.report.html import html
from referee.replays.report.markdown import markdown
from referee.replays.report.words import document_of


def in_markdown(report: Report) -> str:
    return markdown(document_of(report))


def in_html(report: Report) -> str:
    return html(document_of(report))


def without_pictures(page: str) -> str:
    """The page without its boards, which have goldens of their own."""
    return re.sub(r"<svg.*?</svg>\n", "<svg/>", page, flags=re.DOTALL)
