"""What a database complains of, in words for who runs a tournament."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec
from sqlalchemy.exc import DBAPIError

from referee.tournament.store.errors import StoreError, StoreInUseError

NOT_OURS: Final = "is no tournament's database, or is damaged: put back a copy, or begin in another folder"
DAMAGED: Final = "is damaged ({cause}): put back a copy; `sqlite3 {name} .recover` saves what can be read"
_WORDS: Final = {
    sqlite3.SQLITE_FULL: "the disk is full: make room and go on; what was being written was left out whole",
    sqlite3.SQLITE_IOERR: "could not be read or written ({cause}): look after the disk, whether it is full or failing; "
    "what was being written was left out whole",
    sqlite3.SQLITE_READONLY: "can't be written: the file, its folder or its disk is read-only, or it was opened "
    "to be read",
    sqlite3.SQLITE_PERM: "can't be opened: this user may not",
    sqlite3.SQLITE_CANTOPEN: "can't be opened: this user may not, or files of it are missing; where {name}-wal lies "
    "beside it in a folder that can't be written, copy the folder to one that can",
    sqlite3.SQLITE_NOTADB: NOT_OURS,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
}
"""By SQLite's primary result code."""


@contextmanager
def told_clearly(database: Path) -> Iterator[None]:
    """Turn what the database raises inside into ``StoreError``, which names the file."""
    try:
        yield
    except DBAPIError as error:
        raise failure(database, error.orig) from error
    except sqlite3.Error as error:
        raise failure(database, error) from error
    except msgspec.MsgspecError as error:
        raise StoreError(f"{database}: {DAMAGED.format(cause=error, name=database.name)}") from error


def failure(database: Path, cause: BaseException | None) -> StoreError:
    """The error to be raised for what a database driver raised."""
    code = getattr(cause, "sqlite_errorcode", None)
    primary = None if code is None else code & 0xFF  # the rest is which kind of it
    if primary in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreInUseError(
            f"{database}: another program holds it and does not let go: end it (a database browser?), then go on"
        )
    words = _WORDS.get(primary) if primary is not None else None
    return StoreError(f"{database}: {(words or '{cause}').format(cause=cause, name=database.name)}")
