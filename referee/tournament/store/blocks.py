"""Blocks as they are stored, and what becomes of one: whole, open again, given up, withdrawn."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, insert, select, update

from referee.tournament.store.counting import settle
from referee.tournament.store.errors import StoreError
from referee.tournament.store.rows import BlockRow, BlockState
from referee.tournament.store.schema import blocks

_COLUMNS = tuple(blocks.c[name] for name in BlockRow.__struct_fields__)


def all_blocks(connection: Connection, first: int = 0) -> list[BlockRow]:
    """Those from this number on, by number."""
    rows = connection.execute(select(*_COLUMNS).where(blocks.c.number >= first).order_by(blocks.c.number))
    return [BlockRow(**row._mapping) for row in rows]


def lost_blocks(connection: Connection) -> list[BlockRow]:
    """Those that don't count and are not to be played, by number."""
    is_lost = blocks.c.state.in_(("given_up", "withdrawn"))
    rows = connection.execute(select(*_COLUMNS).where(is_lost).order_by(blocks.c.number))
    return [BlockRow(**row._mapping) for row in rows]


def one_block(connection: Connection, number: int) -> BlockRow:
    """Raises ``StoreError`` where it is not stored."""
    row = connection.execute(select(*_COLUMNS).where(blocks.c.number == number)).one_or_none()
    if row is None:
        raise StoreError(f"there is no block {number}")
    return BlockRow(**row._mapping)


def store_blocks(connection: Connection, rows: Sequence[BlockRow]) -> None:
    """Store new ones. Raises ``sqlalchemy.exc.DBAPIError`` where one is there already."""
    if rows:
        connection.execute(insert(blocks), [msgspec.structs.asdict(row) for row in rows])


def close_block(connection: Connection, number: int) -> None:
    """It is whole: from now on it counts."""
    _set(connection, number, state="whole", reason=None)
    settle(connection, number)


def void_attempt(connection: Connection, block: BlockRow, reason: str | None, *, attempts_left: bool) -> None:
    """No match of its attempt counts; it is opened again for the next attempt, or given up."""
    if attempts_left:
        _set(connection, block.number, state="open", attempt=block.attempt + 1, reason=reason)
    else:
        _set(connection, block.number, state="given_up", reason=reason)
    settle(connection, block.number)


def withdraw(connection: Connection, number: int, reason: str) -> None:
    """What was played of it does not count."""
    one_block(connection, number)
    _set(connection, number, state="withdrawn", reason=reason)
    settle(connection, number)


def withdraw_open_with(connection: Connection, entrant: int, reason: str) -> list[int]:
    """Withdraw the open blocks that this entrant is in; returns their numbers."""
    rows = connection.execute(select(blocks.c.number, blocks.c.lineup).where(blocks.c.state == "open"))
    numbers = sorted(number for number, lineup in rows if entrant in lineup)
    for number in numbers:
        withdraw(connection, number, reason)
    return numbers


def _set(
    connection: Connection, number: int, *, state: BlockState, reason: str | None, attempt: int | None = None
) -> None:
    values: dict[str, object] = {"state": state, "reason": reason}
    if attempt is not None:
        values["attempt"] = attempt
    connection.execute(update(blocks).where(blocks.c.number == number).values(values))
