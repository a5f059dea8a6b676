"""Who enters a tournament: each SPEC resolved once, with its name and the digest of its files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from engine.rules import CHANGED
from protocol.session import NAME_PATTERN
from referee.bots.spec import BotSpec, SpecError, parse_spec
from referee.tournament.plan import FORMATS_OF_FILES, LONGEST_WORDS, Plan, PlanError, PlannedBot
from referee.tournament.store.rows import EntrantRow

_NAME: Final = re.compile(NAME_PATTERN)
_LONGEST_NAME: Final = 32


def entrants_of(plan: Plan) -> list[EntrantRow]:
    """The entrants by number. One that can't be started is benched from the beginning, with its reason; but without any
    of its bots no comparison and no A/A test is to be had.

    Raises ``PlanError`` for bots that no tournament can have, and where names are wrong, double or missing.
    """
    rows = [_entrant(number, bot, str(plan.rules["name"])) for number, bot in enumerate(plan.bots)]
    if plan.format == "compare":
        rows = _told_apart(rows)
    names = [row.name for row in rows]
    for name in names:
        if names.count(name) > 1:
            raise PlanError(f"two bots are called {name!r}: give one of them another name")
    _check_candidate(plan, names)
    if plan.format not in FORMATS_OF_FILES:
        for row in rows:
            if row.benched is not None:
                raise PlanError(row.benched)
    if plan.format in FORMATS_OF_FILES and len(names) < plan.seats:
        raise PlanError(f"{len(names)} bots for tables of {plan.seats}: give at least {plan.seats}")
    return rows


def _check_candidate(plan: Plan, names: Sequence[str]) -> None:
    if plan.format != "gauntlet":
        if plan.candidate is not None:
            raise PlanError(f"a candidate goes with the format gauntlet, not with {plan.format}")
    elif plan.candidate is None:
        raise PlanError(f"a gauntlet needs a candidate: one of {', '.join(names)}")
    elif plan.candidate not in names:
        raise PlanError(f"the candidate {plan.candidate!r} is none of the bots {', '.join(names)}")


def _entrant(number: int, bot: PlannedBot, rules: str) -> EntrantRow:
    for what, words in (("name", bot.name), ("version", bot.version), ("team", bot.team)):
        if not words.isprintable() or len(words) > LONGEST_WORDS:
            raise PlanError(
                f"bot {bot.spec!r}: its {what} must be printable and have at most {LONGEST_WORDS} characters"
            )
    if bot.name and not _NAME.fullmatch(bot.name):
        raise PlanError(
            f"bot {bot.spec!r}: its name {bot.name!r} must have 1 to 32 characters out of A-Z a-z 0-9 . _ -"
        )
    try:
        spec = parse_spec(bot.spec)
    except SpecError as error:
        name = bot.name or _name_from(bot.spec)
        return EntrantRow(
            number=number, name=name, version=bot.version, team=bot.team, spec=bot.spec, benched=str(error)
        )
    if not isinstance(spec, BotSpec):
        raise PlanError(f"bot {bot.spec!r}: is started by somebody else; every match of a tournament starts it anew")
    benched = None
    if spec.rules is not None and rules not in (*spec.rules, CHANGED):  # of changed rules nobody can have heard
        benched = f"{bot.spec}: its bot.toml claims {', '.join(spec.rules)}, not the rules {rules}"
    return EntrantRow(
        number=number, name=bot.name or spec.name, version=bot.version or spec.version, team=bot.team, spec=bot.spec,
        digest=spec.digest, benched=benched,
    )  # fmt: skip


def _name_from(spec: str) -> str:
    """A name for what is not there to be asked."""
    last = spec.rstrip("/").rpartition("/")[2]
    return re.sub("[^A-Za-z0-9._-]", "", last)[:_LONGEST_NAME] or "bot"


def _told_apart(rows: Sequence[EntrantRow]) -> list[EntrantRow]:
    """Two versions of a bot share its name, as a rule: the later ones get a number."""
    seen: Counter[str] = Counter()
    told = []
    for row in rows:
        seen[row.name] += 1
        ending = "" if seen[row.name] == 1 else f".{seen[row.name]}"
        told.append(msgspec.structs.replace(row, name=row.name[: _LONGEST_NAME - len(ending)] + ending))
    return told
