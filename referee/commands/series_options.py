"""The options of commands that play match after match, as they are read from a command line."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from protocol.vocabulary import OnIllegal
from referee.commands.arguments import FLAG, UsageError
from referee.commands.match_options import MatchOptions


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class SeriesOptions:
    """The options of a series of matches by the same bots on the same seats.

    Parameters
    ----------
    bot
        A bot, once per seat in seat order, as in referee match.
    replays
        The folder, which must be there, for the replays: each under its match's id.
    seed
        Printable text: match number n has the seed TEXT/n. Default: 128 secret random bits for each match.
    sign
        The private key of who stands for the matches, from referee keys new: each replay is checked and signed.
    rules
        A rule set by name, or a TOML file of rule fields.
    set_
        FIELD=VALUE: a rule field to change, such as points_to_win=8. May be given several times.
    time_control
        move=1s,reserve=30s,start=10s,increment=0s,match=60m in any order, as in referee match.
    no_timeout
        No time limits.
    on_illegal
        What a bad answer means: forfeit, or refuse: told why and asked again three times, then a default action.
    freeze
        Stop bots while others are to move.
    cpu
        Keep the matches, referee and bots, on this core of the machine.
    json
        Print each result as one JSON object on a line.
    """

    bot: Annotated[list[str], Parameter(name="--bot", negative="")]
    replays: Path = Path(".")
    seed: str | None = None
    sign: Path | None = None
    rules: str = "competition"
    set_: Annotated[tuple[str, ...], Parameter(name="--set", negative="", show_default=False)] = ()
    time_control: str | None = None
    no_timeout: Annotated[bool, FLAG] = False
    on_illegal: OnIllegal = "forfeit"
    freeze: Annotated[bool, FLAG] = False
    cpu: int | None = None
    json: Annotated[bool, FLAG] = False

    def of_a_match(self) -> MatchOptions:
        """What they say of each match."""
        return MatchOptions(
            bot=self.bot, rules=self.rules, set_=self.set_, time_control=self.time_control, cpu=self.cpu,
            no_timeout=self.no_timeout, on_illegal=self.on_illegal, freeze=self.freeze, seed=self.seed,
        )  # fmt: skip

    def hidden(self) -> list[Path]:
        """The files named here that bots are not to see."""
        return [] if self.sign is None else [self.sign]


def check_series(options: SeriesOptions, matches: int | None) -> None:
    """Raise ``UsageError`` for a number of matches or a folder that can't be."""
    if matches is not None and matches < 1:
        raise UsageError(f"--matches {matches}: must be at least 1")
    if not (options.replays.is_dir() and os.access(options.replays, os.W_OK)):
        raise UsageError(f"--replays {options.replays}: is no folder that can be written to; make it first")
