"""Which records still keep a seed to themselves that is no secret any more."""

from __future__ import annotations

from pathlib import Path

from referee.replays.seed_file import seed_file
from referee.tournament.store.store import Store


def still_sealed(store: Store, folder: Path, block: int | None = None) -> list[Path]:
    """The records of this block, or of all blocks (None), whose seeds may be revealed and are not yet.

    A seed is a secret as long as its block is open: a match that is to come is played with it. Records that somebody
    has removed are left out.
    """
    blocks = store.blocks() if block is None else [store.block(block)]
    attempts = {row.number: row.attempt for row in blocks if row.state == "open"}
    over = [row for row in store.records(block) if attempts.get(row.block) != row.attempt]
    replays = [folder / row.replay for row in over if row.replay is not None]
    return [replay for replay in replays if seed_file(replay).exists() and replay.exists()]
