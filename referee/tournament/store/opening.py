"""How the database file is made and opened. Everything that is SQLite's alone is here and in ``failures.py``."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text, update
from sqlalchemy.pool import StaticPool

from referee.tournament.store.errors import StoreError, StoreExistsError, StoreMissingError
from referee.tournament.store.failures import DAMAGED, NOT_OURS, told_clearly
from referee.tournament.store.migrating import migrate
from referee.tournament.store.schema import REVISION, tournament

DATABASE: Final = "tournament.db"
_UNFINISHED: Final = "tournament.db.new"
_PATIENCE_S: Final = 5.0
"""For so long a lock of somebody else's is waited for; ours are held for milliseconds."""
_PAGE_BYTES: Final = 4096
_APPLICATION: Final = 0x43744E54
"""``CtNT``, in the header of the file: how SQLite tells whose database it is."""
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def check_is_free(folder: Path) -> None:
    """Raise ``StoreExistsError`` where there is a tournament in the folder, or something of its name."""
    if os.path.lexists(folder / DATABASE):
        raise StoreExistsError(f"{folder / DATABASE}: is there already: go on with it, or begin in another folder")


def make_folder(folder: Path) -> list[Path]:
    """Make the folder; returns what was made for it, the outermost first. Raises ``StoreError``."""
    made: list[Path] = []
    try:
        missing = [path for path in (folder, *folder.parents) if not path.exists()]
        for path in reversed(missing):
            path.mkdir()
            made.append(path)
        if not folder.is_dir():
            raise StoreError(f"{folder}: is no folder: name one, or one that is to be made")
    except OSError as error:
        for path in reversed(made):
            path.rmdir()
        raise StoreError(
            f"{error.filename}: {error.strerror}: a tournament needs a folder that it may write to"
        ) from error
    return made


