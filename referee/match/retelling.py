"""What a bot is told again that lost its connection and came back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class Retelling:
    """What brings a bot to where the match is; kept up to date as the match goes on.

    ``opening`` makes the first lines, with all that has happened by then; None before the match has begun.
    ``reproach`` is the error that its last answer brought it, empty once it has answered better. ``request`` is the
    one that it is to answer, after its id, while there is one.
    """

    opening: Callable[[], list[bytes]] | None = None
    reproach: bytes = b""
    request: tuple[int, bytes] | None = None

    def lines(self) -> list[bytes]:
        """All of it, in the order in which it was told first; nothing before the match has begun."""
        lines = [] if self.opening is None else self.opening()
        if self.reproach:
            lines.append(self.reproach)
        if self.request is not None:
            lines.append(self.request[1])
        return lines
