"""How long a bot's threads ran, and how long they were ready to run while others had the processor.

The kernel keeps both for every thread in ``/proc/PID/task/TID/schedstat``: nanoseconds on a processor, nanoseconds in a
run queue. How long the processors had nothing to do is in ``/proc/stat``.
"""

from __future__ import annotations

import contextlib
import math
import os
import time
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple


class ThreadTime(NamedTuple):
    """What one thread had since it began: time on a processor, and time ready to run without one.

    A thread ``stands_back`` that runs with a lower priority, or on fewer processors, than it was started with.
    """

    ran_ns: int
    waited_ns: int
    stands_back: bool = False


ThreadTimes = Mapping[int, ThreadTime]
_NEW: Final = ThreadTime(0, 0)
_NS_A_TICK: Final = 1_000_000_000 // os.sysconf("SC_CLK_TCK")
_CENSUS_EVERY_NS: Final = 200_000_000


def usable_cores() -> frozenset[int]:
    """The processors that this process, and so the bots that it starts, may use; empty where that can't be known."""
    return frozenset(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else frozenset()


def thread_times(pids: Iterable[int]) -> ThreadTimes:
    """The times of all threads of these processes; nothing of those that have ended, or where the kernel keeps none."""
    times: dict[int, ThreadTime] = {}
    for pid in pids:
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            for thread in map(int, os.listdir(f"/proc/{pid}/task")):
                # Another thread than the last may have ended meanwhile, which is no reason to miss the rest.
                with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                    times[thread] = _thread_time(pid, thread)
    return times


def _thread_time(pid: int, thread: int) -> ThreadTime:
    with open(f"/proc/{pid}/task/{thread}/schedstat", "rb") as file:
        ran, waited, _ = file.read().split()
    stands_back = (
        os.getpriority(os.PRIO_PROCESS, thread) > os.getpriority(os.PRIO_PROCESS, 0)
        or os.sched_getscheduler(thread) == os.SCHED_IDLE
        or len(os.sched_getaffinity(thread)) < len(os.sched_getaffinity(0))
    )
    return ThreadTime(int(ran), int(waited), stands_back)


def ready_threads(pids: Iterable[int]) -> frozenset[int]:
    """The threads of these processes that run at this moment, or are ready to."""
    ready: set[int] = set()
    for pid in pids:
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            for thread in map(int, os.listdir(f"/proc/{pid}/task")):
                with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                    with open(f"/proc/{pid}/task/{thread}/stat", "rb") as file:
                        state = file.read().rpartition(b") ")[2][:1]  # a name may have any letters in it
                    if state == b"R":
                        ready.add(thread)
    return frozenset(ready)


def idle_ns(cores: frozenset[int]) -> int:
    """How long these processors together had nothing to run since the machine started, to the hundredth of a second.

    0 where the kernel does not tell.
    """
    wanted = {b"cpu%d" % core for core in cores}
    ticks = 0
    with contextlib.suppress(FileNotFoundError), open("/proc/stat", "rb") as file:
        for line in file:
            name, *times = line.split()
            if name in wanted:
                ticks += int(times[3]) + int(times[4])  # idle, and idle while a disk is awaited
            elif not name.startswith(b"cpu"):
                break
    return ticks * _NS_A_TICK


class ProcessorUse(NamedTuple):
    """How long the processes of a bot ran since it began, threads that have ended among them.

    A process that has ended takes its times with it, and a bot may be made of nothing but short lives. Where the kernel
    counts the bot as a whole that is no matter. Elsewhere ``own`` are the bot's processes and ``others_ns`` how long
    each other process of the machine ran: for a bot whose processes come and go only what others are seen to have run
    for is taken to be others' doing.
    """

    bot_ns: int | None = None
    own: frozenset[int] = frozenset()
    others_ns: Mapping[int, int] | None = None
    unseen_ns: int = 0
    """At the most so long others may have run since ``others_ns`` was read."""

    def bot_since_ns(self, before: ProcessorUse) -> int | None:
        """How long the bot ran since then."""
        return None if self.bot_ns is None or before.bot_ns is None else self.bot_ns - before.bot_ns

    def others_since_ns(self, before: ProcessorUse) -> int | None:
        """How long those others ran since then that are still there; what has ended since is not known of."""
        if self.others_ns is None or before.others_ns is None:
            return None
        seen_ns = sum(max(0, ran - before.others_ns.get(pid, 0)) for pid, ran in self.others_ns.items())
        return seen_ns + self.unseen_ns


def process_ran_ns(pid: int) -> int:
    """How long this process has run, all its threads together, the ended ones too; 0 where it has ended itself.

    By the clock that the kernel keeps for every process; its number is made of the process's as in the C library's
    ``clock_getcpuclockid``.
    """
    try:
        return time.clock_gettime_ns(((~pid) << 3) | 2)
    except OSError:
        return 0


class Census:
    """How long each process on this machine has run, to the hundredth of a second.

    All of them are read anew no more often than every fifth of a second, whoever asks: with many bots there are many
    processes and many who ask, and reading some hundred costs a referee as much as a hundred plies do.
    """

    def __init__(self) -> None:
        self._ran_ns: dict[int, int] = {}
        self._taken_ns = -_CENSUS_EVERY_NS

    def others_than(self, bot: Iterable[int]) -> ProcessorUse:
        """What these processes ran, and what all others did."""
        now_ns = time.perf_counter_ns()
        if now_ns - self._taken_ns >= _CENSUS_EVERY_NS:
            self._ran_ns, self._taken_ns = _ran_ns_by_process(), now_ns
        own = frozenset(bot)
        others = {pid: ran for pid, ran in self._ran_ns.items() if pid not in own}
        unseen_ns = (now_ns - self._taken_ns) * len(usable_cores())
        return ProcessorUse(sum(map(process_ran_ns, own)), own, others, unseen_ns)


CENSUS: Final = Census()


def _ran_ns_by_process() -> dict[int, int]:
    ran = {}
    for name in os.listdir("/proc"):
        if name.isdecimal():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError), open(f"/proc/{name}/stat", "rb") as file:
                fields = file.read().rpartition(b") ")[2].split()  # a name may have any letters in it
                ran[int(name)] = (int(fields[11]) + int(fields[12])) * _NS_A_TICK
    return ran


