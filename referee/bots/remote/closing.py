"""The codes that end a WebSocket between bot and referee (RFC 6455), and how an ended connection is told of."""

from __future__ import annotations

from typing import Final, NamedTuple

OVER: Final = 1000
"""The match is over, or, from a bot and with the reason ``LEFT``, the bot has left for good."""
GOING_AWAY: Final = 1001
"""The referee ends, or has broken the match off; the bot may come again."""
TEXT_ONLY: Final = 1003
REPLACED: Final = 4001
"""Another connection came with the same token. This code and those above it mean: don't come back."""
NOT_READY: Final = 4002
FLOOD: Final = 4003

LEFT: Final = "left"


class Parting(NamedTuple):
    """How a connection ended, in words after "its connection was lost"; ``is_for_good``: its bot has said so."""

    words: str
    is_for_good: bool = False
