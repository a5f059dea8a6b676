"""The options that say how bots are contained, as they are read from a command line."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from referee.bots.sandbox.ceilings import Ceilings, parse_ceilings
from referee.bots.sandbox.choice import Choice, Wanted, open_sandbox
from referee.bots.sandbox.protections import Level
from referee.bots.sandbox.sandboxes import Sandbox
from referee.commands.arguments import UsageError
from referee.event_loop import run
from referee.streams import say

LevelWord = Literal["none", "limits", "userns", "bubblewrap", "full"]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class SandboxOptions:
    """How bots are contained.

    Parameters
    ----------
    sandbox
        auto: bubblewrap where it works, else no containment, and a line for each protection that is missing.
        bubblewrap: that or nothing. limits: only limits on each process and, for root, a user of its own for each bot.
        none: bots run as you do.
    sandbox_level
        Play only if at least this level of protection is reached: none, limits, userns, bubblewrap or full. Default:
        userns in rated matches, else none. `referee doctor` tells what this machine reaches.
    limits
        What a bot may have: memory=1G,processes=128,scratch=64M,files=256 in any order; what is left out keeps its.
    rootfs
        A folder with a system of its own, which contained bots see in place of this machine's.
    """

    sandbox: Annotated[Choice, Parameter(env_var="REFEREE_SANDBOX")] = "auto"
    sandbox_level: LevelWord | None = None
    limits: str | None = None
    rootfs: Path | None = None


def sandbox_from(options: SandboxOptions, default_level: Level) -> Sandbox:
    """Open what the options ask for, and say what is missing. Raises ``UsageError`` and ``SandboxUnavailable``."""
    least = default_level if options.sandbox_level is None else Level[options.sandbox_level.upper()]
    if options.rootfs is not None and options.sandbox in ("limits", "none"):
        raise UsageError(f"--rootfs: needs --sandbox bubblewrap, not {options.sandbox}")
    if options.sandbox == "none" and options.limits is not None:
        raise UsageError(
            "--limits and --sandbox none contradict each other: bots that are not contained have no limits"
        )
    if options.sandbox == "none" and least > Level.NONE:
        raise UsageError(f"--sandbox none contains nothing, and the level {least.word} is needed: leave it out")
    if options.rootfs is not None and not (options.rootfs / "bin").exists():
        raise UsageError(f"--rootfs {options.rootfs}: has no bin; it must be the root folder of a system")
    ceilings = Ceilings() if options.limits is None else parse_ceilings(options.limits)
    sandbox = run(open_sandbox(Wanted(options.sandbox, ceilings, options.rootfs, least)))
    if options.sandbox != "none":
        for absence in sandbox.missing:
            say(f"sandbox {sandbox.level.word}: {absence}")
    return sandbox
