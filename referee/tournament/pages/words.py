"""Figures in words, the same on the page, in Markdown and in a terminal."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from referee.tournament.standings.table import LEVEL, Estimate

LEVEL_WORDS: Final = f"{LEVEL * 100:.0f} %"
"""How often an interval holds the true value."""
_NO_BREAK: Final = "\N{NO-BREAK SPACE}"


def percent(share: float) -> str:
    """``31 %``; a share between 0 and 1 never as 0 % or 100 %, which would say that it never or always happens."""
    if 0 < share < 0.005:
        return "<1 %"
    if 0.995 <= share < 1:
        return ">99 %"
    return f"{share * 100:.0f} %"


def chance_words(probability: float) -> str:
    """``97 %``; a probability that was found by drawing, so never as certain."""
    return percent(min(max(probability, 0.001), 0.999))


def share_words(share: Estimate) -> str:
    """``31.4 % (27.2 to 35.9)``: a share and its interval, which is not broken at the end of a line."""
    value, low, high = (f"{figure * 100:.1f}" for figure in (share.value, share.low, share.high))
    return f"{value}{_NO_BREAK}% {_bracketed(low, high)}"


def estimate_words(estimate: Estimate, places: int = 2) -> str:
    """``2.31 (2.20 to 2.42)``: a figure and its interval, to so many decimal places."""
    value, low, high = (f"{figure:.{places}f}" for figure in (estimate.value, estimate.low, estimate.high))
    return f"{value} {_bracketed(low, high)}"


def _bracketed(low: str, high: str) -> str:
    return _NO_BREAK.join((f"({low}", "to", f"{high})"))


def duration_words(duration: timedelta) -> str:
    """``5 days``, ``2 h 5 min``, ``3 min``, ``20 s``: no finer than anybody plans by."""
    seconds = max(0, round(duration.total_seconds()))
    if seconds < 60:
        return f"{seconds} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    if hours >= 48:
        return f"{round(hours / 24)} days"
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"
