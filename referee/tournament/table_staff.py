"""What a worker does: it prepares the sandbox, plays matches, and reveals seeds."""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import structlog

from referee import __version__
from referee.bots.link import InfrastructureError
from referee.bots.sandbox.ceilings import Ceilings, parse_ceilings
from referee.bots.sandbox.choice import SandboxUnavailable, Wanted, open_sandbox
from referee.bots.sandbox.protections import Level
from referee.bots.sandbox.sandboxes import UNCONTAINED, Sandbox
from referee.bots.spec import BotSpec, SpecError, parse_spec
from referee.match.evidence import evidence_folder
from referee.match.machine import this_machine
from referee.match.outcome import Outcome
from referee.match.recorder import plain_file
from referee.match.start import play_match
from referee.replays.playable import UnplayableError
from referee.replays.reveal import RevealError, reveal_if_sealed
from referee.replays.seed_file import seed_file
from referee.replays.utc import utc_now
from referee.tournament.assignments import (
    Assignment,
    Disclosure,
    Done,
    Order,
    Played,
    Reply,
    Seated,
    Terms,
    Unable,
    Unstartable,
    Void,
)
from referee.tournament.figures import Figures, figures_of
from referee.tournament.plan import Containment, Plan

log = structlog.get_logger()


class TableStaff:
    """Plays matches under these terms; ``prepare`` comes first."""

    def __init__(self, terms: Order) -> None:
        assert isinstance(terms, Terms), "the first order is the terms"
        self._terms = terms
        self._settings = msgspec.json.decode(terms.plan, type=Plan).settings()
        self._sandbox: Sandbox = UNCONTAINED
        self._kept_back = [Path(path) for path in (terms.folder, *terms.kept_back)]

    async def prepare(self) -> Reply:
        """Keep to the core, open the sandbox."""
        if self._terms.core is not None:
            os.sched_setaffinity(0, {self._terms.core})
        try:
            self._sandbox = await open_sandbox(wanted_sandbox(self._terms.containment))
        except SandboxUnavailable as error:
            return Unable(reason=str(error))
        return Done()

    async def carry_out(self, order: Order) -> Reply:
        """Whatever it is."""
        if isinstance(order, Assignment):
            return await self._play(order)
        assert isinstance(order, Disclosure), "the terms come once"
        for replay in order.replays:
            try:
                reveal_if_sealed(Path(replay))
            except RevealError as error:
                return Unable(reason=f"{replay}: its seed can't be revealed: {error}; put it back, or remove it")
        return Done()

    async def _play(self, assignment: Assignment) -> Reply:
        """One match. Nothing that goes wrong here ends the tournament, unless another match would fare no better."""
        try:
            specs = [_spec(seated) for seated in assignment.seated]
        except _CantStart as error:
            return Unstartable(entrant=error.entrant, reason=error.reason)
        started, begun_s, cpu_s = utc_now(), time.monotonic(), time.process_time()
        replay = Path(assignment.replay)
        try:
            clear_away(replay)
            replay.parent.mkdir(parents=True, exist_ok=True)
            outcome = await play_match(
                self._settings, specs, replay, match_id=assignment.match_id, seed=assignment.seed,
                sandbox=self._sandbox, kept_back=self._kept_back, block=assignment.block,
            )  # fmt: skip
            figures = figures_of(replay)
            _put_on_disk(replay)
        except SpecError as error:
            return _unstartable(assignment, specs, error)
        except InfrastructureError as error:
            return self._void("infrastructure_error", str(error), started)
        except OSError as error:
            return Unable(reason=f"{error.filename or 'the system'}: {error.strerror or error}")
        except UnplayableError as error:
            return self._void("referee_fault", str(error), started)
        except Exception as error:
            log.exception("referee fault", match_id=assignment.match_id)
            return self._void("referee_fault", f"{type(error).__name__}: {error}", started)
        spent = Spent(round(1000 * (time.monotonic() - begun_s)), round(1000 * (time.process_time() - cpu_s)))
        return _played(outcome, figures, started, spent)

    def _void(self, verdict: str, reason: str, started: str) -> Void:
        return Void(
            verdict=verdict, reason=reason, started=started, ended=utc_now(), sandbox=self._sandbox.level.word,
            machine=machine_words(), referee=__version__,
        )  # fmt: skip


