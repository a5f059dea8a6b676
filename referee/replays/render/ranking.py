"""The end of a match: who came where, and why it ended."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from referee.replays.render.escape import LONGEST_NAME, LONGEST_REASON, printable


def ranking_table(result: Mapping[str, Any], names: Sequence[str], offenders: Collection[int] = ()) -> Table:
    """The final table, first seat first, for any rich console; plain text where that is no terminal.

    ``result`` is a result as on the wire, which names one offender only; ``offenders`` are all seats by whose fault
    the match ended, where more is known. Their rows say ``forfeit``.
    """
    table = Table(title=Text(ending_words(result)), title_justify="left", title_style="bold")
    for heading in ("place", "seat", "name"):
        table.add_column(heading, justify="left" if heading == "name" else "right")
    for heading in ("points", "resource cards"):
        table.add_column(heading, justify="right")
    table.add_column("")
    for place, seat in enumerate(result["ranking"], start=1):
        remark = "winner" if seat == result["winner"] else ""
        if seat == result["offender"] or seat in offenders:
            remark = "forfeit"
        table.add_row(
            str(place),
            str(seat),
            Text(printable(names[seat], LONGEST_NAME)),
            str(result["points"][seat]),
            str(result["resource_cards"][seat]),
            remark,
        )
    return table


def ending_words(result: Mapping[str, Any], longest: int = LONGEST_REASON) -> str:
    """One line: the verdict, the reason, cut to ``longest`` characters, and how long it took."""
    verdict, reason = result["verdict"], printable(result["reason"], longest)
    return f"{verdict.replace('_', ' ')}: {reason} ({result['rolls']} rolls, {result['plies']} plies)"
