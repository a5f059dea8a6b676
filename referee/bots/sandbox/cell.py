"""What is around one bot while it runs, at any level of protection: how it is started, stopped and ended whole."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import structlog

from referee.bots.cpu_times import CENSUS, ProcessorUse, process_ran_ns
from referee.bots.exit_words import ending
from referee.bots.link import InfrastructureError
from referee.bots.sandbox.cgroups import BotGroup
from referee.bots.sandbox.guardian import Guardian
from referee.bots.sandbox.process_tree import (
    MARK,
    deaths,
    marked,
    of_user,
    open_all,
    peak_resident_bytes,
    resident_bytes,
    signal_all,
    with_descendants,
)

log = structlog.get_logger()

_ENDED_WITHIN_S: Final = 5.0
_ROUNDS: Final = 20
_MEMORY_EVERY_S: Final = 0.1
_MOST_WHILE_STOPPED_NS: Final = 20_000_000
"""What runs when it is told to stop does so at its next way into the kernel, within a few milliseconds."""
_ENTER: Final = (
    'up=$1; shift; for at in $0; do echo 0 >"$at" || exit 125; done; [ -z "$up" ] || exec 9>"$up" 8>&1 1>&2; exec "$@"'
)
"""Run by a shell that becomes the program: it enters the control groups first, so that nothing of the bot is outside.

