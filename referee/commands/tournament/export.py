"""``referee tournament export``: the tournament as files, for programs and for people."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Final, Literal

from cyclopts import Parameter

from referee.commands.arguments import UsageError
from referee.commands.tournament.where import Where, folder_at, opened_to_read
from referee.commands.whole_file import replace_whole
from referee.exit_status import FINE
from referee.tournament.pages.as_csv import matches_csv, standings_csv
from referee.tournament.pages.as_json import as_json
from referee.tournament.pages.facts import TournamentFacts
from referee.tournament.pages.html import as_html
from referee.tournament.pages.markdown import as_markdown
from referee.tournament.summary import facts_of, fresh_ratings


def _matches(facts: TournamentFacts) -> str:
    return "".join(matches_csv(facts))


What = Literal["html", "md", "json", "csv", "matches"]
_WRITERS: Final[Mapping[What, Callable[[TournamentFacts], str]]] = {
    "html": as_html,
    "md": as_markdown,
    "json": as_json,
    "csv": standings_csv,
    "matches": _matches,
}


def export(
    where: Where,
    /,
    *,
    as_: Annotated[What | None, Parameter(name="--as")] = None,
    out: Path | None = None,
) -> int:
    """Write the tournament as it stands: a page for people, or tables for programs.

    Parameters
    ----------
    where
        The tournament's folder, or its file.
    as_
        html: one page with tables and plots, which needs no network; md: the same in Markdown; json: all of it as one
        object; csv: the table; matches: a row a match, with its replay and digests. Default: what the file's ending
        says, else md.
    out
        The file, which is written over if it is there. Default: standard output.
    """
    what = _kind(as_, out)
    with opened_to_read(where) as store:
        text = _WRITERS[what](facts_of(store, fresh_ratings(store, folder_at(where))))
    if out is None:
        print(text, end="")
    else:
        replace_whole(out, text.encode())
    return FINE


def _kind(as_: What | None, out: Path | None) -> What:
    if as_ is not None:
        return as_
    if out is None:
        return "md"
    for what in _WRITERS:
        if out.suffix == f".{what}":
            return what
    raise UsageError(f"--out {out}: ends in none of .html, .md, .json, .csv; say what it is to be with --as")