class Span(NamedTuple):
    """A stretch of time: its length, and for how much of it, summed up, each of ``cores`` processors was idle.

    ``bot_ran_ns`` and ``others_ran_ns`` are what of the processors' time went where, as far as that is known.
    """

    wall_ns: int
    cores: int
    idle_ns: int = 0
    bot_ran_ns: int | None = None
    others_ran_ns: int | None = None


def waited_for_others_ns(before: ThreadTimes, after: ThreadTimes, span: Span) -> int:
    """By how much a bot would have been faster, in this span, with the processors to itself.

    That is not the time that its threads waited: a hundred threads on two processors wait for each other. Had the bot
    been alone, then a thread that ran for c would have waited for its siblings: where k of its threads were ready to
    run at a time, on the average, it would have had a processor for cores/k of the time if k > cores, and all the time
    otherwise. So of the w that it did wait, c·(k/cores - 1) was the bot's own doing, and the rest was others'. What
    counts is the thread that others cost most, since it may be the one that the answer waited for; only a thread that
    stands back by its bot's own doing is not asked.

    Whatever the threads look like, it is no more than others ran in this time, and that is what is left of the
    processors' time by all that the bot ran, in processes that are there no more as well. And of a bot that had work
    for all the processors it is no more than it lacked: what it did run for would have taken its part of the span. What
    was run unseen takes its part in any case: how many of those were ready at a time, nobody knows.
    """
    threads = _in_span(before, after, span)
    if not threads or span.wall_ns <= 0:
        return 0
    ready_at_a_time = sum(thread.ran_ns + thread.waited_ns for thread in threads) / span.wall_ns
    own_crowding = max(0.0, ready_at_a_time / span.cores - 1.0)
    most = max((one.waited_ns - one.ran_ns * own_crowding for one in threads if not one.stands_back), default=0.0)
    seen_ran = sum(thread.ran_ns for thread in threads)
    bot_ran = seen_ran if span.bot_ran_ns is None else max(seen_ran, span.bot_ran_ns)
    lacked = span.wall_ns - (bot_ran if own_crowding > 0 else bot_ran - seen_ran) / span.cores
    idle = max(0.0, span.idle_ns - _NS_A_TICK * math.sqrt(span.cores))  # each core's is rounded to a tick
    others_ran = span.wall_ns * span.cores - idle - bot_ran
    if span.others_ran_ns is not None:
        others_ran = min(others_ran, span.others_ran_ns)
    return max(0, int(min(most, others_ran, lacked)))


def _in_span(before: ThreadTimes, after: ThreadTimes, span: Span) -> list[ThreadTime]:
    """What each thread had in the span. A wait that is booked in it may have begun before: no more than fits counts."""
    threads = []
    for number, now in after.items():
        then = before.get(number, _NEW)
        ran = min(span.wall_ns, max(0, now.ran_ns - then.ran_ns))
        waited = min(span.wall_ns - ran, max(0, now.waited_ns - then.waited_ns))
        threads.append(ThreadTime(ran, waited, now.stands_back))
    return threads
