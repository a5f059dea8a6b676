"""What the seats of a recorded match were asked: it is not on record, but follows from the lines that are."""

from __future__ import annotations

from collections.abc import Sequence

from engine import Game
from protocol.messages import Clock, MatchTerms, TimeControl, encode_request


class RecordedRequests:
    """The request that a recorded match comes to next, while its lines are followed one by one.

    ``id`` and ``attempt`` are exact. Of a reserve the record tells whole milliseconds only, so that each answer
    which went over ``move_ms`` leaves up to one in doubt.
    """

    def __init__(self, control: TimeControl | None, terms: MatchTerms, seats: int) -> None:
        self._control = control
        self._attempts = 1 + terms.refusals if terms.on_illegal == "refuse" else 1
        reserve_ms = 0 if control is None else control.reserve_ms
        self._least_ms, self._most_ms = [reserve_ms] * seats, [reserve_ms] * seats
        self.id = 0
        self.attempt = 1

    def was_played(self, seat: int, ms: int) -> None:
        """The request was answered by an action that took ``ms``."""
        self._charge(seat, ms)
        self.id += 1
        self.attempt = 1

    def was_refused(self, seat: int, ms: int) -> None:
        """The request was answered badly after ``ms``, and the seat is asked again if it has attempts left."""
        self._charge(seat, ms)
        self.id += 1
        self.attempt += 1

    def default_was_played(self) -> None:
        """An action took the place of an answer: nobody was asked."""
        self.attempt = 1

    def clock(self) -> Clock:
        """The clock of the request; of what is in doubt, the most."""
        move_ms = None if self._control is None else self._control.move_ms
        reserve_ms = None if self._control is None else list(self._most_ms)
        return Clock(move_ms, reserve_ms, self._attempts + 1 - self.attempt)

    def line(self, game: Game, clock: Clock) -> bytes:
        """The request to the seat that is to act in ``game``, as it was written, with this clock."""
        legal_actions, state = game.legal_actions(), game.public_state(game.to_act)
        return encode_request(self.id, self.attempt, clock, legal_actions, game.free_form_verbs(), state)

    def is_reserve(self, reserve_ms: Sequence[int] | None) -> bool:
        """Can these have been the seats' reserves when the request was written?"""
        if self._control is None or reserve_ms is None:
            return reserve_ms is None and self._control is None
        bounds = zip(self._least_ms, reserve_ms, self._most_ms, strict=False)
        return len(reserve_ms) == len(self._most_ms) and all(least <= ms <= most for least, ms, most in bounds)

    def _charge(self, seat: int, ms: int) -> None:
        """As the referee's clock does, with ``ms`` and with all but a millisecond more."""
        if self._control is None:
            return
        over_ms, increment_ms = ms - self._control.move_ms, self._control.increment_ms
        self._most_ms[seat] = max(0, self._most_ms[seat] - max(0, over_ms)) + increment_ms
        self._least_ms[seat] = max(0, self._least_ms[seat] - max(0, over_ms + 1)) + increment_ms
