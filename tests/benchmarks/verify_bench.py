"""``referee replay verify`` on records of random matches, on one core."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from referee.replays.verify import verify
from tests.benchmarks.bench import Figures
from tests.benchmarks.records import record_random_match
from tests.benchmarks.table import Row

RECORDS: Final = 5


class VerifyBench:
    """Plays records again; they are written into ``folder`` beforehand."""

    def __init__(self, folder: Path) -> None:
        self.title = "A record played again"
        self._records = [folder / f"verify-{number}.jsonl" for number in range(RECORDS)]
        for record in self._records:
            record_random_match(record, seed=record.stem)

    def measure(self, number: int) -> Figures:
        started = time.process_time()
        found = [verify(record) for record in self._records]
        used = time.process_time() - started
        if any(one.status != "ok" for one in found):
            raise RuntimeError(f"our own records do not verify: {found}")
        return {"plies_per_second": sum(one.plies for one in found) / used}

    def rows(self, medians: Mapping[str, float]) -> list[Row]:
        return [Row("replay verify", medians["plies_per_second"], "plies/s", None, 20_000, "at_least")]
