"""What counts as waiting for others: the arithmetic, and the kernel's figures for real programs."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from referee.bots import cpu_times as cpu_times_module
from referee.bots.cpu_times import (
    Census,
    ProcessorUse,
    Span,
    ThreadTime,
    ThreadTimes,
    idle_ns,
    ready_threads,
    thread_times,
    usable_cores,
    waited_for_others_ns,
)
from referee.bots.sandbox.cgroups import open_cgroups
from referee.bots.sandbox.process_tree import new_mark

MS = 1_000_000
SPAN = Span(wall_ns=100 * MS, cores=2)


def after(*threads: tuple[float, float]) -> ThreadTimes:
    """Threads that began in the span: for how many ms each ran and waited."""
    return {number: ThreadTime(round(ran * MS), round(waited * MS)) for number, (ran, waited) in enumerate(threads)}


def given_ms(times: ThreadTimes, span: Span = SPAN, before: ThreadTimes | None = None) -> float:
    return waited_for_others_ns(before or {}, times, span) / MS


def test_one_thread_on_a_full_machine_waited_for_others() -> None:
    assert given_ms(after((30, 70))) == 70


def test_a_bot_that_slept_waited_for_nobody() -> None:
    assert given_ms(after((1, 0))) == 0
    assert given_ms(after((0, 0))) == 0
    assert given_ms(after((10, 5))) == 5  # and slept for the rest


def test_a_hundred_threads_alone_wait_for_each_other() -> None:
    assert given_ms(after(*[(2, 98)] * 100)) == 0


def test_a_hundred_threads_on_a_full_machine_wait_for_each_other_most() -> None:
    """Four others beside them: each of 104 has a processor for 1/52 of the time; alone it would have had 1/50."""
    assert given_ms(after(*[(100 / 52, 100 - 100 / 52)] * 100)) == pytest.approx(100 - 50 * 100 / 52, abs=0.01)


def test_a_hundred_threads_that_had_a_third_of_the_machine_are_given_the_rest() -> None:
    assert given_ms(after(*[(2 / 3, 100 - 2 / 3)] * 100)) == pytest.approx(200 / 3, abs=0.01)


def test_two_threads_on_two_processors_would_not_have_waited() -> None:
    assert given_ms(after((50, 50), (50, 50))) == 50


def test_the_thread_that_others_cost_most_counts() -> None:
    assert given_ms(after((90, 10), (60, 40))) == 40


def test_what_was_before_the_span_does_not_count() -> None:
    before = after((5_000, 9_000))
    assert given_ms(after((5_030, 9_070)), before=before) == 70


def test_a_thread_that_is_born_in_the_span_counts_from_its_birth() -> None:
    before = after((5_000, 9_000))
    assert given_ms(after((5_000, 9_000), (20, 30)), before=before) == 30


def test_a_wait_that_was_booked_late_is_no_longer_than_the_span() -> None:
    assert given_ms(after((10, 400))) == 90


def test_times_that_run_backwards_are_of_another_thread_by_the_same_number() -> None:
    assert given_ms(after((1, 2)), before=after((50, 60))) == 0


def test_a_thread_that_stands_back_is_not_asked_but_counted() -> None:
    """A bot must not buy time with a thread of a low priority that waits for its own."""
    spinning, low = ThreadTime(98 * MS, 2 * MS), ThreadTime(4 * MS, 96 * MS, stands_back=True)
    assert given_ms({0: spinning, 1: spinning, 2: low}) == 0
    assert given_ms({0: low}) == 0


def test_it_is_no_more_than_others_ran() -> None:
    """Threads that hold each other up, as those that keep to one processor, on a machine that has another one idle."""
    crowded = after((50, 50), (50, 50))
    assert given_ms(crowded, SPAN._replace(idle_ns=100 * MS)) == pytest.approx(0, abs=15)  # a tick of each, rounded
    assert given_ms(crowded, SPAN._replace(idle_ns=80 * MS)) == pytest.approx(20, abs=15)


def test_it_is_no_more_than_the_bot_lacked() -> None:
    """A burst of many threads, half of the span: the average number of them misleads, what they ran does not."""
    assert given_ms(after(*[(1.5, 48.5)] * 100)) <= 100 - 150 / 2


def test_without_figures_nothing_is_given() -> None:
    assert given_ms({}) == 0
    assert given_ms(after((1, 1)), SPAN._replace(wall_ns=0)) == 0


# -- real programs ------------------------------------------------------------------------------------------

SPIN = "import time\nend = time.monotonic() + 30\nwhile time.monotonic() < end: pass"
TWO_SPIN = f"import threading\nthreading.Thread(target=lambda: exec({SPIN!r}), daemon=True).start()\n{SPIN}"


@contextmanager
def program(text: str, core: int | None = None) -> Iterator[int]:
    """A program of Python that has started and runs meanwhile, kept on this processor; its number."""

    def keep() -> None:
        if core is not None:
            os.sched_setaffinity(0, {core})

    with subprocess.Popen(
        (sys.executable, "-S", "-E", "-c", f"print('started', flush=True)\n{text}"),
        stdout=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=keep if core is not None else None,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield process.pid
        finally:
            process.kill()


def figures(pid: int, wall_s: float, cores: frozenset[int]) -> tuple[ThreadTimes, ThreadTimes, Span]:
    before, idle, began = thread_times([pid]), idle_ns(cores), time.perf_counter_ns()
    time.sleep(wall_s)  # the time that is measured
    wall_ns = time.perf_counter_ns() - began
    return before, thread_times([pid]), Span(wall_ns, len(cores), idle_ns(cores) - idle)


@pytest.fixture
def core() -> Iterator[int]:
    """The only processor that this process may use meanwhile, so that programs on it do not stand back."""
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(allowed)})
    yield max(allowed)
    os.sched_setaffinity(0, allowed)


def test_a_program_beside_others_on_its_processor_waited_for_them(core: int) -> None:
    with program(SPIN, core), program(SPIN, core), program(SPIN, core) as bot:
        before, times, span = figures(bot, 0.5, usable_cores())
    ran = sum(thread.ran_ns for thread in times.values()) - sum(thread.ran_ns for thread in before.values())
    given = waited_for_others_ns(before, times, span)
    assert given > span.wall_ns * 0.4
    assert given + ran == pytest.approx(span.wall_ns, rel=0.1)  # it never slept


def test_the_program_that_sleeps_beside_others_waited_for_nobody(core: int) -> None:
    with program(SPIN, core), program(SPIN, core), program("import time; time.sleep(30)", core) as bot:
        end = time.monotonic() + 10
        while ready_threads([bot]):  # it has not fallen asleep yet
            assert time.monotonic() < end
            time.sleep(0.01)
        before, times, span = figures(bot, 0.3, usable_cores())
    assert waited_for_others_ns(before, times, span) < 5 * MS


def test_one_that_keeps_itself_to_fewer_processors_stands_back() -> None:
    if len(usable_cores()) < 2:
        pytest.skip("there is only one processor")
    with program("import os, time; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}); time.sleep(30)") as bot:
        wait_until_stands_back(bot)


def test_one_that_lowers_its_priority_stands_back() -> None:
    with program("import os, time; os.nice(5); time.sleep(30)") as bot:
        wait_until_stands_back(bot)


def wait_until_stands_back(pid: int) -> None:
    end = time.monotonic() + 10
    while not all(thread.stands_back for thread in thread_times([pid]).values()):
        assert time.monotonic() < end
        time.sleep(0.01)


def test_every_thread_is_seen_and_none_of_who_has_ended() -> None:
    with program(TWO_SPIN) as bot:
        end = time.monotonic() + 10
        while len(thread_times([bot])) < 2:
            assert time.monotonic() < end
            time.sleep(0.01)
        assert bot in thread_times([bot])
    assert thread_times([bot]) == {}


def test_who_computes_is_ready_and_who_sleeps_is_not() -> None:
    with program(SPIN) as busy, program("import time; time.sleep(30)") as asleep:
        end = time.monotonic() + 10
        while ready_threads([busy, asleep]) != {busy}:  # the other may not have fallen asleep yet
            assert time.monotonic() < end
            time.sleep(0.01)
    assert ready_threads([busy, asleep]) == frozenset()


def test_idle_time_goes_on_while_a_processor_has_nothing_to_do() -> None:
    cores = usable_cores()
    before, began = idle_ns(cores), time.monotonic()
    time.sleep(0.1)
    wall_ns = (time.monotonic() - began) * 1e9
    assert 0 <= idle_ns(cores) - before <= len(cores) * (wall_ns + 20 * MS)
    assert idle_ns(frozenset()) == 0


# -- short lives -------------------------------------------------------------------------------------------------


def test_what_ended_processes_of_the_bot_ran_was_not_run_by_others() -> None:
    """Of 200 ms on two processors the kernel counts 195 for the bot, though its one thread that is seen ran for 5."""
    times = after((5, 95))
    assert given_ms(times) == 95
    assert given_ms(times, SPAN._replace(bot_ran_ns=195 * MS)) == 5


def test_a_thread_does_not_wait_for_others_while_ended_processes_of_its_bot_run() -> None:
    """Others had one of two processors, the bot the other one, nearly all of it in processes that are not seen."""
    assert given_ms(after((5, 95)), SPAN._replace(bot_ran_ns=100 * MS)) == 100 - 95 / 2
    assert given_ms(after((90, 10), (60, 40)), SPAN._replace(bot_ran_ns=151 * MS)) == 40  # read a little later


def test_where_the_bot_is_not_counted_as_a_whole_only_what_others_are_seen_to_run_counts() -> None:
    times = after((5, 95))
    assert given_ms(times, SPAN._replace(others_ran_ns=30 * MS)) == 30


def test_others_that_end_take_nothing_from_what_the_rest_ran() -> None:
    before = ProcessorUse(others_ns={1: 900 * MS, 2: 10 * MS})
    assert ProcessorUse(others_ns={2: 40 * MS, 3: 5 * MS}).others_since_ns(before) == 35 * MS


def test_the_census_is_not_taken_anew_for_everybody_who_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it may have missed since is not held against the bot that asks."""
    readings = iter([{1: 50 * MS, 2: 7 * MS}])  # there is no second one to be had
    monkeypatch.setattr(cpu_times_module, "_ran_ns_by_process", lambda: next(readings))
    census = Census()
    before = census.others_than([2])
    time.sleep(0.02)  # the time that may have been missed
    later = census.others_than([2])
    assert before.others_ns == later.others_ns == {1: 50 * MS}
    assert (later.others_since_ns(before) or 0) >= 20 * MS * len(usable_cores())


