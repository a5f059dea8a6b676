"""A bot as a program of this machine, reached over its standard input and output.

The pipes are read and written (``input_pipe``) by hand on the event loop: one system call sends all that a bot is to
read, one reads all that it said, and what has arrived can be looked at before it is asked anything.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import select
import subprocess
import time
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from referee.bots.conduct import Conduct, Leaving
from referee.bots.cpu_times import ProcessorUse, ThreadTimes, ready_threads, thread_times
from referee.bots.death import death
from referee.bots.doing import Doing, doing
from referee.bots.input_pipe import InputPipe
from referee.bots.link import Departure, Listener
from referee.bots.pipes import close_all, three_pipes
from referee.bots.sandbox.cell import Cell
from referee.bots.sandbox.sandboxes import UNCONTAINED, Sandbox
from referee.bots.spec import BotSpec

_READ_BYTES: Final = 64 * 1024
_FULL_PIPE_READS: Final = 16
"""A pipe holds 64 KiB by default and 1 MiB at the most."""
_GRACE_S: Final = 1.0
_BRIEFLY_MS: Final = 1
_LAST_WORDS_BYTES: Final = 500
_FAULTS_OF_THE_PROGRAM: Final = (
    errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENAMETOOLONG,
    errno.EACCES, errno.ENOEXEC, errno.ETXTBSY, errno.E2BIG,
)  # fmt: skip
"""Why a program can't be started that is so on every machine; a lack of memory or descriptors is not among them."""


class StartError(OSError):
    """The program could not be started at all, and that is its own fault."""


