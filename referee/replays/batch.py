"""Verifies many records, on several cores where that pays; what is found does not depend on how many."""

from __future__ import annotations

import errno
import multiprocessing
import os
import signal
import threading
from collections.abc import Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.replays.verify import Verification, verify

_ENDINGS: Final = (".jsonl", ".jsonl.gz")
_FILES_A_WORKER: Final = 16
"""With fewer for each, starting worker processes takes longer than they save."""
_FILES_AT_ONCE: Final = 8
"""How many a worker is given at a time: a message costs as much as a few plies."""


@dataclass(frozen=True)
class Unread:
    """A file that could not be read, and why in the system's words."""

    reason: str


def replays_in(folder: Path) -> list[Path]:
    """Every ``*.jsonl`` and ``*.jsonl.gz`` in this folder and those below, in the order of their names.

    Links to folders are not followed. Raises ``OSError`` for a folder that can't be read.
    """
    found = []
    for place, _, names in os.walk(folder, onerror=_refuse):
        found += [Path(place, name) for name in names if name.endswith(_ENDINGS)]
    return sorted(found)


def verify_all(files: Sequence[Path], jobs: int) -> Generator[Verification | Unread, None, None]:
    """What verifying each of these files shows, in their order, by at most ``jobs`` processes (1: by this one).

    Raises ``ChildProcessError`` where the system ends one of them, for want of memory, say.
    """
    workers = min(jobs, len(files) // _FILES_A_WORKER)
    if workers < 2:
        yield from map(_verified, files)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, initializer=_begin_work)
    try:
        yield from pool.map(_verified, files, chunksize=_FILES_AT_ONCE)
    except BrokenProcessPool:
        raise ChildProcessError(errno.ECHILD, "ended a process that verified replays; try fewer at a time") from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _verified(file: Path) -> Verification | Unread:
    try:
        return verify(file)
    except OSError as error:
        return Unread(error.strerror or str(error))


def _refuse(error: OSError) -> None:
    raise error


def _begin_work() -> None:
    """In a worker: Ctrl-C is for the process that started it to judge, and it ends when that does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None, "this is not a worker"
    parent.join()
    os._exit(1)
