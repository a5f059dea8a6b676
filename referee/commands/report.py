"""``referee replay report``: what an adjudicator needs to know of a recorded match, on one page."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final, Literal

from cyclopts import Parameter

from referee.commands.arguments import UsageError, new_file
from referee.commands.whole_file import write_new
from referee.exit_status import FINE, NEGATIVE
from referee.match.recorder import for_the_owner
from referee.replays.reader import ReplayError
from referee.replays.render.escape import printable
from referee.replays.report.as_json import as_json
from referee.replays.report.facts import Report
from referee.replays.report.gather import report_of
from referee.replays.report.html import html
from referee.replays.report.markdown import markdown
from referee.replays.report.words import document_of

Form = Literal["md", "html", "json"]
_WRITERS: Final[dict[Form, Callable[[Report], str]]] = {
    "md": lambda report: markdown(document_of(report)),
    "html": lambda report: html(document_of(report)),
    "json": as_json,
}


def report(
    file: Annotated[Path, Parameter(name="FILE")],
    /,
    *,
    format_: Annotated[Form, Parameter(name="--format")] = "md",
    out: Path | None = None,
) -> int:
    """Write the report of a recorded match: who played, how it ended and why, and what the record proves of it.

    The evidence of every forfeit with what would have been legal, the decisive plies, clocks, trades and thefts, luck,
    and what verifying the record shows. Of a record that differs, or whose seed is not known, there is only what its
    lines say, and the report says so.

    Parameters
    ----------
    file
        The replay, gzipped or not. It tells every hand, so keep the report of a match to yourself while that runs.
    format_
        Markdown, a page of HTML that needs nothing else, or JSON for programs.
    out
        Write to this file, for its owner alone, instead of standard output.
    """
    try:
        found = report_of(file)
    except ReplayError as error:
        raise UsageError(f"{file}: {error}") from None
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror or error}") from None
    text = _WRITERS[format_](found)
    if out is None:
        sys.stdout.write(text)
    else:
        write_new(new_file(out, "--out"), text.encode(), for_the_owner)
        print(printable(str(out), 4000))
    return NEGATIVE if found.verified.status == "differs" else FINE
