"""From what the organiser asks for to the sandbox that this machine can offer."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from referee.bots.sandbox.bubblewrap import Rights
from referee.bots.sandbox.ceilings import Ceilings
from referee.bots.sandbox.cgroups import Cgroups, open_cgroups
from referee.bots.sandbox.probe import Causes, ProbeError, ProbeUnfinished, missing_protections
from referee.bots.sandbox.protections import Level, Missing, Protection, level_reached
from referee.bots.sandbox.sandboxes import Bubblewrap, Limits, Sandbox, Uncontained
from referee.bots.sandbox.seccomp import NO_NETWORK, OWN_NETWORK, SeccompError, seccomp_program
from referee.bots.sandbox.slots import UserSlots, user_slots

Choice = Literal["auto", "bubblewrap", "limits", "none"]
PROGRAMS: Final = {"bwrap": "bubblewrap", "setpriv": "util-linux", "prlimit": "util-linux"}
"""The programs that contain a bot, with the Debian packages that they are in."""


class SandboxUnavailable(Exception):
    """What was asked for can't be had on this machine; the text says why and what would help."""


@dataclass(frozen=True)
class Wanted:
    """What an organiser asks of the sandbox. ``least``: the level below which no match is to be played."""

    choice: Choice = "auto"
    ceilings: Ceilings = field(default_factory=Ceilings)
    rootfs: Path | None = None
    least: Level = Level.NONE


async def open_sandbox(wanted: Wanted, cgroups: Cgroups | None = None) -> Sandbox:
    """The best that was asked for and works here, found by trying it. Raises ``SandboxUnavailable``.

    ``cgroups``: what ``open_cgroups`` has found, where that is known already.
    """
    cgroups = cgroups or open_cgroups()
    if wanted.choice == "none":
        sandbox: Sandbox = Uncontained(cgroups)
    elif wanted.choice == "limits":
        sandbox = await _limits(wanted, cgroups)
    else:
        sandbox = await _bubblewrap(wanted, cgroups)
    if sandbox.level < wanted.least:
        reasons = "; ".join(map(str, sandbox.missing)) or f"--sandbox {wanted.choice} was asked for"
        raise SandboxUnavailable(
            f"the sandbox reaches the level {sandbox.level.word}, and {wanted.least.word} is needed: {reasons}. "
            "`referee doctor` says what to install"
        )
    return sandbox


async def _bubblewrap(wanted: Wanted, cgroups: Cgroups) -> Sandbox:
    """In namespaces of root's making, else of the user's own, else, where no more was asked for, uncontained.

    Ceilings or a root folder of the organiser's own are more: to leave them out is not what was asked for.
    """
    failures = [f"{program} is not installed (Debian: {package})" for program, package in PROGRAMS.items()
                if shutil.which(program) is None]  # fmt: skip
    if not failures:
        filter_, causes = _filter(OWN_NETWORK)
        slots, no_slots = _slots()
        ways = _ways(slots)
        failures += [] if ways else [no_slots]
        for rights in ways:
            sandbox = Bubblewrap(wanted.ceilings, cgroups, slots, filter_, wanted.rootfs, rights)
            try:
                missing = await missing_protections(sandbox, wanted.ceilings, cgroups, Causes(no_slots, causes))
            except ProbeUnfinished as error:
                raise SandboxUnavailable(f"bubblewrap: {error.strerror}") from error
            except ProbeError as error:
                failures.append(str(error.strerror))
                continue
            sandbox.missing, sandbox.level = tuple(missing), level_reached(missing)
            return sandbox
    cause = "bubblewrap: " + "; ".join(dict.fromkeys(failures))
    if wanted.choice == "bubblewrap" or wanted.ceilings != Ceilings() or wanted.rootfs is not None:
        raise SandboxUnavailable(f"{cause}. `referee doctor` says what to install")
    return Uncontained(cgroups, [Missing(protection, cause) for protection in Protection])


def _ways(slots: UserSlots | None) -> tuple[Rights, ...]:
    """What is tried, the best first. Never does a bot run as root, who is root even in a user namespace of its own."""
    if slots is not None:
        return (Rights.OF_ROOT, Rights.OF_THE_BOTS_USER)
    return () if os.geteuid() == 0 else (Rights.OF_THE_CALLER,)


async def _limits(wanted: Wanted, cgroups: Cgroups) -> Sandbox:
    filter_, causes = _filter(NO_NETWORK)
    slots, no_slots = _slots()
    sandbox = Limits(wanted.ceilings, cgroups, slots, filter_)
    try:
        missing = await missing_protections(sandbox, wanted.ceilings, cgroups, Causes(no_slots, causes))
    except ProbeError as error:
        raise SandboxUnavailable(f"limits: {error.strerror}. `referee doctor` says what to install") from error
    sandbox.missing, sandbox.level = tuple(missing), level_reached(missing)
    return sandbox


def _filter(families: tuple[int, ...]) -> tuple[bytes | None, str]:
    try:
        return seccomp_program(families), ""
    except SeccompError as error:
        return None, str(error)


def _slots() -> tuple[UserSlots | None, str]:
    if os.geteuid() != 0:
        return None, "only root can start programs as another user"
    try:
        return user_slots(), ""
    except OSError as error:
        return None, f"{error.filename}: {error.strerror}"
