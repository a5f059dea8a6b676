"""The arithmetic of clocks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.messages import TimeControl
from referee.match.clock import MatchClock

MS = 1_000_000
CONTROL = TimeControl(start_ms=10_000, move_ms=100, reserve_ms=1_000, increment_ms=0)


def test_an_answer_in_time_costs_no_reserve() -> None:
    clock = MatchClock(CONTROL, 4)
    charge = clock.charge(1, 100 * MS)
    assert (charge.used_ms, charge.overrun_ns) == (100, 0)
    assert clock.reserve_ms() == [1_000] * 4


def test_what_goes_over_draws_on_that_seats_reserve() -> None:
    clock = MatchClock(CONTROL, 4)
    assert clock.charge(2, 350 * MS).overrun_ns == 250 * MS
    assert clock.reserve_ms() == [1_000, 1_000, 750, 1_000]
    assert clock.allowance_ns(2) == (100 + 750) * MS
    assert clock.allowance_ns(0) == (100 + 1_000) * MS


def test_the_reserve_never_goes_below_zero() -> None:
    clock = MatchClock(CONTROL, 3)
    clock.charge(0, 60_000 * MS)
    assert clock.reserve_ms() == [0, 1_000, 1_000]
    assert clock.allowance_ns(0) == 100 * MS


def test_overruns_below_a_millisecond_add_up() -> None:
    clock = MatchClock(CONTROL, 4)
    for _ in range(10):
        clock.charge(0, 100 * MS + MS // 10)
    assert clock.reserve_ms() == [999, 1_000, 1_000, 1_000]


def test_each_answer_earns_the_increment() -> None:
    clock = MatchClock(TimeControl(10_000, 100, 1_000, increment_ms=20), 4)
    clock.charge(0, 1 * MS)
    clock.charge(0, 150 * MS)
    assert clock.reserve_ms() == [1_000 + 20 - 50 + 20, 1_000, 1_000, 1_000]


def test_without_limits_time_is_only_booked() -> None:
    clock = MatchClock(None, 4)
    assert clock.allowance_ns(0) is None
    assert clock.charge(0, 5_000 * MS).overrun_ns == 0
    assert clock.reserve_ms() is None
    told = clock.on_the_wire(attempts_left=1)
    assert (told.move_ms, told.reserve_ms, told.attempts_left) == (None, None, 1)
    assert clock.used_ns == [5_000 * MS, 0, 0, 0]


def test_the_seat_is_told_what_is_left() -> None:
    clock = MatchClock(CONTROL, 4)
    clock.charge(3, 101 * MS)
    told = clock.on_the_wire(attempts_left=2)
    assert (told.move_ms, told.reserve_ms, told.attempts_left) == (100, [1_000, 1_000, 1_000, 999], 2)


def test_the_sum_and_the_slowest_are_kept() -> None:
    clock = MatchClock(CONTROL, 4)
    for ms in (5, 30, 7):
        clock.charge(1, ms * MS)
    assert (clock.used_ns[1], clock.slowest_ns[1]) == (42 * MS, 30 * MS)


@pytest.mark.parametrize("increment_ms", [0, 10])
@given(used_ms=st.lists(st.integers(0, 2_000), max_size=30))
def test_no_seat_gets_more_than_its_reserve_and_what_it_earned(increment_ms: int, used_ms: list[int]) -> None:
    clock = MatchClock(TimeControl(10_000, 100, 1_000, increment_ms), 1)
    over_ms = 0
    for answers, ms in enumerate(used_ms):
        allowed_ns = clock.allowance_ns(0)
        assert allowed_ns is not None
        if ms * MS <= allowed_ns:
            over_ms += clock.charge(0, ms * MS).overrun_ns // MS
        assert over_ms <= 1_000 + increment_ms * answers
        assert allowed_ns >= 100 * MS
