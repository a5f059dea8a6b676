"""The extra ``stats``, which ratings need and no other figure of a table does."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

NEEDS_STATS: Final = "ratings need choix and numpy: pip install 'catan-referee[stats]'"
_PARTS: Final = ("numpy", "scipy", "choix")


class StatsUnavailable(RuntimeError):
    """choix or what it needs is not installed; the text says what to install."""


def is_available() -> bool:
    """Whether ratings can be fitted here."""
    return all(find_spec(part) is not None for part in _PARTS)


def check_available() -> None:
    """Raise ``StatsUnavailable`` unless ratings can be fitted here."""
    if not is_available():
        raise StatsUnavailable(NEEDS_STATS)
