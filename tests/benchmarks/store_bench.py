"""What it costs to store a match, and to read a table from the store, as a tournament grows to 100,000 matches."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
from sqlalchemy import Connection, insert

from referee.tournament.plan import Bounds, Plan, PlannedBot
from referee.tournament.plan_file import PlanFile, plan_of
from referee.tournament.store import opening, schema
from referee.tournament.store.counting import settle
from referee.tournament.store.store import Store
from referee.tournament.summary import outline_of
from tests.benchmarks.bench import Figures
from tests.benchmarks.table import Row
from tests.tournament.store.made import ENTRANTS, block, match, new_store, play

SIZES: Final = (1_000, 10_000, 100_000)
"""Matches that are stored already."""
A_BLOCK: Final = 4
BLOCKS_A_ROUND: Final = 10
TABLE_S: Final = 1.0
TIMES_THE_COST: Final = 1.5


class StoreBench:
    """Stores of three sizes, filled beforehand without a word to the disk after each match."""

    title = "The store of a tournament, by the matches that are in it"

    def __init__(self, folder: Path) -> None:
        self._stores: dict[int, Store] = {}
        self._next = {size: size // A_BLOCK for size in SIZES}
        for size in SIZES:
            fill_store(folder / f"store-{size}", size // A_BLOCK)
            self._stores[size] = Store.open_to_write(folder / f"store-{size}")
            self._stores[size].change_plan(msgspec.json.encode(_plan()).decode())

    def measure(self, number: int) -> Figures:
        figures: Figures = {}
        for size, store in self._stores.items():
            figures[f"match {size}"] = self._store_matches(size)
            figures[f"table {size}"] = _seconds(partial(outline_of, store, None))
            figures[f"results {size}"] = _seconds(store.results)
        figures["growth"] = figures[f"match {SIZES[-1]}"] / figures[f"match {SIZES[0]}"]
        return figures

    def rows(self, medians: Mapping[str, float]) -> list[Row]:
        rows = [Row(f"a match stored, {size:,} there", medians[f"match {size}"], "ms") for size in SIZES]
        rows.append(Row(f"{SIZES[-1]:,} there against {SIZES[0]:,}", medians["growth"], "times", None, TIMES_THE_COST))
        for size in SIZES:
            mark = TABLE_S if size == SIZES[-1] else None
            rows.append(Row(f"standings without ratings, {size:,} matches", medians[f"table {size}"], "s", None, mark))
        rows += [Row(f"all results read, {size:,} matches", medians[f"results {size}"], "s") for size in SIZES]
        return rows

    def _store_matches(self, size: int) -> float:
        """Milliseconds of a match in the median over some blocks, each match on the disk before the next."""
        store, times = self._stores[size], []
        for _ in range(BLOCKS_A_ROUND):
            number = self._next[size]
            self._next[size] += 1
            store.add_blocks([block(number)])
            started = time.perf_counter()
            play(store, number)
            times.append((time.perf_counter() - started) / A_BLOCK * 1000)
        return statistics.median(times)


def fill_store(folder: Path, blocks: int) -> None:
    """A tournament with so many whole blocks."""
    new_store(folder, 0).close()
    engine = opening.open_for_writing(folder)
    with engine.begin() as connection:
        for number in range(blocks):
            _add(connection, number)
    engine.dispose()


def _plan() -> Plan:
    bots = tuple(PlannedBot(spec=entrant.spec) for entrant in ENTRANTS)
    return msgspec.structs.replace(plan_of(PlanFile(name="grown", bots=bots)), bounds=Bounds(blocks=1_000_000))


def _add(connection: Connection, number: int) -> None:
    whole = msgspec.structs.replace(block(number), state="whole")
    connection.execute(insert(schema.blocks), [msgspec.structs.asdict(whole)])
    rows = [msgspec.structs.asdict(match(number, order)) for order in range(A_BLOCK)]
    connection.execute(insert(schema.matches), rows)
    settle(connection, number)


def _seconds(*reading: Callable[[], object]) -> float:
    started = time.perf_counter()
    for read in reading:
        read()
    return time.perf_counter() - started
