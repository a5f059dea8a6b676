"""A stored tournament: what was planned, every match, and what was ruled. What is written is written whole or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

import msgspec
from sqlalchemy import Connection, Engine, delete, insert, select, update

from referee.tournament.results import MatchResult
from referee.tournament.standings.tally import BlockScore, SeatScore
from referee.tournament.store import blocks, counting, deciding, matches, opening, progress, rulings, schema
from referee.tournament.store.errors import StoreError
from referee.tournament.store.failures import told_clearly
from referee.tournament.store.progress import Progress
from referee.tournament.store.rows import (
    BlockRow,
    EntrantRow,
    MatchRow,
    Record,
    RulingRow,
    Start,
    TournamentRow,
    VoidMatch,
)
from referee.tournament.store.run_lock import RunLock


class Store:
    """One tournament's database, open in one process and used by one thread. A context manager, which closes it.

    Every method is one transaction. Each may raise ``StoreError``, and the store is then as it was before the call.
    """

    def __init__(self, folder: Path, engine: Engine, lock: RunLock | None) -> None:
        """For ``create``, ``open_to_write`` and ``open_to_read``."""
        self._path, self._engine, self._lock = folder / opening.DATABASE, engine, lock
        self._snapshot: Connection | None = None

    @classmethod
    def create(cls, folder: Path, tournament: TournamentRow, entrants: Sequence[EntrantRow]) -> Self:
        """A new tournament, open to be written; the folder is made if need be. All of it or nothing.

        Raises ``StoreExistsError``, ``StoreInUseError`` and ``StoreError``.
        """

        def fill(connection: Connection) -> None:
            row = msgspec.structs.asdict(tournament) | {"id": schema.THE_ONLY, "results_version": 0}
            connection.execute(insert(schema.tournament), [row])
            if entrants:
                connection.execute(insert(schema.entrants), [msgspec.structs.asdict(entrant) for entrant in entrants])

        opening.check_is_free(folder)
        with ExitStack() as undo:
            for made in opening.make_folder(folder):
                undo.callback(made.rmdir)
            lock = RunLock(folder)
            undo.callback(lock.remove)
            opening.make_database(folder, fill)
            undo.callback(opening.remove_database, folder / opening.DATABASE)
            store = cls(folder, opening.open_for_writing(folder), lock)
            undo.pop_all()
        return store

    @classmethod
    def open_to_write(cls, folder: Path) -> Self:
        """Go on with a tournament; tables of an older version are brought up to date.

        Raises ``StoreMissingError``, ``StoreInUseError`` while another process does so, and ``StoreError``.
        """
        opening.existing_database(folder)  # asked first: no lock is left where there is nothing to be locked
        lock = RunLock(folder)
        try:
            return cls(folder, opening.open_for_writing(folder), lock)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def open_to_read(cls, folder: Path) -> Self:
        """Look at a tournament, which may be played at the moment, or lie where nothing can be written.

        Raises ``StoreMissingError``, ``StoreInUseError`` and ``StoreError``.
        """
        return cls(folder, opening.open_for_reading(folder), None)

    @classmethod
    def open_to_rate(cls, folder: Path) -> Self:
        """Keep ratings in a tournament, which may be played at the moment; nothing else is to be written.

        Raises ``StoreMissingError``, ``StoreInUseError`` and ``StoreError``.
        """
        return cls(folder, opening.open_for_a_row(folder), None)

    def close(self) -> None:
        """Let go of the file, and of the right to write to it."""
        self._engine.dispose()
        if self._lock is not None:
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    # -- the tournament and who plays ---------------------------------------------------------------------------

    def tournament(self) -> TournamentRow:
        """What holds for all of it."""
        names = TournamentRow.__struct_fields__
        with self._transaction() as connection:
            row = connection.execute(select(*(schema.tournament.c[name] for name in names))).one()
        return TournamentRow(**row._mapping)

    def change_plan(self, plan: str) -> None:
        """Put another plan (JSON text) in the place of the one that there is, as for a raised budget."""
        with self._transaction() as connection:
            connection.execute(update(schema.tournament).values(plan=plan))

    def entrants(self) -> list[EntrantRow]:
        """By number."""
        names = EntrantRow.__struct_fields__
        with self._transaction() as connection:
            rows = connection.execute(
                select(*(schema.entrants.c[name] for name in names)).order_by(schema.entrants.c.number)
            )
            return [EntrantRow(**row._mapping) for row in rows]

    def bench(self, number: int, reason: str) -> list[int]:
        """This entrant plays no more, and why. Its open blocks are withdrawn, and their numbers returned."""
        with self._transaction() as connection:
            self._change_entrant(connection, number, benched=reason)
            return blocks.withdraw_open_with(connection, number, reason)

    def unbench(self, number: int, digest: str | None = None) -> None:
        """It plays again. What was withdrawn stays so. ``digest`` is that of its files, where none was known."""
        known = {} if digest is None else {"digest": digest}
        with self._transaction() as connection:
            self._change_entrant(connection, number, benched=None, **known)

    # -- blocks and matches -------------------------------------------------------------------------------------

    def blocks(self, first: int = 0) -> list[BlockRow]:
        """Those from this number on, by number, which counts from 0."""
        with self._transaction() as connection:
            return blocks.all_blocks(connection, first)

    def lost_blocks(self) -> list[BlockRow]:
        """Those that were given up or withdrawn, by number."""
        with self._transaction() as connection:
            return blocks.lost_blocks(connection)

    def block(self, number: int) -> BlockRow:
        """Raises ``StoreError`` where it is not stored."""
        with self._transaction() as connection:
            return blocks.one_block(connection, number)

    def add_blocks(self, rows: Sequence[BlockRow]) -> None:
        """Store new blocks, all of them or none."""
        with self._transaction() as connection:
            blocks.store_blocks(connection, rows)

    def withdraw_block(self, number: int, reason: str) -> None:
        """Its matches don't count, since a bot that was in it plays no more."""
        with self._transaction() as connection:
            blocks.withdraw(connection, number, reason)

    def matches(self, block: int | None = None) -> list[MatchRow]:
        """Every match of one block or of all, void ones and those of earlier attempts too, by block, attempt, order."""
        with self._transaction() as connection:
            return matches.all_matches(connection, block)

    def match(self, match_id: str) -> MatchRow | None:
        """The match of this name; None where it is not stored."""
        with self._transaction() as connection:
            return matches.one_match(connection, match_id)

    def starts(self) -> list[Start]:
        """Who started in the matches that have a result, by block, attempt and order."""
        with self._transaction() as connection:
            return matches.starts(connection)

    def records(self, block: int | None = None) -> list[Record]:
        """How the matches of one block or of all were played that have a result, by block, attempt and order."""
        with self._transaction() as connection:
            return matches.records(connection, block)

    def void_matches(self) -> list[VoidMatch]:
        """Those that this machine or the referee failed, by block and attempt."""
        with self._transaction() as connection:
            return matches.void_matches(connection)

    def played(self, block: int, attempt: int) -> set[int]:
        """Of which of the block's orders a match is stored in this attempt."""
        with self._transaction() as connection:
            return matches.played_orders(connection, block, attempt)

    def add_match(self, row: MatchRow, *, block_state: Literal["open", "whole"]) -> None:
        """Store a match that has its result; with the last of its block, the block becomes whole and counts.

        Raises ``AlreadyStoredError``, ``StoreError`` where the block does not wait for it (any more), and
        ``ValueError`` for a match that is not its block's, or where ``block_state`` is not what is stored.
        """
        with self._transaction() as connection:
            matches.store_played(connection, row, is_last=block_state == "whole")

    def void_match(self, row: MatchRow, *, attempts_left: bool) -> None:
        """Store a match that does not count. With it no match of the attempt does: the block is opened for its next
        attempt, or given up. Raises as ``add_match``."""
        with self._transaction() as connection:
            matches.store_void(connection, row, attempts_left=attempts_left)

    # -- rulings ------------------------------------------------------------------------------------------------

    def rulings(self) -> list[RulingRow]:
        """All, those that no longer hold too, by when they were made."""
        with self._transaction() as connection:
            return rulings.all_rulings(connection)

    def add_ruling(self, row: RulingRow, *, attempts_left: bool) -> None:
        """Store a ruling and let it have its effect on what counts.

        ``void`` opens the block for its next attempt, or gives it up where there are no ``attempts_left``. On a match
        of an earlier attempt a ruling has no effect. Raises ``AlreadyStoredError``, and ``RulingRefusedError`` for one
        that does not go with the match or with a ruling that stands.
        """
        with self._transaction() as connection:
            deciding.decide(connection, row, attempts_left=attempts_left)

    # -- what follows -------------------------------------------------------------------------------------------

    def results(self) -> list[MatchResult]:
        """What counts: the matches of whole blocks in their last attempt, rulings applied, by block and order."""
        with self._transaction() as connection:
            return counting.counted_results(connection)

    def results_of(self, block: int) -> list[MatchResult]:
        """What counts of one block, in order; nothing unless it is whole."""
        with self._transaction() as connection:
            return counting.counted_results(connection, block)

    def progress(self) -> Progress:
        """How far it has come."""
        with self._transaction() as connection:
            return progress.progress(connection)

    def results_version(self) -> int:
        """Another number whenever ``results`` or scores may be others. Ask for it first, and for them then."""
        with self._transaction() as connection:
            return int(connection.execute(select(schema.tournament.c.results_version)).scalar_one())

    def scores(self) -> list[BlockScore]:
        """Of every entrant in every whole block, by block and entrant."""
        with self._transaction() as connection:
            return counting.block_scores_of_all(connection)

    def seat_scores(self) -> list[SeatScore]:
        """Of every seat in every whole block, by block and seat."""
        with self._transaction() as connection:
            return counting.seat_scores_of_all(connection)

    def save_ratings(self, text: str, version: int) -> None:
        """Keep ratings (JSON text) that were made of the results of this version, instead of those kept before."""
        with self._transaction() as connection:
            connection.execute(delete(schema.ratings))
            row = {"id": schema.THE_ONLY, "text": text, "results_version": version}
            connection.execute(insert(schema.ratings), [row])

    def saved_ratings(self) -> tuple[str, int] | None:
        """The ratings that were kept, and of which version of the results they are; None where none were."""
        with self._transaction() as connection:
            row = connection.execute(select(schema.ratings.c.text, schema.ratings.c.results_version)).one_or_none()
        return None if row is None else (row.text, row.results_version)

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        """All that is read while this lasts is of the same moment, whatever another process stores meanwhile."""
        with self._transaction() as connection:
            self._snapshot = connection
            try:
                yield
            finally:
                self._snapshot = None

    # -- inside -------------------------------------------------------------------------------------------------

    def _change_entrant(self, connection: Connection, number: int, **values: str | None) -> None:
        entrants = schema.entrants
        done = connection.execute(update(entrants).where(entrants.c.number == number).values(**values))
        if done.rowcount != 1:
            raise StoreError(f"{self._path}: there is no entrant {number}")

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        if self._snapshot is not None:
            yield self._snapshot
            return
        with told_clearly(self._path), self._engine.begin() as connection:
            yield connection
