"""All groups of a given size, in an order in which everybody has played about as often at any moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations

from referee.tournament.seeds import shuffled

Group = tuple[int, ...]
WINDOW = 256
"""How many groups are looked at for the next one."""


def balanced_groups(
    master: bytes, what: str, members: Sequence[int], size: int, earlier: Collection[Group] = ()
) -> Iterator[Group]:
    """Every group of ``size`` of these members once.

    Of the groups that are next by the draw ``what``, the one comes first whose members have played least, and then
    least with each other: whenever it stops, nobody is far behind. ``earlier`` groups, each in ascending order, are not
    drawn again; they count as played, also those with somebody who is no member any more.
    """
    done = set(earlier)
    waiting = [
        group for group in shuffled(master, what, list(combinations(sorted(members), size))) if group not in done
    ]
    waiting.reverse()
    plays = Counter(dict.fromkeys(members, 0))
    meetings: Counter[tuple[int, ...]] = Counter()
    for group in earlier:
        plays.update(group)
        meetings.update(combinations(group, 2))
    window: list[Group] = []
    while window or waiting:
        while waiting and len(window) < WINDOW:
            window.append(waiting.pop())
        costs = [_cost(group, plays) for group in window]
        least = min(costs)
        cheapest = [at for at, cost in enumerate(costs) if cost == least]
        group = window.pop(min(cheapest, key=lambda at: _met(window[at], meetings)))
        plays.update(group)
        meetings.update(combinations(group, 2))
        yield group


def _cost(group: Group, plays: Mapping[int, int]) -> int:
    """Grows faster with the one who has played most than with the sum of all: nobody is to run ahead."""
    return sum([plays[member] ** 2 for member in group])


def _met(group: Group, meetings: Mapping[tuple[int, ...], int]) -> int:
    """How often its members have met each other already."""
    return sum([meetings[pair] for pair in combinations(group, 2)])
