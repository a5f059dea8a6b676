"""``referee replay verify`` on records of random matches: on one core, and a folder of a thousand on all of them."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from referee.replays.batch import Unread, replays_in, verify_all
from referee.replays.verify import Verification
from tests.benchmarks.bench import Figures
from tests.benchmarks.records import record_random_match
from tests.benchmarks.table import Row

RECORDS: Final = 20
NAMES: Final = 50
"""So many names has each of the records in the folder: a thousand files, each of which is verified."""
ALONE: Final = 5
"""As many records are played on one core."""


class VerifyBench:
    """Plays records again; they are written into ``folder`` beforehand."""

    def __init__(self, folder: Path) -> None:
        self.title = "A record played again"
        self._folder = folder / "verify"
        self._folder.mkdir()
        for number in range(RECORDS):
            record = self._folder / f"{number:02}-00.jsonl"
            record_random_match(record, seed=f"verify-{number}")
            for name in range(1, NAMES):
                os.link(record, self._folder / f"{number:02}-{name:02}.jsonl")
        self._files = replays_in(self._folder)

    def measure(self, number: int) -> Figures:
        started = time.process_time()
        plies = self._plies(self._files[:: len(self._files) // ALONE], jobs=1)
        alone = plies / (time.process_time() - started)
        started = _processor_time()
        plies = self._plies(self._files, jobs=len(os.sched_getaffinity(0)))
        return {"plies_per_second": alone, "plies_per_second_a_core": plies / (_processor_time() - started)}

    def rows(self, medians: Mapping[str, float]) -> list[Row]:
        return [
            Row("replay verify", medians["plies_per_second"], "plies/s", None, 20_000, "at_least"),
            Row(
                f"{RECORDS * NAMES:,} replays in a folder, a core", medians["plies_per_second_a_core"], "plies/s", None,
                20_000, "at_least",
            ),
        ]  # fmt: skip

    def _plies(self, files: list[Path], jobs: int) -> int:
        return sum(_plies_of(found) for found in verify_all(files, jobs))


def _plies_of(found: Verification | Unread) -> int:
    if isinstance(found, Unread) or found.status != "ok":
        raise RuntimeError(f"our own record does not verify: {found}")
    return found.plies


def _processor_time() -> float:
    """Seconds that this process used and those that it started and that have ended, their starts included."""
    return sum(os.times()[:4])
