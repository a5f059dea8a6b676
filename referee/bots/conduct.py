"""How a bot's program behaved as a program of this machine, beside what it said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Leaving = Literal["itself", "asked", "forced"]
"""Why a program ended when its match was over: its input was closed, it got SIGTERM, it got SIGKILL."""


@dataclass(frozen=True, slots=True)
class Conduct:
    """What was seen of a program when it was ended.

    ``leaving`` is why it ended, ``after_ms`` how long after its input was closed, ``exit_status`` as the system has it
    (negative: that signal). ``processes`` ran just before, threads not counted. ``peak_bytes`` is the most memory that
    they held together: as their control group counts it, else the most that each of them held, added up; None where
    neither can be known.
    """

    leaving: Leaving
    after_ms: int
    exit_status: int | None
    processes: int
    peak_bytes: int | None
