"""How long a bot's threads ran, and how long they were ready to run while others had the processor.

The kernel keeps both for every thread in ``/proc/PID/task/TID/schedstat``: nanoseconds on a processor, nanoseconds in a
run queue.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Mapping
from typing import NamedTuple


class ThreadTime(NamedTuple):
    """What one thread had since it began: time on a processor, and time ready to run without one."""

    ran_ns: int
    waited_ns: int


_NEW = ThreadTime(0, 0)
ThreadTimes = Mapping[int, ThreadTime]


def thread_times(pids: Iterable[int]) -> ThreadTimes:
    """The times of all threads of these processes; nothing of those that have ended, or where the kernel keeps none."""
    times: dict[int, ThreadTime] = {}
    for pid in pids:
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            for thread in os.listdir(f"/proc/{pid}/task"):
                with open(f"/proc/{pid}/task/{thread}/schedstat", "rb") as file:
                    ran, waited, _ = file.read().split()
                times[int(thread)] = ThreadTime(int(ran), int(waited))
    return times


def waited_for_others_ns(before: ThreadTimes, after: ThreadTimes, wall_ns: int, cores: int) -> int:
    """By how much a bot would have been faster, in this span of ``wall_ns``, with ``cores`` processors to itself.

    That is not the time that its threads waited: a hundred threads on two processors wait for each other. Had the bot
    been alone, then a thread that ran for c would have waited for its siblings: where k of its threads were ready to
    run at a time, on the average, it would have had a processor for cores/k of the time if k > cores, and all the time
    otherwise. So of the w that it did wait, c·(k/cores - 1) was the bot's own doing, and the rest was others'. What
    counts is the thread that others cost most, since it may be the one that the answer waited for.
    """
    spans = [
        (now.ran_ns - then.ran_ns, now.waited_ns - then.waited_ns)
        for thread, now in after.items()
        if (then := before.get(thread, _NEW)) is not None
    ]
    if not spans or wall_ns <= 0:
        return 0
    ready_at_a_time = sum(ran + waited for ran, waited in spans) / wall_ns
    own_crowding = max(1.0, ready_at_a_time / cores) - 1.0
    most = max(waited - ran * own_crowding for ran, waited in spans)
    return min(wall_ns, max(0, int(most)))
