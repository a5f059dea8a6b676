"""The options of ``referee tournament run``, and the tournament that they and a file make."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from cyclopts import Parameter

from referee.commands.arguments import UsageError
from referee.commands.tournament.terms_options import TermsOptions
from referee.commands.tournament.until import parse_until
from referee.replays.utc import utc_words
from referee.tournament.plan import Bounds, Orders, Plan
from referee.tournament.plan_file import PlanFile, parse_bot, plan_of, read_plan_file


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class TournamentOptions:
    """Who plays whom, and for how long. Each is a key of a tournament file too; given here, it takes the file's place.

    Parameters
    ----------
    name
        What it is called. Default: the file's name.
    format
        round_robin: every group of bots; gauntlet: one candidate with every group of the others; rounds: groups drawn
        by rating, as many for everybody in each round. Default: round_robin.
    bot
        A bot, as in referee match: a folder, a sample bot's name or a command; or a table as in a file, with spec,
        name, version and team: '{spec = "./otter", team = "Riverside"}'. Once for each.
    candidate
        The name of the gauntlet's candidate.
    orders
        The seat orders in which each seed is played. rotations: each bot on each seat once, four matches a block. all:
        all 24 orders. Default: rotations.
    matches
        So many matches in all, those of earlier runs included; whole blocks of them.
    blocks
        So many blocks in all.
    rounds
        So many rounds in all; of round_robin and gauntlet, every group once is one. Default: 1 of those two.
    until
        Begin no block that would probably not be over by then: 2026-12-01T08:00, 08:00 or 90m from now.
    """

    name: str | None = None
    format: Literal["round_robin", "gauntlet", "rounds"] | None = None
    bot: Annotated[tuple[str, ...], Parameter(name="--bot", negative="", show_default=False)] = ()
    candidate: str | None = None
    orders: Orders | None = None
    matches: int | None = None
    blocks: int | None = None
    rounds: int | None = None
    until: str | None = None

    def bounds(self) -> Bounds:
        """How long it is to go on. Raises ``UsageError`` for a time that is none."""
        return bounds_of(self.matches, self.blocks, self.rounds, self.until)


def bounds_of(matches: int | None, blocks: int | None, rounds: int | None, until: str | None) -> Bounds:
    """The bounds with times made those of the calendar. Raises ``UsageError`` for a time that is none."""
    moment = None if until is None else utc_words(parse_until(until))
    return Bounds(matches=matches, blocks=blocks, rounds=rounds, until=moment)


def read_file(path: Path | None, options: TournamentOptions, terms: TermsOptions) -> PlanFile:
    """The keys of the file, if there is one, with the options in their place. Raises ``UsageError``, ``PlanError``."""
    try:
        file = PlanFile() if path is None else read_plan_file(path)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    given = options.__dict__ | terms.keys()
    changes = {key: given[key] for key in PlanFile.__struct_fields__ if given.get(key) is not None}
    if options.bot:
        changes["bots"] = tuple(map(parse_bot, options.bot))
    return msgspec.structs.replace(file, **changes, set=(*file.set, *terms.set_))


def planned(file: PlanFile) -> Plan:
    """The plan with its bounds. Raises ``UsageError``, ``PlanError``."""
    bounds = bounds_of(file.matches, file.blocks, file.rounds, file.until)
    return msgspec.structs.replace(plan_of(file), bounds=bounds)


def folder_of(path: Path | None, file: PlanFile, terms: TermsOptions) -> Path:
    """Where the tournament is kept. Raises ``UsageError`` where nothing says so."""
    if terms.folder is not None:
        return terms.folder
    if path is not None:
        return path.with_suffix("")
    if file.name is None:
        raise UsageError("give a tournament file, or --bot for each bot with --name or --folder")
    return Path(file.name)
