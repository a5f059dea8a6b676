"""Games for learning, measured in a process of their own: see ``learning_figures``."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from typing import Final

from tests.benchmarks.bench import Figures
from tests.benchmarks.table import Row

GAMES: Final = 256
"""Played side by side in a vector."""
WORKERS: Final = (1, 2)


class LearningBench:
    """Random legal actions; by the clock on the wall but for what is in microseconds."""

    def __init__(self) -> None:
        self.title = f"Learning: random legal actions, {GAMES} games at a time in a vector"

    def measure(self, number: int) -> Figures:
        command = [sys.executable, "-m", "tests.benchmarks.learning_figures", str(number)]
        figures: Figures = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
        return figures

    def rows(self, medians: Mapping[str, float]) -> list[Row]:
        rows = [Row("the engine alone: list, choose, apply", medians["engine"], "steps/s")]
        rows += [
            Row("an observation", medians["observation"], "us", mark=12),
            Row("one environment: last, choose, step", medians["env"], "steps/s"),
        ]
        for workers in WORKERS:
            steps = medians[f"vector {workers}"]
            name = f"vector, {workers} worker{'s' if workers > 1 else ''}"
            rows.append(Row(f"{name}: choose, step", steps, "steps/s"))
            rows.append(Row(f"{name}: the same in games", steps / medians["actions"], "games/s"))
        return rows