def make_database(folder: Path, fill: Callable[[Connection], None]) -> None:
    """Make ``tournament.db`` with all its tables, for its owner's eyes alone, and what ``fill`` writes; or nothing.

    It comes into being under its name when it is whole and on the disk. Raises ``StoreExistsError``, ``StoreError``.
    """
    check_is_free(folder)
    path, unfinished = folder / DATABASE, folder / _UNFINISHED
    try:
        remove_database(unfinished)  # of one that was killed at it
        os.close(os.open(unfinished, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        try:
            _fill(unfinished, fill)
            os.rename(unfinished, path)
        except BaseException:
            remove_database(unfinished)
            raise
        _sync(folder)
    except OSError as error:
        raise StoreError(f"{error.filename or folder}: {error.strerror}") from error


def open_for_writing(folder: Path) -> Engine:
    """An engine whose transactions may write, the tables brought up to date and the whole file looked through.

    Raises ``StoreMissingError``, ``StoreInUseError`` and ``StoreError``.
    """
    path = existing_database(folder)
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & _OTHERS:
        raise StoreError(
            f"{path}: has mode {mode:04o}, so others than its owner may read the secret of the seeds: chmod 600"
        )
    engine = _engine(path, "rw", "BEGIN IMMEDIATE")
    try:
        with told_clearly(path), engine.begin() as connection:
            revision = _check_is_ours(connection, path)
        if revision != REVISION:
            _bring_up_to_date(path)
        with told_clearly(path), engine.begin() as connection:
            # Where the file can't be written, SQLite lets a transaction begin all the same.
            connection.execute(update(tournament).values(results_version=tournament.c.results_version))
            found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
        if found != "ok":
            raise StoreError(f"{path}: {DAMAGED.format(cause=' '.join(found.split()), name=DATABASE)}")
    except BaseException:
        engine.dispose()
        raise
    return engine


def open_for_reading(folder: Path) -> Engine:
    """An engine whose transactions may only read, beside one that writes; also where nothing can be written.

    Raises ``StoreMissingError``, ``StoreInUseError`` and ``StoreError``, for a database of an older version too.
    """
    path = existing_database(folder)
    # Without a -wal, all is in the file; where none can be made beside it, SQLite must be told that nobody will.
    is_still = not _can_be_written(folder) and not path.with_name(f"{DATABASE}-wal").exists()
    engine = _engine(path, "ro&immutable=1" if is_still else "ro", "BEGIN")
    try:
        with told_clearly(path), engine.begin() as connection:
            revision = _check_is_ours(connection, path)
        if revision != REVISION:
            raise StoreError(
                f"{path}: was written by an older referee (tables {revision}, now {REVISION}): going on "
                "with the run brings it up to date"
            )
    except BaseException:
        engine.dispose()
        raise
    return engine


def open_for_a_row(folder: Path) -> Engine:
    """An engine for a transaction that writes little, beside one that plays: without a look through the whole file.

    Raises as ``open_for_reading``.
    """
    open_for_reading(folder).dispose()  # which says what is wrong with it, if anything is
    return _engine(existing_database(folder), "rw", "BEGIN IMMEDIATE")


def existing_database(folder: Path) -> Path:
    """Where the tournament in this folder lies. Raises ``StoreMissingError`` and ``StoreError``."""
    path = folder / DATABASE
    try:
        size = path.stat().st_size
    except (FileNotFoundError, NotADirectoryError):
        raise StoreMissingError(f"{folder}: there is no tournament here ({DATABASE} is missing)") from None
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}") from error
    if size == 0:  # to SQLite an empty file is a new database
        raise StoreError(f"{path}: is empty: put back a copy, or begin in another folder")
    if size % _PAGE_BYTES and not _bytes_in_wal(path):  # SQLite would fill the page with zeros
        raise StoreError(f"{path}: {NOT_OURS}")
    return path


def _bytes_in_wal(path: Path) -> int:
    """How much was written that is not in the file yet."""
    try:
        return path.with_name(f"{DATABASE}-wal").stat().st_size
    except FileNotFoundError:
        return 0


def _can_be_written(folder: Path) -> bool:
    return os.access(folder, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _engine(path: Path, mode: str, begin: str, foreign_keys: str = "ON") -> Engine:
    """One connection, on which SQLAlchemy says when a transaction begins; left alone, sqlite3 begins them late."""

    def connect() -> sqlite3.Connection:
        uri = f"{path.resolve().as_uri()}?mode={mode}"
        connection = sqlite3.connect(uri, uri=True, timeout=_PATIENCE_S, isolation_level=None)
        connection.execute(f"PRAGMA foreign_keys = {foreign_keys}")
        connection.execute("PRAGMA synchronous = FULL")  # what was written is on the disk, whatever fails then
        return connection

    engine = create_engine("sqlite://", creator=connect, poolclass=StaticPool)

    def begin_now(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine, "begin", begin_now)
    return engine


def _bring_up_to_date(path: Path) -> None:
    """All steps that are lacking, or none. A step may make a table anew that others refer to: keys are checked last."""
    engine = _engine(path, "rw", "BEGIN IMMEDIATE", foreign_keys="OFF")
    try:
        with told_clearly(path), engine.begin() as connection:
            migrate(connection)
            lost = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
            if lost is not None:
                raise StoreError(f"{path}: can't be brought up to date: {lost[0]} refers to {lost[2]} that are missing")
    finally:
        engine.dispose()


def _fill(path: Path, fill: Callable[[Connection], None]) -> None:
    engine = _engine(path, "rw", "BEGIN IMMEDIATE")
    try:
        with told_clearly(path):
            raw: Any = engine.raw_connection()
            raw.execute(f"PRAGMA page_size = {_PAGE_BYTES}")
            raw.execute("PRAGMA journal_mode = WAL")  # readers and a writer don't wait for each other; kept in the file
            raw.execute(f"PRAGMA application_id = {_APPLICATION}")
            raw.close()
            with engine.begin() as connection:
                migrate(connection)
                fill(connection)
    finally:
        engine.dispose()  # the last connection to close moves everything from the -wal into the file


def _check_is_ours(connection: Connection, path: Path) -> str:
    """The newest step that its tables were brought to. Raises ``StoreError`` for other databases and newer ones."""
    if connection.exec_driver_sql("PRAGMA application_id").scalar_one() != _APPLICATION:
        raise StoreError(f"{path}: is a database of another program: begin in another folder")
    if not inspect(connection).has_table("alembic_version"):
        raise StoreError(f"{path}: holds no tournament: put back a copy, or begin in another folder")
    revision = str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one())
    if revision > REVISION:
        raise StoreError(
            f"{path}: was written by a newer referee (tables {revision}, here {REVISION}): update this one"
        )
    return revision


def remove_database(database: Path) -> None:
    """With everything that SQLite may have left beside it."""
    for ending in ("", "-wal", "-shm", "-journal"):
        database.with_name(database.name + ending).unlink(missing_ok=True)


def _sync(folder: Path) -> None:
    """The new name is on the disk too."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
