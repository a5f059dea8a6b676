"""Match after match by the same seats, one at a time: for training, quick comparisons, and bots that come from afar."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

import structlog

from referee.bots.kept import KeptBots
from referee.bots.link import InfrastructureError
from referee.bots.remote.link import Reception
from referee.bots.sandbox.sandboxes import UNCONTAINED, Sandbox
from referee.bots.spec import Spec
from referee.match.outcome import Outcome
from referee.match.settings import MatchSettings
from referee.match.start import new_match_id, play_match

log = structlog.get_logger()

VOIDS_IN_A_ROW: Final = 3
"""So many void matches one after another, and the machine is taken to be unfit for more."""


@dataclass(frozen=True)
class Played:
    """One match of a series: its number from 1, its name and record, and what came of it."""

    number: int
    match_id: str
    replay: Path
    outcome: Outcome


async def play_series(
    settings: MatchSettings,
    specs: Sequence[Spec],
    folder: Path,
    *,
    matches: int | None,
    seed: str | None,
    tell: Callable[[Played], None],
    before_each: Callable[[], Awaitable[None]] | None = None,
    sandbox: Sandbox = UNCONTAINED,
    kept_back: Sequence[Path] = (),
    reception: Reception | None = None,
) -> int:
    """Play so many matches (None: without end), a record each in ``folder``; returns how many of them were void.

    Match number n has the seed ``SEED/n``; ``seed`` None: a secret one each. Programs stay for many where they can.
    What ``before_each`` has to wait for is waited for before a match begins. A match that this machine failed is void,
    has no result, and is not played again; three of them in a row end the series. Raises as ``play_match`` does. Every
    program has ended when this returns or raises.
    """
    kept, voids, in_a_row = KeptBots(), 0, 0
    try:
        for number in count(1) if matches is None else range(1, matches + 1):
            if before_each is not None:
                await before_each()
            match_id = new_match_id()
            replay = folder / f"{match_id}.jsonl"
            try:
                outcome = await play_match(
                    settings, specs, replay, match_id=match_id, seed=None if seed is None else f"{seed}/{number}",
                    sandbox=sandbox, kept_back=[folder, *kept_back], reception=reception,
                    kept=kept,
                )  # fmt: skip
            except InfrastructureError as error:
                voids, in_a_row = voids + 1, in_a_row + 1
                log.error("void match", match_id=match_id, number=number, error=str(error))
                if in_a_row == VOIDS_IN_A_ROW:
                    raise
            else:
                in_a_row = 0
                tell(Played(number, match_id, replay, outcome))
            _check_is_not_cancelled()
    finally:
        await kept.end()
    return voids


def _check_is_not_cancelled() -> None:
    """A match that had its result when it was cancelled returns it all the same; the series goes on no further."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
