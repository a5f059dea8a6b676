"""How long matches take, and so how long the rest of a tournament will."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta


@dataclass
class Pace:
    """The ``matches`` that were played, which took ``seconds`` together; ``workers`` play one each at a time.

    ``referee_cpu_s`` is the processor time that the workers themselves took, in this run.
    """

    workers: int
    matches: int = 0
    seconds: float = 0.0
    referee_cpu_s: float = 0.0

    def add(self, seconds: float, referee_cpu_s: float = 0.0) -> None:
        """One match more, which took so long from its start to its end."""
        self.matches += 1
        self.seconds += seconds
        self.referee_cpu_s += referee_cpu_s

    def time_for(self, matches: int) -> timedelta | None:
        """How long so many will probably take; None while nothing is known."""
        if self.matches == 0:
            return None
        return timedelta(seconds=matches * self.seconds / self.matches / self.workers)
