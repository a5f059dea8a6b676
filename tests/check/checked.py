"""Checks a program of the zoo as the command does, and hands out its rows by name."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from engine import COMPETITION, Rules
from protocol.messages import TimeControl
from referee.bots.sandbox.ceilings import Ceilings
from referee.bots.sandbox.sandboxes import UNCONTAINED, Sandbox
from referee.bots.spec import BotSpec
from referee.check.findings import Inspection, rows_of
from referee.check.play import Observation, play_trials
from referee.check.rows import Row
from referee.check.trials import trials_for
from referee.event_loop import run

CLOCK: Final = TimeControl(start_ms=20_000, move_ms=1_000, reserve_ms=30_000, increment_ms=0)
SHORT: Final = TimeControl(start_ms=20_000, move_ms=100, reserve_ms=900, increment_ms=0)
"""For programs that run out of time."""
SHORT_START: Final = TimeControl(start_ms=1_500, move_ms=100, reserve_ms=900, increment_ms=0)
"""For programs that never get to ``ready``."""


def checked(
    spec: BotSpec,
    folder: Path,
    *,
    claimed: tuple[Rules, ...] = (COMPETITION,),
    control: TimeControl = CLOCK,
    sandbox: Sandbox = UNCONTAINED,
) -> tuple[dict[str, Row], list[Observation]]:
    """Its rows by name, and what they rest on."""
    observations = run(play_trials(trials_for(claimed, control), spec, sandbox, folder, lambda trial: None))
    return {row.name: row for row in rows_of(Inspection(observations, control, Ceilings()))}, observations
