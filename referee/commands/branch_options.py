"""The options of ``referee replay branch``, as they are read from a command line."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from protocol.vocabulary import OnIllegal
from referee.commands.arguments import FLAG
from referee.commands.match_options import MatchOptions


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class BranchOptions:
    """The options of a match that goes on from a recorded one.

    Parameters
    ----------
    bot
        A bot, once per seat in seat order, as in referee match.
    ply
        The number of the last ply that is taken over, counted from 0; negative numbers count from the end, -1 is the
        last.
    replay
        Where the new replay goes; a name ending in .gz is compressed. Default: the new match's id, in this folder.
    time_control
        move=1s,reserve=30s,start=10s,increment=0s,match=60m in any order, as in referee match. Default: that of the
        recorded match, with whole reserves.
    no_timeout
        No time limits. So it is where somebody is human or waited for and no --time-control is given.
    on_illegal
        What a bad answer means: forfeit, or refuse. Default: as in the recorded match; refuse where somebody is human.
    freeze
        Stop bots while others are to move. Default: as in the recorded match, where these bots can be stopped.
    cpu
        Keep the match, referee and bots, on this core of the machine.
    transcript
        Write every line both ways, with times, to this file.
    json
        Print the result as one JSON object.
    quiet
        No picture of the running match.
    """

    bot: Annotated[list[str], Parameter(name="--bot", negative="")]
    ply: int
    replay: Path | None = None
    time_control: str | None = None
    no_timeout: Annotated[bool, FLAG] = False
    on_illegal: OnIllegal | None = None
    freeze: bool | None = None
    cpu: int | None = None
    transcript: Path | None = None
    json: Annotated[bool, FLAG] = False
    quiet: Annotated[bool, FLAG] = False

    def of_a_match(self) -> MatchOptions:
        """What they say of the match that is played."""
        return MatchOptions(
            bot=self.bot, time_control=self.time_control, no_timeout=self.no_timeout, on_illegal=self.on_illegal,
            freeze=self.freeze, cpu=self.cpu, replay=self.replay, transcript=self.transcript, json=self.json,
            quiet=self.quiet,
        )  # fmt: skip
