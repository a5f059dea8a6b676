"""Rows of a made-up tournament: four bots, a block in its four rotations, the results drawn from the match's number."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, Final

import msgspec

from referee.tournament.results import Dealings
from referee.tournament.store.rows import BlockRow, EntrantRow, MatchRow, RulingRow, TournamentRow
from referee.tournament.store.store import Store

ROTATIONS: Final = ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))
TOURNAMENT: Final = TournamentRow(
    name="Spring cup",
    plan='{"format":"round_robin"}',
    master="5e" * 32,
    commitment="sha256:" + "9f" * 32,
    referee="0.1.0",
    created="2026-11-30T12:00:00Z",
)
ENTRANTS: Final = [
    EntrantRow(number=number, name=name, version="1", team="house", spec=name)
    for number, name in enumerate(("greedy", "trader", "random", "raw"))
]


def new_store(folder: Path, blocks: int = 1) -> Store:
    """A tournament with so many open blocks."""
    store = Store.create(folder, TOURNAMENT, ENTRANTS)
    store.add_blocks([block(number) for number in range(blocks)])
    return store


def block(number: int) -> BlockRow:
    """An open one."""
    return BlockRow(number=number, lineup=(0, 1, 2, 3), orders=ROTATIONS, round=number // 10)


def match(number: int, order: int, attempt: int = 1, **changes: Any) -> MatchRow:
    """The match of this order in block ``number``, with a result; ``changes`` are to the row."""
    chance = random.Random(f"{number} {order} {attempt}")
    ranking = tuple(chance.sample(range(4), 4))
    row = MatchRow(
        match_id=f"m-{number:06}-{attempt}-{order}",
        block=number,
        attempt=attempt,
        order=order,
        entrants=ROTATIONS[order],
        verdict="victory",
        ranking=ranking,
        points=tuple(10 if seat == ranking[0] else chance.randrange(3, 10) for seat in range(4)),
        rolls=chance.randrange(50, 120),
        plies=chance.randrange(200, 900),
        luck=tuple(chance.gauss(0, 5) for _ in range(4)),
        dealings=_dealings(chance),
        used_ms=(1200, 30, 5, 900),
        slowest_ms=(80, 3, 1, 44),
        wall_ms=2500,
        started="2026-11-30T12:00:00Z",
        ended="2026-11-30T12:00:02Z",
        sandbox="sealed",
        machine="Linux x86_64, 2 cores, Python 3.11.7",
        referee="0.1.0",
        game_digest="b2:" + "1a" * 32,
        record_digest="b2:" + "2b" * 32,
        replay=f"replays/{number}/m-{number:06}-{attempt}-{order}.jsonl.gz",
    )
    return msgspec.structs.replace(row, **changes)


def void(number: int, order: int, attempt: int = 1, reason: str = "a worker was lost") -> MatchRow:
    """The same match, but lost."""
    lost = {"ranking": (), "points": (), "luck": (), "used_ms": (), "slowest_ms": ()}
    return match(number, order, attempt, is_void=True, verdict="infrastructure_error", reason=reason,
                 dealings=None, game_digest=None, record_digest=None, replay=None, **lost)  # fmt: skip


def ruling(row: MatchRow, digest: str, verdict: str = "void", **changes: Any) -> RulingRow:
    """A ruling on this match."""
    made = RulingRow(
        match_id=row.match_id,
        verdict=verdict,  # type: ignore[arg-type]  # tests name it
        reason="two bots of one team",
        by="judge",
        key="ed25519:AAAA",
        ruled=f"2026-12-01T12:00:{len(digest):02}Z",
        digest=digest,
    )
    return msgspec.structs.replace(made, **changes)


def play(store: Store, number: int, attempt: int = 1) -> list[MatchRow]:
    """Store all of a block; returns its matches."""
    rows = [match(number, order, attempt) for order in range(len(ROTATIONS))]
    for row in rows:
        store.add_match(row, block_state="whole" if row is rows[-1] else "open")
    return rows


def _dealings(chance: random.Random) -> Dealings:
    def table() -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(0 if a == b else chance.randrange(6) for b in range(4)) for a in range(4))

    return Dealings(stolen=table(), monopolised=table(), given=table(), trades=table(), offers=table())
