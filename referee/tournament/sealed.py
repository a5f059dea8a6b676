"""Which records still keep a seed to themselves that is no secret any more."""

from __future__ import annotations

from pathlib import Path

from referee.replays.seed_file import seed_file
from referee.tournament.match_rows import REPLAYS
from referee.tournament.store.store import Store

_ENDING = ".seed"


def still_sealed(store: Store, folder: Path, block: int | None = None) -> list[Path]:
    """The records of this block, or of all blocks (None), whose seeds may be revealed and are not yet.

    A seed is a secret as long as its block is open: a match that is to come is played with it. Records that somebody
    has removed are left out.
    """
    if block is not None:
        rows, blocks = store.matches(block), [store.block(block)]
    elif any((folder / REPLAYS).glob(f"*/*{_ENDING}")):
        rows, blocks = store.matches(), store.blocks()
    else:
        return []
    attempts = {row.number: row.attempt for row in blocks if row.state == "open"}
    return [
        folder / row.replay
        for row in rows
        if row.replay is not None and not row.is_void and attempts.get(row.block) != row.attempt
        and seed_file(folder / row.replay).exists() and (folder / row.replay).exists()
    ]  # fmt: skip
