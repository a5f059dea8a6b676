"""The clocks of a match: arithmetic that is told the time and never looks at it."""

from __future__ import annotations

from typing import NamedTuple

from protocol.messages import Clock as ClockOnTheWire
from protocol.messages import TimeControl

_NS_PER_MS = 1_000_000


class Charge(NamedTuple):
    """What an answer cost: the time used, and by how much it went over ``move_ms`` into the reserve.

    ``given_back_ns`` was measured as not the bot's doing, and is not in ``used_ns``.
    """

    used_ns: int
    overrun_ns: int
    given_back_ns: int = 0

    @property
    def used_ms(self) -> int:
        return self.used_ns // _NS_PER_MS


class MatchClock:
    """Every seat's clock under one time control; None: no limits, only book-keeping.

    An answer may take ``move_ms``; what goes beyond draws on the seat's reserve for the match. An answer that
    exhausts both is late. Each answer in time adds ``increment_ms`` to the reserve.
    """

    def __init__(self, control: TimeControl | None, seats: int) -> None:
        self._control = control
        self._reserve_ns = [control.reserve_ms * _NS_PER_MS if control else 0] * seats
        self.used_ns = [0] * seats
        self.slowest_ns = [0] * seats
        self._recorded_ms = 0

    def allowance_ns(self, seat: int) -> int | None:
        """How long the seat's next answer may take at the most."""
        if self._control is None:
            return None
        return self._control.move_ms * _NS_PER_MS + self._reserve_ns[seat]

    def charge(self, seat: int, used_ns: int, given_back_ns: int = 0) -> Charge:
        """Book an answer's time; the reserve never goes below zero. ``given_back_ns`` is only kept, not booked."""
        self.used_ns[seat] += used_ns
        self.slowest_ns[seat] = max(self.slowest_ns[seat], used_ns)
        self._recorded_ms += used_ns // _NS_PER_MS
        if self._control is None:
            return Charge(used_ns, 0, given_back_ns)
        overrun = max(0, used_ns - self._control.move_ms * _NS_PER_MS)
        left = max(0, self._reserve_ns[seat] - overrun)
        self._reserve_ns[seat] = left + self._control.increment_ms * _NS_PER_MS
        return Charge(used_ns, overrun, given_back_ns)

    @property
    def is_match_time_up(self) -> bool:
        """Have all seats together been charged ``match_ms``? Each charge counts as the whole ms that go on record."""
        return self._control is not None and 0 < self._control.match_ms <= self._recorded_ms

    def reserve_ms(self) -> list[int] | None:
        """What is left of each seat's reserve; None without limits."""
        return None if self._control is None else [ns // _NS_PER_MS for ns in self._reserve_ns]

    def on_the_wire(self, attempts_left: int) -> ClockOnTheWire:
        """The clock as the seat to act is told it."""
        move_ms = None if self._control is None else self._control.move_ms
        return ClockOnTheWire(move_ms=move_ms, reserve_ms=self.reserve_ms(), attempts_left=attempts_left)
