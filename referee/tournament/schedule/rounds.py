"""A round of a large field: everybody plays the same number of blocks, with others about as strong."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from referee.tournament.schedule.groups import Group
from referee.tournament.seeds import draw

_SPREAD_STEPS = 1 << 16
_DRAWS = 8
"""So often a group is drawn if need be; it may be that the last of a round can be no other."""


def draw_round(
    master: bytes, number: int, seats: int, active: Sequence[int], ratings: Mapping[int, float]
) -> list[Group]:
    """The groups of round ``number``.

    Each of n entrants plays seats / gcd(n, seats) blocks, the fewest with which all tables are full. Neighbours by
    rating meet; before that each is moved down by a draw of up to two tables' widths, anew for each of its blocks, so
    that the same four don't meet again and again; and further where the group that comes of it has met in this round.
    Who has no rating yet counts as average. Everything is drawn from ``master`` and the order of the ratings alone.
    """
    table = sorted(active, key=lambda entrant: (-round(ratings.get(entrant, 1500.0), 3), entrant))
    left = dict.fromkeys(table, seats // math.gcd(len(table), seats))
    groups: list[Group] = []
    while most := max(left.values()):
        for again in range(_DRAWS):
            order = _mixed(master, f"rounds/{number}/{most}/{again}", table, seats * (2 + again))
            group = _next_group(order, left, seats)
            if not any(set(group) == set(earlier) for earlier in groups):
                break
        for entrant in group:
            left[entrant] -= 1
        groups.append(group)
    return groups


def _mixed(master: bytes, what: str, table: Sequence[int], width: int) -> list[int]:
    place = {
        entrant: at + width * draw(master, f"{what}/{entrant}", _SPREAD_STEPS) / _SPREAD_STEPS
        for at, entrant in enumerate(table)
    }
    return sorted(table, key=lambda entrant: (place[entrant], entrant))


def _next_group(order: Sequence[int], left: Mapping[int, int], seats: int) -> Group:
    """Of those with most blocks left the first ``seats`` neighbours; where they are fewer, all and those next to them.

    To take those with most left first is what makes the last table full.
    """
    most = max(left.values())
    chosen = [entrant for entrant in order if left[entrant] == most][:seats]
    if len(chosen) < seats:
        middle = sum(order.index(entrant) for entrant in chosen) / len(chosen)
        others = [entrant for entrant in order if 0 < left[entrant] < most]
        others.sort(key=lambda entrant: (-left[entrant], abs(order.index(entrant) - middle), order.index(entrant)))
        chosen += others[: seats - len(chosen)]
    return tuple(sorted(chosen, key=order.index))
