"""All groups of a given size, in an order in which everybody has played about as often at any moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from referee.tournament.seeds import shuffled

Group = tuple[int, ...]
WINDOW = 256
"""How many groups are looked at for the next one."""


def balanced_groups(master: bytes, what: str, members: Sequence[int], size: int) -> Iterator[Group]:
    """Every group of ``size`` of these members once.

    Of the groups that are next by the draw ``what``, the one comes first whose members have played least, and then
    least with each other: whenever it stops, nobody is far behind.
    """
    waiting = shuffled(master, what, list(combinations(sorted(members), size)))
    waiting.reverse()
    plays: Counter[int] = Counter()
    meetings: Counter[tuple[int, ...]] = Counter()
    window: list[Group] = []
    while window or waiting:
        while waiting and len(window) < WINDOW:
            window.append(waiting.pop())
        costs = [(_cost(group, plays), sum(meetings[pair] for pair in combinations(group, 2))) for group in window]
        group = window.pop(costs.index(min(costs)))
        plays.update(group)
        meetings.update(combinations(group, 2))
        yield group


def _cost(group: Group, plays: Counter[int]) -> int:
    """Grows faster with the one who has played most than with the sum of all: nobody is to run ahead."""
    return sum(plays[member] ** 2 for member in group)
