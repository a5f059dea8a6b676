"""Matches of programs from ``tests.bots``: the seats, short clocks, and a look at what is left running."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, TextIO

from engine import COMPETITION
from protocol.messages import TimeControl
from referee.bots.sandbox.sandboxes import UNCONTAINED, Sandbox
from referee.bots.spec import BotSpec
from referee.event_loop import run
from referee.match.outcome import Outcome
from referee.match.settings import MatchSettings
from referee.match.start import play_match

ROOT: Final = Path(__file__).parents[2]
RULES: Final = replace(COMPETITION, roll_cap=8)
TIME_CONTROL: Final = TimeControl(start_ms=20_000, move_ms=100, reserve_ms=900, increment_ms=0)
"""Time enough to start on a busy machine, and a silent bot is judged within a second."""


def bot(program: str, *arguments: str) -> BotSpec:
    """A program of ``tests.bots``. ``-S -E``: without a look at site packages Python starts in half the time."""
    command = (sys.executable, "-S", "-E", "-m", f"tests.bots.{program}", *arguments)
    return BotSpec(text=program, command=command, folder=ROOT, name=program)


def play(
    seats: Sequence[BotSpec],
    replay: Path,
    *,
    time_control: TimeControl | None = TIME_CONTROL,
    seed: str = "zoo",
    transcript: TextIO | None = None,
    settings: MatchSettings | None = None,
    sandbox: Sandbox = UNCONTAINED,
) -> Outcome:
    """Play a match on the event loop that the command uses. The replay's path marks the programs, see ``running``."""
    settings = settings or MatchSettings(rules=RULES, time_control=time_control)
    return run(
        play_match(
            settings, marked(seats, replay), replay,
            match_id="m-ZOO", seed=seed, transcript=transcript, sandbox=sandbox,
        )
    )  # fmt: skip


def marked(seats: Sequence[BotSpec], replay: Path) -> list[BotSpec]:
    """The programs with the replay's path as their last argument, see ``running``."""
    return [replace(spec, command=(*spec.command, str(replay))) for spec in seats]


def running(mark: str) -> list[str]:
    """The programs on this machine that have ``mark`` among their arguments, ours or their children."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            arguments = (process / "cmdline").read_bytes().split(b"\0")
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has ended meanwhile
        if mark.encode() in arguments:
            found.append(f"{process.name}: {b' '.join(arguments).decode()}")
    return found


def open_descriptors() -> set[int]:
    """The numbers of this process's open files."""
    listed = os.listdir("/proc/self/fd")
    return {int(number) for number in listed if os.path.lexists(f"/proc/self/fd/{number}")}  # not the listing's own


def left_running(mark: str, within_s: float = 2.0) -> list[str]:
    """``running`` once it is empty, or as it is after this long: who was killed needs a moment to be gone."""
    end = time.monotonic() + within_s
    while (programs := running(mark)) and time.monotonic() < end:
        time.sleep(0.01)
    return programs
