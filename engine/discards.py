"""What a hand loses to a seven: how many cards, and which where nobody is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.game import Game


def owed_by(size: int, limit: int) -> int:
    """How many of so many cards go: half of a hand over the limit, rounded down."""
    return size // 2 if size > limit else 0


def owed_discards(game: Game) -> list[int]:
    """How many cards each seat loses to a seven that is rolled now."""
    hands, limit = game.hands, game.rules.hand_limit
    return [owed_by(sum(hands[at : at + 5]), limit) for at in range(0, len(hands), 5)]


def automatic_discard(hand: Sequence[int], owed: int) -> list[int]:
    """The cards (five counts) that go: one at a time from what is then the largest pile, ties in resource order."""
    left = list(hand)
    for _ in range(owed):
        left[left.index(max(left))] -= 1
    return [before - after for before, after in zip(hand, left, strict=True)]
