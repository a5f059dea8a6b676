"""Matches as they are stored: each once, together with what it does to its block."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, insert, select

from referee.tournament.store.blocks import close_block, one_block, void_attempt
from referee.tournament.store.errors import AlreadyStoredError, StoreError
from referee.tournament.store.rows import BlockRow, MatchRow, Record, Start, VoidMatch
from referee.tournament.store.schema import matches

_COLUMNS = tuple(matches.c[name] for name in MatchRow.__struct_fields__)


def all_matches(connection: Connection, block: int | None = None) -> list[MatchRow]:
    """Those of one block or of all, void ones and those of earlier attempts too, by block, attempt and order."""
    query = select(*_COLUMNS).order_by(matches.c.block, matches.c.attempt, matches.c.order)
    if block is not None:
        query = query.where(matches.c.block == block)
    return [MatchRow(**row._mapping) for row in connection.execute(query)]


def one_match(connection: Connection, match_id: str) -> MatchRow | None:
    """None where it is not stored."""
    row = connection.execute(select(*_COLUMNS).where(matches.c.match_id == match_id)).one_or_none()
    return None if row is None else MatchRow(**row._mapping)


def played_orders(connection: Connection, block: int, attempt: int) -> set[int]:
    """Of which of the block's orders a match is stored in this attempt."""
    query = select(matches.c.order).where(matches.c.block == block, matches.c.attempt == attempt)
    return set(connection.execute(query).scalars())


def starts(connection: Connection) -> list[Start]:
    """Of the matches that have a result, by block, attempt and order."""
    return [Start._make(row) for row in _of_played(connection, Start._fields)]


def records(connection: Connection, block: int | None = None) -> list[Record]:
    """Of the matches of one block or of all that have a result, by block, attempt and order."""
    return [Record._make(row) for row in _of_played(connection, Record._fields, block)]


def void_matches(connection: Connection) -> list[VoidMatch]:
    """By block and attempt; one that a ruling voided has a result, and is not among them."""
    query = select(*(matches.c[name] for name in VoidMatch._fields)).where(matches.c.is_void)
    return [VoidMatch._make(row) for row in connection.execute(query.order_by(matches.c.block, matches.c.attempt))]


def _of_played(connection: Connection, names: Sequence[str], block: int | None = None) -> Iterable[Row[Any]]:
    """Only these columns: of a hundred thousand matches to read all takes seconds."""
    query = select(*(matches.c[name] for name in names)).where(~matches.c.is_void)
    if block is not None:
        query = query.where(matches.c.block == block)
    return connection.execute(query.order_by(matches.c.block, matches.c.attempt, matches.c.order))


def store_played(connection: Connection, match: MatchRow, *, is_last: bool) -> None:
    """Store a match that has its result; the last of its block makes the block whole.

    Raises ``AlreadyStoredError``, ``StoreError`` for a match that can't count, and ``ValueError`` where ``is_last`` is
    not what the stored matches say.
    """
    block = _open_block(connection, match)
    if match.is_void:
        raise ValueError(f"match {match.match_id} is void and has no result")
    _insert(connection, match)
    is_whole = len(played_orders(connection, block.number, block.attempt)) == len(block.orders)
    if is_whole is not is_last:
        state = "whole" if is_whole else "open"
        raise ValueError(f"block {block.number} is {state} with match {match.match_id}")
    if is_last:
        close_block(connection, block.number)


def store_void(connection: Connection, match: MatchRow, *, attempts_left: bool) -> None:
    """Store a match that does not count, and void its block's attempt by it. Raises as ``store_played``."""
    block = _open_block(connection, match)
    if not match.is_void:
        raise ValueError(f"match {match.match_id} is not void")
    _insert(connection, match)
    void_attempt(connection, block, match.reason, attempts_left=attempts_left)


def _open_block(connection: Connection, match: MatchRow) -> BlockRow:
    """The block that the match belongs to, if it is waiting for it."""
    if one_match(connection, match.match_id) is not None:
        raise AlreadyStoredError(f"match {match.match_id} is stored already: a result counts once")
    block = one_block(connection, match.block)
    if block.state != "open" or block.attempt != match.attempt:
        raise StoreError(
            f"match {match.match_id} is of attempt {match.attempt} of block {match.block}, which is at attempt "
            f"{block.attempt} and {block.state}: it can't count"
        )
    if match.order in played_orders(connection, block.number, block.attempt):
        raise AlreadyStoredError(f"order {match.order} of block {match.block} is stored already, by another match")
    if not 0 <= match.order < len(block.orders):
        raise ValueError(f"block {match.block} has orders 0 to {len(block.orders) - 1}, not {match.order}")
    seated = tuple(block.lineup[place] for place in block.orders[match.order])
    if match.entrants != seated:
        raise ValueError(f"match {match.match_id} was played by {match.entrants}, its block says {seated}")
    return block


def _insert(connection: Connection, match: MatchRow) -> None:
    connection.execute(insert(matches), [msgspec.structs.asdict(match)])
