"""What ``referee match`` tells of a match that is over: a table for people, or an object for programs."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
from rich.text import Text

from referee.console import Console
from referee.match.outcome import Outcome
from referee.match.settings import MatchSettings
from referee.replays.render.escape import printable
from referee.replays.render.ranking import ending_words, ranking_table
from referee.replays.seed_file import seed_file
from referee.streams import say


def outcome_object(outcome: Outcome, match_id: str, settings: MatchSettings, replay: Path) -> dict[str, object]:
    """The outcome as ``--json`` prints it; times in whole milliseconds."""
    result = outcome.result
    offences = {offence.seat: offence for offence in outcome.offences}
    return {
        "match_id": match_id,
        "rules": settings.rules.name,
        "seed": outcome.seed,
        "verdict": result.verdict,
        "reason": result.reason,
        "offender": result.offender,
        "winner": result.winner,
        "ranking": result.ranking,
        "rolls": result.rolls,
        "plies": result.plies,
        "seats": [
            {
                "seat": seat,
                "name": outcome.names[seat],
                "version": outcome.versions[seat],
                "points": result.points[seat],
                "resource_cards": result.resource_cards[seat],
                "time_ms": outcome.used_ns[seat] // 1_000_000,
                "slowest_ms": outcome.slowest_ns[seat] // 1_000_000,
                "forfeit": offences[seat].kind if seat in offences else None,
                "last_words": outcome.last_words[seat],
                "read_on": offences[seat].read_on if seat in offences else None,
            }
            for seat in range(len(outcome.names))
        ],
        "replay": _path(replay),
        "game_digest": outcome.game_digest,
        "record_digest": outcome.record_digest,
        "wall_ms": outcome.wall_ms,
        "sandbox": outcome.sandbox,
        "evidence": None if outcome.evidence is None else _path(outcome.evidence),
    }


def _path(path: Path) -> str:
    return os.fsencode(path).decode(errors="backslashreplace")


def print_outcome(outcome: Outcome, replay: Path) -> None:
    """The result on standard output, and beside it what the author of a bot that broke down needs."""
    console = Console()
    result = msgspec.to_builtins(outcome.result)
    table = ranking_table(result, outcome.names, [offence.seat for offence in outcome.offences])
    table.title = None  # the line below wraps at the terminal's edge, not at the table's
    console.print(Text(ending_words(result)), soft_wrap=True)
    console.print(table)
    console.print(Text(f"replay: {printable(str(replay), 4000)}"), soft_wrap=True)
    if outcome.seed is None:
        console.print(Text(f"sealed seed: {printable(str(seed_file(replay)), 4000)}"), soft_wrap=True)
    if outcome.evidence is not None:
        console.print(Text(f"evidence: {printable(str(outcome.evidence), 4000)}"), soft_wrap=True)
    for offence in outcome.offences:
        say(f"seat {offence.seat} lost by {offence.kind.replace('_', ' ')}: read on in {offence.read_on}")
        words = printable(outcome.last_words[offence.seat])
        if words and offence.kind in ("crash", "no_start"):
            say(f"seat {offence.seat} wrote last to its standard error (--transcript FILE keeps it all): {words}")
