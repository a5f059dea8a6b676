"""Somebody who looks on while a match is played, and may know what a spectator may know."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import structlog

from engine.island import Island

log = structlog.get_logger()


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


class Gallery:
    """Where the watcher of one match sits, if there is one, and can do the match no harm."""

    def __init__(self, match_id: str, watcher: Watcher | None) -> None:
        self._match_id, self._watcher = match_id, watcher

    def __bool__(self) -> bool:
        """Is anybody looking on?"""
        return self._watcher is not None

    def report(self, report: Callable[[Watcher], None]) -> None:
        """Tell the watcher. One that fails is told no more, and the match goes on: nobody plays by its picture."""
        if self._watcher is None:
            return
        try:
            report(self._watcher)
        except Exception as error:
            log.warning("watcher failed", match_id=self._match_id, error=repr(error))
            self._watcher = None
