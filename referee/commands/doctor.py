"""``referee doctor``: tells what this machine can do and what would have to be installed."""

from __future__ import annotations

from typing import Annotated

import msgspec
from rich.table import Column, Table

from referee.bots.sandbox.protections import NEEDED, RATED, Level, Protection
from referee.commands.arguments import FLAG
from referee.console import print_table
from referee.doctor import Examination, examine
from referee.event_loop import run
from referee.exit_status import FINE, NEGATIVE


def doctor(*, json: Annotated[bool, FLAG] = False) -> int:
    """Find out how far bots can be contained on this machine, what is missing and what would bring it.

    Exit status 0 if the level that rated play needs is reached, 1 if not.

    Parameters
    ----------
    json
        Print what was found as one JSON object.
    """
    examination = run(examine())
    if json:
        print(msgspec.json.encode(_as_json(examination)).decode())
    else:
        _print(examination)
    return FINE if examination.is_fit_for_rated_play else NEGATIVE


def promised_from(protection: Protection) -> Level:
    """The lowest level that promises it."""
    return min(level for level, needed in NEEDED.items() if protection in needed)


def _lacking(examination: Examination, level: Level) -> list[str]:
    return sorted(absence.protection.name.lower() for absence in examination.missing
                  if absence.protection in NEEDED[level])  # fmt: skip


def _as_json(examination: Examination) -> dict[str, object]:
    return {
        "level": examination.level.word,
        "rated_level": RATED.word,
        "is_fit_for_rated_play": examination.is_fit_for_rated_play,
        "cores": examination.cores,
        "levels": {level.word: {"is_reached": not (lacking := _lacking(examination, level)), "lacking": lacking}
                   for level in Level},
        "protections": {
            protection.name.lower(): {
                "what": protection.value,
                "promised_from": promised_from(protection).word,
                "is_there": examination.cause(protection) is None,
                "cause": examination.cause(protection),
            }
            for protection in Protection
        },
        "parts": [
            {"name": part.name, "is_there": part.is_there, "detail": part.detail, "advice": part.advice or None}
            for part in examination.parts
        ],
        "advice": examination.advice,
    }  # fmt: skip


def _print(examination: Examination) -> None:
    protections = Table("a bot has", "", "from level", Column("why not", overflow="fold"))
    told: str | None = None
    for protection in Protection:
        cause = examination.cause(protection)
        why_not = "" if cause is None else "the same" if cause == told else cause
        protections.add_row(protection.value, _yes(cause is None), promised_from(protection).word, why_not)
        told = cause or told
    print_table(protections)
    parts = Table("part", "", Column("where, how or why not", overflow="fold"))
    for part in examination.parts:
        parts.add_row(part.name, _yes(part.is_there), part.detail)
    parts.add_row("cores", "", f"{examination.cores} for the referee and its bots")
    print_table(parts)
    for level in Level:
        lacking = ", ".join(_lacking(examination, level))
        print(f"level {level.word}: {'lacks ' + lacking if lacking else 'reached'}")
    verdict = "reached" if examination.is_fit_for_rated_play else "not reached"
    print(f"\n--sandbox auto is {examination.level.word}. Rated play needs {RATED.word}: {verdict}.")
    for advice in examination.advice:
        print(f"- {advice}")


def _yes(is_there: bool) -> str:
    return "yes" if is_there else "no"
