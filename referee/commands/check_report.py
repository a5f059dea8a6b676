"""What ``referee check`` tells: a table for people, or an object for programs."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

from rich.table import Column, Table
from rich.text import Text

from referee.bots.spec import BotSpec
from referee.check.play import Observation
from referee.check.rows import Row
from referee.check.trials import Trial
from referee.console import Console, print_table
from referee.replays.render.escape import LONGEST_REASON, printable

_STYLES: Final = {"ok": "green", "warning": "yellow", "forfeit": "bold red"}


@dataclass(frozen=True)
class Report:
    """A check that is over: the bot, the rule sets it was tried under, how it was contained, and what was found.

    ``trials`` are all that were meant to be played, ``observations`` those that were.
    """

    bot: BotSpec
    rules: Sequence[str]
    sandbox: str
    trials: Sequence[Trial]
    observations: Sequence[Observation]
    rows: Sequence[Row]

    @property
    def would_forfeit(self) -> bool:
        """Whether a referee would hold against it what ends a match."""
        return any(row.grade == "forfeit" for row in self.rows)

    @property
    def not_played(self) -> list[str]:
        """The names of the trials that were left out after one that takes all the time there is."""
        return [trial.name for trial in self.trials[len(self.observations) :]]


def report_object(report: Report, folder: Path | None) -> dict[str, object]:
    """The report as ``--json`` prints it; ``folder`` is where the trials' files are kept, None where they are not."""
    player = report.observations[0].player
    return {
        "bot": report.bot.text,
        "name": player.name,
        "version": player.version,
        "digest": report.bot.digest,
        "rules": report.rules,
        "sandbox": report.sandbox,
        "would_forfeit": report.would_forfeit,
        "rows": [
            {"name": row.name, "value": row.value, "grade": row.grade, "advice": row.advice or None,
             "where": row.where or None}
            for row in report.rows
        ],
        "trials": [_trial_object(one, is_kept=folder is not None) for one in report.observations],
        "not_played": report.not_played,
        "folder": None if folder is None else _path(folder),
    }  # fmt: skip


def _trial_object(one: Observation, *, is_kept: bool) -> dict[str, object]:
    offence, result = one.offence, one.outcome.result
    times = [exchange.used_ns / 1e6 for exchange in one.player.exchanges]
    return {
        "name": one.trial.name,
        "rules": one.trial.settings.rules.name,
        "seat": one.trial.seat,
        "verdict": result.verdict,
        "forfeit": None if offence is None else offence.kind,
        "reason": result.reason,
        "requests": len(times),
        "median_ms": round(median(times), 3) if times else None,
        "slowest_ms": round(max(times), 3) if times else None,
        "last_words": one.outcome.last_words[one.trial.seat],
        "replay": _path(one.replay) if is_kept else None,
        "transcript": _path(one.transcript) if is_kept else None,
        "evidence": None if one.outcome.evidence is None or not is_kept else _path(one.outcome.evidence),
    }


def _path(path: Path) -> str:
    return os.fsencode(path).decode(errors="backslashreplace")


def print_report(report: Report, folder: Path | None) -> None:
    """The table, a line that sums it up, and where to look on."""
    table = Table("what", Column("found", overflow="fold"), "grade", Column("what would be right", overflow="fold"))
    for row in report.rows:
        advice = f"{row.advice} ({row.where})" if row.where else row.advice
        value = Text(printable(row.value, LONGEST_REASON))
        table.add_row(row.name, value, Text(row.grade, _STYLES[row.grade]), Text(printable(advice, LONGEST_REASON)))
    print_table(table)
    for line in _closing_lines(report, folder):
        Console().print(Text(line), soft_wrap=True)


def _closing_lines(report: Report, folder: Path | None) -> list[str]:
    lines = [_sum(report)]
    if report.not_played:
        lines.append(f"not played after that: {', '.join(report.not_played)}")
    for one in report.observations:
        words = printable(one.outcome.last_words[one.trial.seat])
        if words and one.offence is not None and one.offence.kind in ("crash", "no_start"):
            lines.append(f"{one.trial.name}: it wrote last to its standard error: {words}")
    if report.bot.rules is None and report.bot.digest is None:
        lines.append("A command claims no rule set, so competition was played; a folder's bot.toml can claim more.")
    if folder is not None:
        lines.append(f"replays, transcripts and evidence: {printable(str(folder), 4000)}")
    return lines


def _sum(report: Report) -> str:
    warnings = sum(row.grade == "warning" for row in report.rows)
    forfeits = [row.name for row in report.rows if row.grade == "forfeit"]
    if forfeits:
        return f"It would forfeit: {', '.join(forfeits)}."
    if warnings:
        return f"It would not forfeit. {warnings} warning{'s' if warnings > 1 else ''}."
    return "Nothing that a referee would hold against it."
