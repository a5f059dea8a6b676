"""How late the event loop is, told by a clock that the test sets, and by a loop that is really held up."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref

import pytest

from referee.event_loop import loop_factory
from referee.match import pulse as pulse_module
from referee.match.pulse import Pulse

MS = 1_000_000


class Clock:
    """Stands in for the module ``time``."""

    def __init__(self) -> None:
        self.now_ms = 0.0

    def perf_counter_ns(self) -> int:
        return round(self.now_ms * MS)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(pulse_module, "time", clock)
    return clock


async def lag_after_a_beat(pulse: Pulse, clock: Clock, now_ms: float) -> int:
    """What the pulse tells at ``now_ms`` by the set clock, when it has beaten once by the real one."""
    loop = asyncio.get_running_loop()
    told: asyncio.Future[int] = loop.create_future()

    def tell() -> None:
        clock.now_ms = now_ms
        told.set_result(pulse.lag_ns())

    loop.call_later(0.0101, tell)  # a beat is a hundredth of a second; timers run in the order in which they are due
    return await told


async def test_a_loop_that_is_held_up_now_is_late(clock: Clock) -> None:
    pulse = Pulse.of_this_loop()
    pulse.match_begins()
    clock.now_ms = 60  # the beat was due at 10
    assert pulse.lag_ns() == 50 * MS
    pulse.match_ends()


async def test_what_is_read_just_after_may_have_lain_there_as_long(clock: Clock) -> None:
    pulse = Pulse.of_this_loop()
    pulse.match_begins()
    clock.now_ms = 60
    assert await lag_after_a_beat(pulse, clock, 65) == 50 * MS
    pulse.match_ends()


async def test_what_is_read_long_after_has_not(clock: Clock) -> None:
    pulse = Pulse.of_this_loop()
    pulse.match_begins()
    clock.now_ms = 60
    assert await lag_after_a_beat(pulse, clock, 71) == 0
    pulse.match_ends()


async def test_timers_are_no_more_exact_than_that(clock: Clock) -> None:
    pulse = Pulse.of_this_loop()
    pulse.match_begins()
    clock.now_ms = 11.5
    assert pulse.lag_ns() == 0
    pulse.match_ends()


async def test_it_beats_while_there_are_matches(clock: Clock) -> None:
    pulse = Pulse.of_this_loop()
    pulse.match_begins()
    pulse.match_begins()
    pulse.match_ends()
    assert pulse.matches == 1
    clock.now_ms = 60
    assert pulse.lag_ns() == 50 * MS
    pulse.match_ends()
    assert pulse.lag_ns() == 0
    clock.now_ms = 500
    pulse.match_begins()  # what was before is no lag of this match
    assert pulse.lag_ns() == 0
    pulse.match_ends()


@pytest.mark.parametrize("factory", {asyncio.new_event_loop, loop_factory() or asyncio.new_event_loop})
def test_a_real_loop_that_was_held_up(factory: object) -> None:
    async def held_up() -> int:
        pulse = Pulse.of_this_loop()
        pulse.match_begins()
        loop = asyncio.get_running_loop()
        told: asyncio.Future[int] = loop.create_future()
        loop.call_later(0.02, time.sleep, 0.05)  # something on the loop takes that long
        loop.call_later(0.021, lambda: told.set_result(pulse.lag_ns()))
        lag_ns = await told
        pulse.match_ends()
        return lag_ns

    with asyncio.Runner(loop_factory=factory) as runner:  # type: ignore[arg-type]
        assert runner.run(held_up()) > 35 * MS  # up to a beat may have been left when it began


def test_a_loop_is_forgotten_with_its_pulse() -> None:
    async def one_match() -> weakref.ref[asyncio.AbstractEventLoop]:
        pulse = Pulse.of_this_loop()
        assert Pulse.of_this_loop() is pulse
        pulse.match_begins()
        pulse.match_ends()
        return weakref.ref(asyncio.get_running_loop())

    with asyncio.Runner() as runner:
        loop = runner.run(one_match())
    del runner
    gc.collect()
    assert loop() is None
