"""Foreign text made safe: what a bot calls itself must not move the cursor or set a colour."""

from __future__ import annotations

from typing import Final

LONGEST: Final = 200
"""Characters of foreign text that are shown; what is longer ends in an ellipsis."""
LONGEST_REASON: Final = 2000
"""Characters of a reason where it has room: the advice to a bot's author stands at its end."""
LONGEST_NAME: Final = 32
"""Characters of a name that are shown: as many as a manifest allows."""


def printable(text: str, longest: int = LONGEST) -> str:
    """The text with everything that isn't a printable character written as an escape, and cut to ``longest``.

    Control characters, line breaks, invisible and direction-changing characters and lone surrogates come out
    as ``\\x1b`` or ``\\u202e``; ordinary letters of any script stay as they are. Safe for a terminal and for
    one line of a log. Rich's markup is not touched: put the result into a ``rich.text.Text``, which knows none.
    """
    # Cut first: a megabyte of control characters should not be escaped only to be thrown away.
    shown = "".join(c if c.isprintable() else _escaped(c) for c in text[: longest + 1])
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def _escaped(character: str) -> str:
    return character.encode("unicode_escape", "backslashreplace").decode("ascii")
