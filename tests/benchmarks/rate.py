"""What one of something costs, by two clocks."""

from __future__ import annotations

import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Rate:
    """Microseconds for one: by the clock on the wall, and of this process's own processor time."""

    wall_us: float
    cpu_us: float

    @property
    def per_second(self) -> float:
        return 1e6 / self.wall_us

    def each_of(self, count: int) -> Rate:
        """Of something that consists of ``count`` equal parts, the rate of one part."""
        return Rate(self.wall_us / count, self.cpu_us / count)


class Stopwatch:
    """Both clocks, from now. The processor time of other programs, the bots' among them, is not in it."""

    def __init__(self) -> None:
        self._wall, self._cpu = time.perf_counter(), time.process_time()

    def rate(self, count: int) -> Rate:
        """What each of ``count`` has cost since the start."""
        wall, cpu = time.perf_counter() - self._wall, time.process_time() - self._cpu
        return Rate(wall / count * 1e6, cpu / count * 1e6)
