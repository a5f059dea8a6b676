"""How far a tournament has come, counted by the database: quick however many matches there are."""

from __future__ import annotations

from typing import Final

import msgspec
from sqlalchemy import Connection, func, select

from referee.tournament.store.schema import blocks, matches

RECENT: Final = 40
"""So many matches tell how fast it goes now."""


class Progress(msgspec.Struct, frozen=True):
    """``blocks`` by their state, where there are any. ``counted`` matches are those of whole blocks, ``played`` those
    with a result, which took ``wall_ms`` together; ``voids`` have none. ``sandboxes`` has the number of played ones by
    the level reached. ``recent`` are the start and the end of the last ``RECENT`` that were played."""

    blocks: dict[str, int]
    counted: int
    played: int
    wall_ms: int
    voids: int
    sandboxes: dict[str, int]
    recent: tuple[tuple[str, str], ...]


def progress(connection: Connection) -> Progress:
    """As it is now."""
    by_state = connection.execute(select(blocks.c.state, func.count()).group_by(blocks.c.state))
    counted = connection.execute(
        select(func.count())
        .select_from(matches)
        .join(blocks, (blocks.c.number == matches.c.block) & (blocks.c.attempt == matches.c.attempt))
        .where(blocks.c.state == "whole", ~matches.c.is_void)
    ).scalar_one()
    played = connection.execute(
        select(matches.c.sandbox, func.count(), func.sum(matches.c.wall_ms))
        .where(~matches.c.is_void)
        .group_by(matches.c.sandbox)
        .order_by(matches.c.sandbox)
    ).all()
    voids = connection.execute(select(func.count()).select_from(matches).where(matches.c.is_void)).scalar_one()
    times = select(matches.c.started, matches.c.ended).where(~matches.c.is_void)
    recent = connection.execute(times.order_by(matches.c.ended.desc()).limit(RECENT))
    return Progress(
        blocks={str(state): int(number) for state, number in by_state},
        counted=int(counted),
        played=sum(int(number) for _, number, _ in played),
        wall_ms=sum(int(ms) for _, _, ms in played),
        voids=int(voids),
        sandboxes={str(level): int(number) for level, number, _ in played},
        recent=tuple((str(started), str(ended)) for started, ended in recent),
    )