class BotProcess:
    """One running program in a session and process group of its own. ``start`` makes one."""

    def __init__(self, process: subprocess.Popen[bytes], cell: Cell, stdin: int, stdout: int, stderr: int) -> None:
        self._process, self._cell = process, cell
        self._loop = asyncio.get_running_loop()
        self._input = InputPipe(stdin)
        self._stdout, self._stderr = stdout, stderr
        self._listener: Listener | None = None
        self._is_reading = False
        self._last_words = b""
        self.stays = self.has_played = False
        """Whether it shall play many matches, and whether it has played one."""
        self.conduct: Conduct | None = None
        """How it left when ``end`` was asked for; None before."""
        self._arrival = select.poll()
        self._arrival.register(stdout, select.POLLIN)
        self._end_of_tree = self._loop.create_task(self._end_tree_with_leader())

    @classmethod
    def start(cls, spec: BotSpec, sandbox: Sandbox = UNCONTAINED, kept_back: Iterable[Path] = ()) -> BotProcess:
        """Start the program in this sandbox, where it does not see the files ``kept_back``.

        Raises ``StartError`` for what is wrong with the program, ``SpecError`` where the sandbox can't run it,
        ``OSError`` for what this machine lacks.
        """
        cell = sandbox.cell(spec, kept_back)
        with ExitStack() as undo:
            undo.callback(cell.release)
            theirs, ours = three_pipes()
            undo.callback(close_all, ours)
            if cell.uid is not None:  # else it could not open them by name, as /dev/stdout
                for end in theirs:
                    os.fchown(end, cell.uid, cell.uid)
            try:
                # Not the event loop's own way to start programs: uvloop's leaks descriptors into them, so that a
                # program that closes its output still holds it open.
                process = subprocess.Popen(
                    cell.command,
                    stdin=theirs[0],
                    stdout=theirs[1],
                    stderr=theirs[2],
                    cwd=cell.folder,
                    env=cell.environment,
                    pass_fds=cell.passed,
                    preexec_fn=cell.before,
                    start_new_session=True,
                )
            except OSError as error:
                if error.errno in _FAULTS_OF_THE_PROGRAM:
                    raise StartError(f"{spec.command[0]}: {error.strerror or error}") from error
                raise
            finally:
                close_all(theirs)
            undo.callback(process.wait)
            undo.callback(cell.kill)
            cell.began(process.pid)
            undo.pop_all()
        return cls(process, cell, *ours)

    def listen(self, listener: Listener) -> None:
        """Tell this listener from now on."""
        self._listener = listener
        self._is_reading = True
        self._loop.add_reader(self._stdout, self.read_waiting)
        self._loop.add_reader(self._stderr, self._read_stderr)

    # -- sending and hearing --------------------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        self._input.write(data)

    def read_waiting(self) -> None:
        for _ in range(_FULL_PIPE_READS):  # and no more: one that writes as fast as we read must not hold up the loop
            if not (self._is_reading and self._arrival.poll(0) and self._read() == _READ_BYTES):
                return

    def wait_briefly(self) -> None:
        if self._is_reading and not self._input.has_unsent and self._arrival.poll(_BRIEFLY_MS):
            self._read()

    def _read(self) -> int:
        """Take what has arrived, or the end. Returns how many bytes it was."""
        assert self._listener is not None
        try:
            data = os.read(self._stdout, _READ_BYTES)
        except BlockingIOError:  # the bot may read its own pipe, and took back what we were told of
            return 0
        if data:
            self._listener.heard(data)
        else:
            self.stop_reading()
            self._listener.gone()
        return len(data)

    def stop_reading(self) -> None:
        if self._is_reading:
            self._is_reading = False
            self._loop.remove_reader(self._stdout)

    def _read_stderr(self) -> None:
        try:
            data = os.read(self._stderr, _READ_BYTES)
        except BlockingIOError:
            return
        if data:
            self._complain(data)
        else:
            self._loop.remove_reader(self._stderr)

    def _complain(self, data: bytes) -> None:
        assert self._listener is not None
        self._last_words = (self._last_words + data)[-_LAST_WORDS_BYTES:]
        self._listener.complained(data)

    # -- stopping -------------------------------------------------------------------------------------------

    def freeze(self) -> None:
        if self._process.returncode is None:
            self._cell.freeze()

    def thaw(self) -> None:
        if self._process.returncode is None:
            self._cell.thaw()

    def thread_times(self) -> ThreadTimes:
        return thread_times(self._cell.members()) if self._process.returncode is None else {}

    def ready_threads(self) -> frozenset[int]:
        return ready_threads(self._cell.members()) if self._process.returncode is None else frozenset()

    def processor_use(self) -> ProcessorUse:
        return self._cell.processor_use() if self._process.returncode is None else ProcessorUse()

    def doing(self) -> Doing | None:
        if self._process.returncode is not None:
            return None
        if self._input.is_closed:
            return Doing.CLOSED_INPUT
        if self._input.has_unread:
            return Doing.NOT_READING
        found = doing(self._cell.own_members(), self._input.inode)
        return None if self._arrival.poll(0) else found  # what it has written since, it was not silent about

    # -- many matches ---------------------------------------------------------------------------------------

    def let_go(self) -> bool:
        if not self.stays or self._process.returncode is not None or self._input.is_closed or not self._is_reading:
            return False
        self.thaw()
        self.stop_reading()  # what comes from now on may be its next ready already
        self._loop.remove_reader(self._stderr)
        self._listener, self.has_played = None, True
        return True

    async def is_there_again(self) -> bool:
        """Is it there for another match? It is waited for a moment, until it says so or has ended."""
        if self._listener is not None or self._process.returncode is not None or self._cell.is_over_memory:
            return False
        stirs = asyncio.Event()
        self._loop.add_reader(self._stdout, stirs.set)
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_GRACE_S):
                    await stirs.wait()
        finally:
            self._loop.remove_reader(self._stdout)
        return any(what & select.POLLIN for _, what in self._arrival.poll(0)) or not stirs.is_set()

    # -- ending ---------------------------------------------------------------------------------------------

    async def exit_status(self, within_s: float) -> int | None:
        await asyncio.wait((self._end_of_tree,), timeout=within_s)
        return self._process.returncode

    def departure(self, status: int | None) -> Departure:
        if self._cell.is_over_memory:
            return Departure("memory", self._cell.over_memory_words)
        if self._cell.is_unstoppable:
            return Departure("crash", "did not let itself be stopped while others were to move, and was ended")
        self._cell.check(status, self._last_words.decode("utf-8", "replace").strip())
        return Departure("crash", self._cell.ending(status))

    async def end(self) -> None:
        try:
            self.thaw()
            # A bot that is behind with reading gets the chance to read its last messages.
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._input.all_sent(), _GRACE_S)
            processes, peak_bytes = self._still_there()
            self._input.close()
            closed_ns = time.perf_counter_ns()
            leaving: Leaving = "itself"
            if await self.exit_status(_GRACE_S) is None:
                leaving = "asked"
                self._cell.ask_to_end()
                if await self.exit_status(_GRACE_S) is None:
                    leaving = "forced"
        finally:
            await self.kill()
        after_ms = (time.perf_counter_ns() - closed_ns) // 1_000_000
        self.conduct = Conduct(leaving, after_ms, self._process.returncode, processes, peak_bytes)

    def _still_there(self) -> tuple[int, int | None]:
        """How many processes it has, and the most memory that they held."""
        if self._process.returncode is not None:
            return 0, None
        return len(self._cell.own_members()), self._cell.peak_bytes()

    async def kill(self) -> None:
        if self._process.returncode is None:
            self._cell.kill()
        self._end_of_tree.add_done_callback(self._close)  # also where whoever waits here is cancelled
        await asyncio.wait((self._end_of_tree,))
        self._close()
        self._end_of_tree.result()

    def _close(self, _: object = None) -> None:
        self._input.close()
        self.stop_reading()
        if self._stderr >= 0:
            self._read_last_words()
            self._loop.remove_reader(self._stderr)
            close_all((self._stdout, self._stderr))
            self._stdout = self._stderr = -1

    def _read_last_words(self) -> None:
        """What still lies in the error pipe: the traceback of a crash, most likely."""
        for _ in range(_FULL_PIPE_READS):
            try:
                data = os.read(self._stderr, _READ_BYTES)
            except BlockingIOError:
                return
            if not data or self._listener is None:
                return
            self._complain(data)

    async def _end_tree_with_leader(self) -> None:
        """When the program has ended, by itself or by force, end what it started, and only then collect its status.

        What can't be ended may still hold the pipe open, and is not waited for.
        """
        await death(self._process)
        try:
            await self._cell.emptied()
        finally:
            self._process.wait()
            self._cell.release()
            self._hear_the_rest()

    def _hear_the_rest(self) -> None:
        self._read_last_words()
        self.read_waiting()
        if self._is_reading:
            assert self._listener is not None
            self.stop_reading()
            self._listener.gone()
