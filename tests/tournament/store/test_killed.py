"""Killed at any moment, a run has lost nothing that it stored, and stored nothing by half or twice."""

import random
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import groupby
from multiprocessing.connection import Connection
from pathlib import Path

from referee.tournament.standings.tally import block_scores
from referee.tournament.store.errors import StoreMissingError
from referee.tournament.store.rows import EntrantRow
from referee.tournament.store.store import Store
from tests.tournament.store.made import ENTRANTS, ROTATIONS, TOURNAMENT, new_store
from tests.tournament.store.writers import make, play_on, writer

KILLS = 40
BLOCKS = 50
MOST_MATCHES = 6
"""A run stores no more before the next moment, which is at most ``A_MATCH_S`` away, is its last."""
A_MATCH_S = 0.006


def heard_from(told: Connection) -> Iterator[str]:
    """What was told, to the end; a word that the kill cut off was not."""
    try:
        while True:
            yield told.recv()
    except (EOFError, OSError):
        return


def check_whole(folder: Path, told: set[str]) -> None:
    """Nothing that was told is missing, no block counts by half, and the file is sound."""
    with closing(sqlite3.connect(folder / "tournament.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    with Store.open_to_read(folder) as store:
        matches, results = store.matches(), store.results()
        assert told <= {row.match_id for row in matches}
        assert len({(row.block, row.attempt, row.order) for row in matches}) == len(matches)
        whole = [row.number for row in store.blocks() if row.state == "whole"]
        by_block = {number: list(rows) for number, rows in groupby(results, key=lambda result: result.block)}
        assert {number: len(rows) for number, rows in by_block.items()} == dict.fromkeys(whole, len(ROTATIONS))
        assert store.scores() == [score for rows in by_block.values() for score in block_scores(rows)]


def test_a_run_that_is_killed_again_and_again(tmp_path: Path) -> None:
    moments = random.Random(20261130)
    new_store(tmp_path / "killed", 0).close()
    told: set[str] = set()
    for _ in range(KILLS):
        with writer(play_on, tmp_path / "killed", 10 * BLOCKS) as (process, heard):
            told.update(heard.recv() for _ in range(moments.randrange(MOST_MATCHES)))
            time.sleep(moments.uniform(0, A_MATCH_S))
            process.kill()
            told.update(heard_from(heard))
        check_whole(tmp_path / "killed", told)
    with Store.open_to_read(tmp_path / "killed") as store:
        blocks = max(BLOCKS, len(store.blocks()))
    new_store(tmp_path / "undisturbed", 0).close()
    for name in ("killed", "undisturbed"):
        with writer(play_on, tmp_path / name, blocks) as (process, heard):
            told.update(heard_from(heard))
            process.join()
            assert process.exitcode == 0
    check_whole(tmp_path / "killed", told)
    with Store.open_to_read(tmp_path / "killed") as killed, Store.open_to_read(tmp_path / "undisturbed") as undisturbed:
        assert killed.matches() == undisturbed.matches()
        assert killed.results() == undisturbed.results()
        assert killed.scores() == undisturbed.scores()


def test_a_beginning_that_is_killed(tmp_path: Path) -> None:
    moments = random.Random(7)
    entrants: list[list[EntrantRow]] = []
    started = time.monotonic()
    with writer(make, tmp_path / "undisturbed") as (process, heard):
        assert list(heard_from(heard)) == ["now", "made"]
    as_long = time.monotonic() - started
    for number in range(20):
        folder = tmp_path / str(number)
        with writer(make, folder) as (process, heard):
            assert heard.recv() == "now"
            time.sleep(moments.uniform(0, as_long))
            process.kill()
            was_told = "made" in heard_from(heard)
        try:
            with Store.open_to_read(folder) as store:
                entrants.append(store.entrants())
        except StoreMissingError:
            assert not was_told
            with Store.create(folder, TOURNAMENT, ENTRANTS) as store:
                entrants.append(store.entrants())
    assert entrants == [ENTRANTS] * 20
