"""The options that say on what terms the matches of a tournament or a comparison are played, and where it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import Parameter

from referee.commands.arguments import UsageError
from referee.commands.sandbox_options import LevelWord
from referee.commands.seed_input import STANDARD_INPUT, read_seed_file
from referee.tournament.plan import SandboxChoice
from referee.tournament.plan_file import PlanFile

_LONGEST_WORD: Final = 24


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class TermsOptions:
    """On what terms matches are played; all of them are rated: bots don't know whom they play.

    Parameters
    ----------
    folder
        Where it is kept: its store and its replays. Default: a folder here, or beside the tournament's file, by its
        name.
    rules
        A rule set by name, or a TOML file of rule fields. Tables have as many seats as the rules say.
    set_
        FIELD=VALUE: a rule field to change, such as seats=3. May be given several times.
    time_control
        move=1s,reserve=30s,start=10s,increment=0s,match=60m in any order, as in referee match.
    seed_file
        A file with the text that the seeds of all matches come from, its only line, for what can be played again; - is
        standard input. Nobody but its owner may open it: who knows it can foresee all dice. Default: 256 secret random
        bits.
    sandbox
        How bots are contained, as in referee match: auto, bubblewrap, limits or none. Default: auto.
    sandbox_level
        The least protection to play with: none, limits, userns, bubblewrap or full. Default: userns.
    limits
        What a bot may have: memory=1G,processes=128,scratch=64M,files=256, as in referee match.
    rootfs
        A folder with a system of its own, which contained bots see in place of this machine's.
    at_a_time
        So many matches at the same time, each on a core of its own while there are enough. Default: one for each core.
    """

    folder: Path | None = None
    rules: str | None = None
    set_: Annotated[tuple[str, ...], Parameter(name="--set", negative="", show_default=False)] = ()
    time_control: str | None = None
    seed_file: Annotated[Path | None, Parameter(allow_leading_hyphen=True)] = None
    sandbox: Annotated[SandboxChoice | None, Parameter(env_var="REFEREE_SANDBOX")] = None
    sandbox_level: LevelWord | None = None
    limits: str | None = None
    rootfs: str | None = None
    at_a_time: int | None = None

    def check(self) -> None:
        """Raise ``UsageError`` for numbers that can't be."""
        if self.at_a_time is not None and self.at_a_time < 1:
            raise UsageError(f"--at-a-time {self.at_a_time}: must be at least 1")

    def plan_file(self) -> PlanFile:
        """A tournament file that says no more than these."""
        return PlanFile(**self.keys(), set=self.set_)

    def keys(self) -> dict[str, Any]:
        """Those of a tournament file's keys that are given, ``set`` apart. Raises ``UsageError`` for a seed file."""
        given = {key: value for key in PlanFile.__struct_fields__ if (value := getattr(self, key, None)) is not None}
        return given if self.seed_file is None else given | {"seed": read_seed_file(self.seed_file)}

    def hidden(self) -> list[Path]:
        """The files named here that bots are not to see."""
        return [] if self.seed_file is None or self.seed_file == STANDARD_INPUT else [self.seed_file]


def folder_word(spec: str) -> str:
    """A word for the name of a folder, of the last part of a SPEC."""
    last = Path(spec).resolve().name if spec in (".", "..") else spec.rstrip("/").rpartition("/")[2]
    return "".join(letter for letter in last if letter.isalnum() or letter in "._-")[:_LONGEST_WORD] or "bot"
