"""Programs that play match after match over one pair of pipes, as their bot.toml asks for with ``matches = "many"``.

Nothing but the seat's own memory of earlier matches is gained by that, and the time to start: it is for trusted bots,
in training and in quick comparisons. In rated play each match has new processes.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from referee.bots.process import BotProcess
from referee.bots.spec import BotSpec


class KeptBots:
    """The programs of matches that are played one after another by the same specs, seat by seat. ``end`` it at last."""

    def __init__(self) -> None:
        self._processes: dict[int, BotProcess] = {}

    async def settle(self) -> None:
        """Wait a moment until each of them is there for another match, or has ended; those are forgotten.

        Whoever is cancelled meanwhile still has them all to ``end``.
        """
        await asyncio.gather(*(self._look(seat, process) for seat, process in self._processes.items()))

    async def _look(self, seat: int, process: BotProcess) -> None:
        if not await process.is_there_again():
            await process.kill()
            del self._processes[seat]

    def process(self, seat: int, spec: BotSpec, start: Callable[[], BotProcess]) -> BotProcess:
        """The program that has stayed on this seat since the match before, or a new one; after ``settle``.

        One that was to blame for something has ended with its match, and so may others have, by themselves.
        """
        if seat in self._processes:
            return self._processes[seat]
        process = start()
        if spec.matches == "many":
            process.stays = True
            self._processes[seat] = process
        return process

    async def end(self) -> None:
        """End them all, politely, then by force. They have ended even where this raises or is cancelled."""
        processes, self._processes = self._processes, {}
        ending = asyncio.gather(*(process.end() for process in processes.values()), return_exceptions=True)
        while not ending.done():
            with contextlib.suppress(asyncio.CancelledError):  # of whoever waits here, for a few seconds at the most
                await asyncio.shield(ending)
        for failure in ending.result():
            if failure is not None:
                raise failure
