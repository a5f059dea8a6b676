"""``referee replay export``: a recorded match as a table."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from referee.commands.arguments import new_file
from referee.commands.replay_argument import playable
from referee.commands.whole_file import write_new
from referee.exit_status import FINE
from referee.match.recorder import for_the_owner
from referee.replays.export import csv_lines, jsonl_lines, rows_of
from referee.replays.render.escape import printable

Form = Annotated[Literal["csv", "jsonl"], Parameter(name="--format")]


def export(
    file: Annotated[Path, Parameter(name="FILE")],
    /,
    *,
    format_: Form = "csv",
    out: Path | None = None,
) -> int:
    """Write a recorded match as a table, one row a ply, for a spreadsheet or a program.

    Parameters
    ----------
    file
        The replay, gzipped or not; its seed must be revealed or lie beside it.
    format_
        csv: with a heading, as RFC 4180 has it. jsonl: one JSON object a line.
    out
        Write to this file instead of standard output.
    """
    replay, secret = playable(file)
    rows = rows_of(replay, secret)
    lines = jsonl_lines(rows) if format_ == "jsonl" else csv_lines(rows, len(replay.header.seats))
    content = "".join(lines).encode()
    if out is None:
        sys.stdout.buffer.write(content)
        return FINE
    write_new(new_file(out, "--out"), content, for_the_owner)
    print(printable(str(out), 4000))
    return FINE
