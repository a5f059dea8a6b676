"""``python -m tests.replays.new_reports``: write the golden reports anew. Look at the difference before it is kept."""

from __future__ import annotations

import sys

from referee.replays.report.as_json import as_json
from referee.replays.report.gather import report_of
from tests.replays.golden import EVIDENCE, REPORTS
from tests.replays.reports import in_html, in_markdown, without_pictures

if __name__ == "__main__":
    report = report_of(EVIDENCE)
    for form, text in (
        ("md", in_markdown(report)),
        ("html", without_pictures(in_html(report))),
        ("json", as_json(report)),
    ):
        path = REPORTS / f"evidence.{form}"
        path.write_text(text, encoding="utf-8")
        print(path, file=sys.stderr)
