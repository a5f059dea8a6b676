"""A bot in bubblewrap: its sandbox's first process, and whether the sandbox came to stand at all."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
from typing import Final

from referee.bots.exit_words import ending, ending_within
from referee.bots.sandbox.cell import Cell, Plan, SandboxError
from referee.bots.sandbox.cgroups import BotGroup
from referee.bots.sandbox.guardian import Guardian
from referee.bots.sandbox.process_tree import deaths, signal_all, with_descendants

_LINE_BYTES: Final = 4096
_ENDED_WITHIN_S: Final = 5.0


class BubblewrapCell(Cell):
    """``status`` and ``up`` are our ends of the pipes that bubblewrap and the shell inside it write to.

    The first process of the sandbox is the kernel's own hold on the others: when it dies they are all ended, and it is
    gone only when they are.
    """

    def __init__(self, plan: Plan, group: BotGroup, guardian: Guardian, *, status: int, up: int) -> None:
        super().__init__(plan, group, guardian)
        self._status, self._up = status, up
        self._first: int | None = None
        self._said = b""
        self._is_up = self._is_being_ended = False
        for end in (status, up):
            os.set_blocking(end, False)

    def began(self, leader: int) -> None:
        super().began(leader)
        asyncio.get_running_loop().add_reader(self._status, self._read_status)

    def _read_status(self) -> None:
        """The first line names the sandbox's first process; held from then on, its number is not used again."""
        try:
            data = os.read(self._status, _LINE_BYTES)
        except BlockingIOError:
            return
        self._said += data
        if self._first is None and b"\n" in self._said:
            first = json.loads(self._said.split(b"\n")[0])["child-pid"]
            with contextlib.suppress(ProcessLookupError):
                self._first = os.pidfd_open(first)
        if not data or self._first is not None:
            asyncio.get_running_loop().remove_reader(self._status)

    def check(self, status: int | None, last_words: str) -> None:
        # Bubblewrap passes on as a status what ended the bot, and the bot can't reach it to signal it.
        if status is not None and status < 0 and not self._is_being_ended:
            raise SandboxError(f"the sandbox {ending(status)}, from outside")
        if not self._has_come_up():
            raise SandboxError(f"the sandbox did not start: {last_words or 'bubblewrap does not say why'}")

    def ending(self, status: int | None) -> str:
        return ending_within(status)

    def _has_come_up(self) -> bool:
        if not self._is_up and self._up >= 0:
            with contextlib.suppress(BlockingIOError):
                self._is_up = bool(os.read(self._up, _LINE_BYTES))
        return self._is_up

    def own_members(self) -> list[int]:
        return with_descendants(self._leader)[2:]  # those of the sandbox itself come first

    def ask_to_end(self) -> None:
        self.thaw()
        signal_all(self.own_members(), signal.SIGTERM)

    def kill(self) -> None:
        self._is_being_ended = True
        super().kill()

    def _end(self) -> None:
        super()._end()
        if self._first is not None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._first, signal.SIGKILL)

    async def emptied(self) -> None:
        asyncio.get_running_loop().remove_reader(self._status)
        if self._first is None:
            self._read_status()
        self._end()
        if self._first is not None:
            first, self._first = self._first, None
            await deaths([first], _ENDED_WITHIN_S)
        self._has_come_up()
        await super().emptied()

    async def _strays(self) -> list[int]:
        return self._group.members()

    def release(self) -> None:
        super().release()
        self._status = self._up = -1
