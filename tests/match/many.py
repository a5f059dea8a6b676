"""Many matches in one referee process, so many of them at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from referee.bots.sandbox.sandboxes import UNCONTAINED, Sandbox
from referee.bots.spec import BotSpec
from referee.match.outcome import Outcome
from referee.match.settings import MatchSettings
from referee.match.start import play_match


async def play_all(
    tables: Sequence[Sequence[BotSpec]],
    folder: Path,
    *,
    settings: MatchSettings,
    at_a_time: int,
    sandbox: Sandbox = UNCONTAINED,
) -> list[Outcome]:
    """A match at each of these tables; the outcomes in their order. The records are in ``folder``."""
    room = asyncio.Semaphore(at_a_time)

    async def play(number: int, seats: Sequence[BotSpec]) -> Outcome:
        async with room:
            name = f"m-{number}"
            return await play_match(
                settings, seats, folder / f"{name}.jsonl", match_id=name, seed=name, sandbox=sandbox
            )

    return await asyncio.gather(*(play(number, seats) for number, seats in enumerate(tables)))
