"""A row of what is told of a bot, and what it means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Grade = Literal["ok", "warning", "forfeit"]

MESSAGES: Final = "docs/protocol.md#messages-from-the-referee"
LINES: Final = "docs/protocol.md#lines-from-the-bot"
CLOCKS: Final = "docs/protocol.md#clocks-and-limits"
LIFE: Final = "docs/protocol.md#the-life-of-a-match"
PITFALLS: Final = "docs/protocol.md#pitfalls"
MANIFEST: Final = "docs/protocol.md#bottoml-and-spec"
CONTAINMENT: Final = "docs/sandbox.md"


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that was looked at: what was measured, whether it costs a match, and what would be right.

    ``advice`` is empty where there is nothing to do; ``where`` is the page to read on. ``value`` and ``advice`` may
    quote the bot, and are to be escaped where they are shown.
    """

    name: str
    value: str
    grade: Grade = "ok"
    advice: str = ""
    where: str = ""