Where a sandbox is to say that it stands, file 9 is for that, and file 8 the bot's standard output, which nobody but
the bot is to hold. File 9 is opened by name, as an open file of the referee's: a shell can close no file above 9, and
it is to be closed.
"""


class SandboxError(InfrastructureError):
    """A bot's sandbox could not be set up, though the probe had found that it can. Nothing of it is the bot's doing."""


@dataclass
class Plan:
    """How a bot's program is to be started, and what is to be given back when it has ended.

    ``passed`` are open files for whatever sets up the sandbox; ``passed_on`` closes ours. ``announces_at`` is the name
    of a file that the command gets as file 9, to say that the sandbox stands. ``before`` is called in the new process
    before it becomes the program. ``uid`` is the bot's own user, where it has one. ``memory_bytes`` is the limit for
    all processes together, where there is one. ``scratch`` is the bot's own folder on this machine, if it has one;
    ``give_back`` removes it, and whatever else was taken.
    """

    command: tuple[str, ...]
    environment: Mapping[str, str]
    folder: Path
    passed: tuple[int, ...] = ()
    passed_on: ExitStack = field(default_factory=ExitStack)
    announces_at: str = ""
    before: Callable[[], None] | None = None
    uid: int | None = None
    memory_bytes: int | None = None
    scratch: Path | None = None
    give_back: ExitStack = field(default_factory=ExitStack)


class Cell:
    """One bot's processes, from their start until none is left.

    A bot without control groups is known by its process group, its descendants and the mark in its environment.
    ``folders`` says where control groups of the bot are; ``began``, ``emptied`` and ``release`` are its life.
    """

    def __init__(self, plan: Plan, group: BotGroup, guardian: Guardian) -> None:
        self.environment, self.folder = plan.environment, plan.folder
        self.passed, self.before, self.uid = plan.passed, plan.before, plan.uid
        self.is_frozen = self.is_unstoppable = False
        self._ran_when_stopped: dict[int, int] = {}
        self._plan, self._group, self._guardian = plan, group, guardian
        self._mark = plan.environment[MARK]
        self._leader = 0
        self._is_over_memory = False
        self._watch: asyncio.Task[None] | None = None
        self.command = plan.command
        if group.folders or plan.announces_at:
            entered = " ".join(group.join_files())
            self.command = ("/bin/sh", "-c", _ENTER, entered, plan.announces_at, *plan.command)

    # -- its life -------------------------------------------------------------------------------------------

    def began(self, leader: int) -> None:
        """Its program runs, or is about to, as this process."""
        self._leader = leader
        self._plan.passed_on.close()
        scratch = [self._plan.scratch] if self._plan.scratch else []
        self._guardian.watch(self._mark, leader, [str(folder) for folder in (*self._group.folders, *scratch)])
        if self._plan.memory_bytes is not None and not self._group.limits_memory:
            self._watch = asyncio.get_running_loop().create_task(self._watch_memory(self._plan.memory_bytes))

    def check(self, status: int | None, last_words: str) -> None:
        """Raises ``SandboxError`` if the bot is gone by no doing of its own: its sandbox failed, not its program.

        ``status`` is the leader's exit status, and ``last_words`` what was last written to standard error.
        """

    @property
    def is_over_memory(self) -> bool:
        """Was a process of the bot ended for using more memory than all of them together may?"""
        self._is_over_memory = self._is_over_memory or self._group.was_out_of_memory()
        return self._is_over_memory

    @property
    def over_memory_words(self) -> str:
        """What is said of a bot that is over its memory."""
        most_bytes = self._plan.memory_bytes
        limit = "" if most_bytes is None else f" ({most_bytes // 1024**2} MiB)"
        return f"used more memory than a bot may{limit}"

    def ending(self, status: int | None) -> str:
        """How the bot's program ended, by its leader's exit status."""
        return ending(status)

    def members(self) -> list[int]:
        """Its processes, as this machine numbers them."""
        return self._group.members() if self._group.folders else with_descendants(self._leader)

    def own_members(self) -> list[int]:
        """Those of them that are the bot's program and what it started, without what it runs in."""
        return self.members()

    def processor_use(self) -> ProcessorUse:
        """How long all its processes ran, as the kernel counts them together; else each that is there, and others."""
        ran_ns = self._group.ran_ns()
        return CENSUS.others_than(self.members()) if ran_ns is None else ProcessorUse(ran_ns)

    def peak_bytes(self) -> int | None:
        """The most memory that its processes held together so far; None where that can't be known."""
        return self._group.peak_bytes() or peak_resident_bytes(self.own_members())

    async def _watch_memory(self, most_bytes: int) -> None:
        """Where the kernel does not limit all processes together, look now and then."""
        while True:
            await asyncio.sleep(_MEMORY_EVERY_S)
            if resident_bytes(self.members()) > most_bytes:
                self._is_over_memory = True
                self.kill()
                return

    # -- stopping -------------------------------------------------------------------------------------------

    def freeze(self) -> None:
        """Let none of its processes run until it is thawed."""
        if not self.is_frozen:
            self.is_frozen = True
            if self._group.can_freeze:
                self._group.freeze()
            else:
                self._stop_each()

    def _stop_each(self) -> None:
        """Until there is none that was not told: one that is not stopped yet may have started another meanwhile.

        What is told starts nothing more, so that takes two or three rounds. A bot that has still others after twenty
        makes them in order not to be stopped, and is ended.
        """
        told: set[int] = set()
        for _ in range(_ROUNDS):
            new = set(self.members()) - told
            if not new:
                self._ran_when_stopped = {pid: process_ran_ns(pid) for pid in told}
                return
            signal_all(new, signal.SIGSTOP)
            told |= new
        self.is_unstoppable = True
        self.kill()

    def thaw(self) -> None:
        """Let them run again, from where they were."""
        if self.is_frozen:
            self.is_frozen = False
            if self._group.can_freeze:
                self._group.thaw()
            else:
                self._check_it_stood_still()
                signal_all(self.members(), signal.SIGCONT)

    def _check_it_stood_still(self) -> None:
        """A signal that stops is undone by one that continues, which a bot may have arranged to be sent; it shows."""
        before = self._ran_when_stopped
        ran = sum(max(0, process_ran_ns(pid) - before.get(pid, 0)) for pid in self.members())
        if ran > _MOST_WHILE_STOPPED_NS and not self.is_unstoppable:
            self.is_unstoppable = True
            self.kill()

    # -- ending ---------------------------------------------------------------------------------------------

    def ask_to_end(self) -> None:
        """SIGTERM to the bot's own processes, so that they may end by themselves."""
        self.thaw()
        self._signal_group(signal.SIGTERM)

    def kill(self) -> None:
        """SIGKILL to all of them, which may take a moment to be gone."""
        self._end()

    def _end(self) -> None:
        self._group.kill()
        self._signal_group(signal.SIGKILL)
        self.thaw()

    def _signal_group(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):  # nobody is left, or only a zombie
            os.killpg(self._leader, number)

    async def emptied(self) -> None:
        """When the leader has ended: end whatever is left, and wait until nothing is.

        To be awaited before the leader's exit status is collected: until then the number of its group is taken,
        afterwards it may come to name somebody else's.
        """
        self._end()
        for _ in range(_ROUNDS):
            left = [pid for pid in await self._strays() if pid != self._leader]
            if not left:
                break
            try:
                pidfds = open_all(left)
            finally:  # also where no descriptor is left to wait by
                signal_all(left, signal.SIGKILL)
            if not await deaths(pidfds, _ENDED_WITHIN_S):
                log.warning("processes of a bot can't be ended", pids=left)
                break
        if self._watch is not None:
            self._watch.cancel()
        self._guardian.forget(self._mark)

    async def _strays(self) -> list[int]:
        """What is left of the bot, wherever it went."""
        if self._group.folders:
            return self._group.members()
        return await marked(self._mark) if self._plan.uid is None else of_user(self._plan.uid)

    def release(self) -> None:
        """Give back what the bot had; nothing of it runs any more, or it was never started."""
        self._is_over_memory = self.is_over_memory
        self._group.remove()
        self._plan.passed_on.close()
        self._plan.give_back.close()