def wanted_sandbox(containment: Containment) -> Wanted:
    """The same in the sandbox's words. Raises ``CeilingsError`` and ``KeyError`` for what no plan can hold."""
    ceilings = Ceilings() if containment.limits is None else parse_ceilings(containment.limits)
    rootfs = None if containment.rootfs is None else Path(containment.rootfs)
    return Wanted(containment.choice, ceilings, rootfs, Level[containment.level.upper()])


def clear_away(replay: Path) -> None:
    """Remove what a match that was broken off, and so never counted, has left where this one is to be recorded."""
    for file in (replay, plain_file(replay), seed_file(replay)):
        file.unlink(missing_ok=True)
    with contextlib.suppress(FileNotFoundError):
        shutil.rmtree(evidence_folder(replay))


def machine_words() -> str:
    """This machine, as far as times depend on it."""
    machine = this_machine()
    cores = f"{machine.cores} core{'' if machine.cores == 1 else 's'}"
    return f"{machine.system} {machine.release} {machine.architecture}, Python {machine.python}, {cores}"


class _CantStart(Exception):
    def __init__(self, entrant: int, reason: str) -> None:
        super().__init__(reason)
        self.entrant, self.reason = entrant, reason


def _spec(seated: Seated) -> BotSpec:
    """What to start, by the name it was entered with. Raises ``_CantStart`` where it is not there, or is another."""
    try:
        spec = parse_spec(seated.spec)
    except SpecError as error:
        raise _CantStart(seated.entrant, str(error)) from None
    assert isinstance(spec, BotSpec), "nobody else was let in"
    if seated.digest is not None and spec.digest != seated.digest:  # what was not there when it was entered has none
        raise _CantStart(
            seated.entrant,
            f"{seated.spec}: its files have changed since it was entered: they had {seated.digest}, they have "
            f"{spec.digest}. Enter the new version as another bot",
        )
    return replace(spec, name=seated.name, version=seated.version)


def _unstartable(assignment: Assignment, specs: list[BotSpec], error: SpecError) -> Reply:
    """The sandbox can't run one of the programs; the error begins with its SPEC, as all of its kind do."""
    for seated, spec in zip(assignment.seated, specs, strict=True):
        if str(error).startswith(str(SpecError(f"{spec.text}:"))):
            return Unstartable(entrant=seated.entrant, reason=str(error))
    return Unable(reason=str(error))


class Spent(NamedTuple):
    """What a match took in all, programs started and record on the disk, in milliseconds: time, and processor time of
    this process."""

    wall_ms: int
    cpu_ms: int


def _played(outcome: Outcome, figures: Figures, started: str, spent: Spent) -> Played:
    result: Any = outcome.result
    return Played(
        verdict=result.verdict, reason=result.reason, ranking=tuple(result.ranking), points=tuple(result.points),
        offenders=tuple(sorted({offence.seat for offence in outcome.offences})), rolls=result.rolls,
        plies=result.plies, luck=figures.luck, dealings=figures.dealings,
        used_ms=tuple(ns // 1_000_000 for ns in outcome.used_ns),
        slowest_ms=tuple(ns // 1_000_000 for ns in outcome.slowest_ns), wall_ms=spent.wall_ms,
        referee_cpu_ms=spent.cpu_ms, started=started, ended=utc_now(), sandbox=outcome.sandbox,
        machine=machine_words(), referee=__version__, game_digest=outcome.game_digest,
        record_digest=outcome.record_digest,
    )  # fmt: skip


def _put_on_disk(replay: Path) -> None:
    """What is told to the store must be there after a power cut too."""
    for path in (replay, seed_file(replay), replay.parent):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
