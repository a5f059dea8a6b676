"""What counts: the matches of whole blocks, rulings applied, and the scores that are kept of each block."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Select, delete, insert, select, update

from referee.tournament.results import MatchResult
from referee.tournament.standings.tally import BlockScore, SeatScore, block_scores, seat_scores
from referee.tournament.store.rows import RulingRow
from referee.tournament.store.rulings import standing_rulings
from referee.tournament.store.schema import blocks, matches, scores, tournament
from referee.tournament.store.schema import seat_scores as seat_scores_table

_COUNTED = tuple(matches.c[name] for name in MatchResult.__struct_fields__)


def counted_results(connection: Connection, block: int | None = None) -> list[MatchResult]:
    """The matches of whole blocks, or of this one if it is whole, by block and order; those ruled void are not there.

    A ruling's ranking stands for the one on record, and then nobody counts as an offender: the ruling ranks all.
    """
    rows = connection.execute(
        select(*_COUNTED)
        .join(blocks, (blocks.c.number == matches.c.block) & (blocks.c.attempt == matches.c.attempt))
        .where(blocks.c.state == "whole", ~matches.c.is_void, *([] if block is None else [blocks.c.number == block]))
        .order_by(matches.c.block, matches.c.order)
    )
    rulings = standing_rulings(connection)
    names = MatchResult.__struct_fields__
    results = (MatchResult(**dict(zip(names, row, strict=True))) for row in rows)
    return [_ruled(result, rulings.get(result.match_id)) for result in results]


def _ruled(result: MatchResult, ruling: RulingRow | None) -> MatchResult:
    if ruling is None or ruling.ranking is None:
        return result
    return msgspec.structs.replace(result, verdict="adjudicated", ranking=ruling.ranking, offenders=())


def settle(connection: Connection, block: int) -> None:
    """Make the block's scores agree with its matches, if it is whole; take them away, if not."""
    connection.execute(delete(seat_scores_table).where(seat_scores_table.c.block == block))
    had_counted = connection.execute(delete(scores).where(scores.c.block == block)).rowcount > 0
    results = counted_results(connection, block)
    if results:
        connection.execute(insert(scores), [msgspec.structs.asdict(score) for score in block_scores(results)])
    if by_seat := seat_scores(results) if results else []:  # none where all were forfeited before the first roll
        connection.execute(insert(seat_scores_table), [msgspec.structs.asdict(score) for score in by_seat])
    if results or had_counted:
        connection.execute(update(tournament).values(results_version=tournament.c.results_version + 1))


def block_scores_of_all(connection: Connection) -> list[BlockScore]:
    """The scores that are kept, by block and entrant."""
    columns = [scores.c[name] for name in BlockScore.__struct_fields__]
    rows = _read(connection, select(*columns).order_by(scores.c.block, scores.c.entrant))
    places = _Unpacked(tuple[int, ...])
    return [
        BlockScore(block, entrant, seats, wins, places[packed], points, forfeits)
        for block, entrant, seats, wins, packed, points, forfeits in rows
    ]


def seat_scores_of_all(connection: Connection) -> list[SeatScore]:
    """The seats' scores that are kept, by block and seat."""
    table = seat_scores_table
    columns = [table.c[name] for name in SeatScore.__struct_fields__]
    rows = _read(connection, select(*columns).order_by(table.c.block, table.c.seat))
    return [SeatScore(*row) for row in rows]


def _read(connection: Connection, query: Select[Any]) -> Iterator[Sequence[Any]]:
    """The rows as the database's own driver gives them, packed values as text.

    There may be a hundred thousand, and to make SQLAlchemy's rows of them takes twice as long as to read them.
    """
    cursor = connection.connection.cursor()
    try:
        cursor.execute(str(query.compile(dialect=connection.dialect)))
        while rows := cursor.fetchmany(_AT_ONCE):
            yield from rows
    finally:
        cursor.close()


_AT_ONCE: Final = 1_000
"""Rows that are read together: with all of them about, Python would look through them for cycles."""


class _Unpacked(dict[str, Any]):
    """Values by the text that they are packed in: few different ones, read once each."""

    def __init__(self, shape: Any) -> None:
        super().__init__()
        self._decode = msgspec.json.Decoder(shape).decode

    def __missing__(self, packed: str) -> Any:
        value = self[packed] = self._decode(packed)
        return value
