"""What the engine asks of a random number generator that a caller brings; ``random.Random`` is one.

The engine itself draws from ``engine.chance`` alone. A generator comes in only where a bot wants a guess.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any, Protocol


class Rng(Protocol):
    """Three methods of ``random.Random``."""

    def random(self) -> float:
        """A number from 0 up to and without 1."""

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Put the items into a random order, in place."""

    def getrandbits(self, k: int) -> int:
        """A number of ``k`` random bits."""
