"""Whether to wait for an answer at the pipe itself, which spares a ply the way round the event loop."""

from __future__ import annotations

from typing import Final

from referee.match.pulse import Pulse

_QUICK_NS: Final = 500_000
_IN_A_ROW: Final = 32
"""After so many waits the event loop has its turn."""


class QuickWait:
    """Pays with a bot that was quick the last time, while its match is the only one of the loop."""

    def __init__(self) -> None:
        self._pulse: Pulse | None = None
        self._was_quick, self._waits = False, 0

    def answer_took(self, took_ns: int) -> None:
        """So long the bot took for an answer."""
        self._was_quick = took_ns < _QUICK_NS

    def pays(self) -> bool:
        """Shall the next answer be waited for at the pipe? If so, that is counted as done."""
        if self._pulse is None:
            self._pulse = Pulse.of_this_loop()
        is_alone = self._pulse.matches <= 1  # else other matches would wait with this one
        if not self._was_quick or self._waits >= _IN_A_ROW or not is_alone:
            self._waits = 0
            return False
        self._waits += 1
        return True
