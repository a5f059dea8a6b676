"""Somebody who looks on while a match is played, and may know what a spectator may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from engine.island import Island


class Watcher(Protocol):
    """Is told of a match as it goes on. One that raises is told no more; the match does not depend on it."""

    def started(self, board: Island, rules: Mapping[str, Any], seats: Sequence[str]) -> None:
        """The island is dealt and the seats are taken; ``rules`` as on the wire, ``seats`` their names."""

    def moved(
        self, event: Mapping[str, Any], state: Mapping[str, Any], reserve_ms: Sequence[int] | None = None
    ) -> None:
        """An action was applied: its public event, a spectator's ``public_state``, the clocks (None: no limits)."""

    def finished(self, result: Mapping[str, Any]) -> None:
        """The match is over: ``result`` as on the wire. Not told of a match that is broken off."""
