"""Processes that write to a store, started quickly and to be killed at any moment."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Final

from referee.tournament.store.store import Store
from tests.tournament.store.made import ENTRANTS, ROTATIONS, TOURNAMENT, block, match, void

ATTEMPTS: Final = 3
_CONTEXT: Final = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload([__name__])


@contextmanager
def writer(work: Callable[..., None], *arguments: object) -> Iterator[tuple[BaseProcess, Connection]]:
    """A process that does ``work(told, *arguments)``, and what it tells; it is not left behind."""
    heard, told = _CONTEXT.Pipe(duplex=False)
    process = _CONTEXT.Process(target=work, args=(told, *arguments))
    process.start()
    told.close()
    try:
        yield process, heard
    finally:
        process.kill()
        process.join()
        heard.close()


def play_on(told: Connection, folder: Path, blocks: int) -> None:
    """Go on with the tournament until it has so many blocks; tells each match when it is stored.

    The second match of every third block is void at the first attempt.
    """
    with Store.open_to_write(folder) as store:
        while True:
            for row in store.blocks():
                if row.state == "open":
                    _play_block(store, row.number, told)
            there = len(store.blocks())
            if there == blocks:
                return
            store.add_blocks([block(there)])


def make(told: Connection, folder: Path) -> None:
    """Begin a tournament; tells when it is there."""
    told.send("now")
    Store.create(folder, TOURNAMENT, ENTRANTS).close()
    told.send("made")


def _play_block(store: Store, number: int, told: Connection) -> None:
    while (row := store.block(number)).state == "open":
        played = store.played(number, row.attempt)
        order = next(order for order in range(len(ROTATIONS)) if order not in played)
        if number % 3 == 0 and row.attempt == 1 and order == 1:
            store.void_match(void(number, order), attempts_left=row.attempt < ATTEMPTS)
        else:
            is_last = len(played) == len(ROTATIONS) - 1
            store.add_match(match(number, order, row.attempt), block_state="whole" if is_last else "open")
        told.send(f"m-{number:06}-{row.attempt}-{order}")