SHORT_LIVES = """
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # so that nobody collects the times of the dead
for child in range(40):
    ended, ends = os.pipe()
    if os.fork() == 0:
        while time.process_time() < 0.02:
            pass
        os._exit(0)
    os.close(ends)
    os.read(ended, 1)  # its end
    os.close(ended)
print("done", flush=True)
time.sleep(60)
"""


def test_what_short_lives_ran_is_counted_for_the_bot() -> None:
    """Forty children of 20 ms each, one after the other: nothing of that is left to be seen, and a group counts it."""
    cgroups = open_cgroups()
    if cgroups.unified is None:
        pytest.skip(f"no control groups: {cgroups.causes}")
    group = cgroups.new_group(f"bot-{new_mark()}", None)
    enter = f'echo 0 >{group.join_files()[0]}; exec "$0" -S -E -c "$1"'
    leader = subprocess.Popen(("/bin/sh", "-c", enter, sys.executable, SHORT_LIVES), stdout=subprocess.PIPE)
    try:
        assert leader.stdout is not None
        assert leader.stdout.readline() == b"done\n"
        seen_ns = sum(thread.ran_ns for thread in thread_times(group.members()).values())
        assert (group.ran_ns() or 0) > seen_ns + 600 * MS
    finally:
        leader.kill()
        leader.communicate()
        group.kill()
        group.remove()
