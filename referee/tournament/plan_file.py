"""A tournament as its organiser writes it down: a TOML file, or the same by options of the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from referee.bots.sandbox.ceilings import CeilingsError, parse_ceilings
from referee.config import ConfigError, check_seed, load_rules
from referee.match.settings import DEFAULT_TIME_CONTROL, SettingsError, parse_time_control
from referee.tournament.plan import LONGEST_WORDS, Containment, Orders, Plan, PlanError, PlannedBot, SandboxChoice

_FOLDER_STARTS = ("./", "../")
Level = Literal["none", "limits", "userns", "bubblewrap", "full"]


class PlanFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The keys of a tournament file; each may be left out, and most are options of ``referee tournament run`` too.

    ``bots`` are SPECs, or tables of a SPEC with name, version and team. ``rules`` is a preset or a file of rule fields,
    and ``set`` changes single ones. The last five say how long it goes on and on what part of the machine; they may be
    other ones when it is gone on with.
    """

    name: str | None = None
    format: Literal["round_robin", "gauntlet", "rounds"] = "round_robin"
    bots: tuple[str | PlannedBot, ...] = ()
    candidate: str | None = None
    rules: str = "competition"
    set: tuple[str, ...] = ()
    time_control: str | None = None
    orders: Orders = "rotations"
    seed: str | None = None
    sandbox: SandboxChoice = "auto"
    sandbox_level: Level = "userns"
    limits: str | None = None
    rootfs: str | None = None
    matches: int | None = None
    blocks: int | None = None
    rounds: int | None = None
    until: str | None = None
    at_a_time: int | None = None


def read_plan_file(path: Path) -> PlanFile:
    """The file's keys; SPECs and files that it names by a path from ``./`` or ``../`` are beside it.

    Raises ``PlanError``, naming the key, for what can't be read, and ``OSError``.
    """
    try:
        found = msgspec.toml.decode(path.read_bytes(), type=PlanFile)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise PlanError(f"{path}: {error}{_advice(str(error))}") from None
    bots = tuple(_beside(path, bot) for bot in found.bots)
    rules = str(path.parent / found.rules) if found.rules.endswith(".toml") else found.rules
    rootfs = None if found.rootfs is None else str((path.parent / found.rootfs).resolve())
    name = path.stem if found.name is None else found.name
    return msgspec.structs.replace(found, name=name, bots=bots, rules=rules, rootfs=rootfs)


class _BotOption(msgspec.Struct, forbid_unknown_fields=True):
    bot: PlannedBot


def parse_bot(text: str) -> PlannedBot:
    """A bot as an option has it: a SPEC, or a table as in a file, ``{spec = "./otter", team = "Riverside"}``.

    Raises ``PlanError`` for a table that can't be read.
    """
    if not text.startswith("{"):
        return PlannedBot(spec=text)
    try:
        return msgspec.toml.decode(f"bot = {text}", type=_BotOption).bot
    except (msgspec.DecodeError, RecursionError) as error:
        raise PlanError(f"--bot {text}: {error}{_advice(str(error))}") from None


def _advice(error: str) -> str:
    """What would be right, where msgspec says what is wrong."""
    if "unknown field" in error:
        keys = PlannedBot.__struct_fields__ if "$.bot" in error else PlanFile.__struct_fields__
        return f"; the keys are {', '.join(keys)}"
    return "; a time is written in quotes" if "$.until" in error else ""


def _beside(path: Path, bot: str | PlannedBot) -> PlannedBot:
    bot = PlannedBot(spec=bot) if isinstance(bot, str) else bot
    if bot.spec in (".", "..") or bot.spec.startswith(_FOLDER_STARTS):
        return msgspec.structs.replace(bot, spec=str((path.parent / bot.spec).resolve()))
    return bot


def plan_of(file: PlanFile) -> Plan:
    """The plan that these keys make. Raises ``PlanError`` for a value that can't be used."""
    if not file.name:
        raise PlanError('the tournament has no name: give one, such as name = "spring"')
    if not file.name.isprintable() or len(file.name) > LONGEST_WORDS:
        raise PlanError(f"name {file.name[:LONGEST_WORDS]!a}: must be printable, of at most {LONGEST_WORDS} characters")
    try:
        if file.seed is not None:
            check_seed(file.seed)
        rules = load_rules(file.rules, file.set)
        control = DEFAULT_TIME_CONTROL if file.time_control is None else parse_time_control(file.time_control)
        if file.limits is not None:
            parse_ceilings(file.limits)
    except (ConfigError, SettingsError, CeilingsError) as error:
        raise PlanError(str(error)) from None
    if file.rootfs is not None and not Path(file.rootfs).is_dir():
        raise PlanError(f"rootfs {file.rootfs}: is no folder")
    return Plan(
        name=file.name,
        format=file.format,
        bots=tuple(PlannedBot(spec=bot) if isinstance(bot, str) else bot for bot in file.bots),
        rules=rules.as_dict(),
        time_control=control,
        orders=file.orders,
        containment=Containment(choice=file.sandbox, level=file.sandbox_level, limits=file.limits, rootfs=file.rootfs),
        seed=file.seed,
        candidate=file.candidate,
    )
