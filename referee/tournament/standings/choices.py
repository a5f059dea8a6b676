"""Results as choices, which is what the Plackett-Luce model rates bots by.

Of a > b > c > d the model sees a chosen from a, b, c and d, then b from b, c and d, then c from c and d, each with a
probability in proportion to its strength (Luce 1959, Plackett 1975). The rules break every tie, at last for the lower
seat, and over the rotations of a block each has each seat: so no ranking has equal places, and none is favoured.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.tournament.results import MatchResult

Choice = tuple[tuple[int, ...], int]
"""The entrants to choose from, in order of their numbers, one that sits on two seats twice; and the one chosen."""


def choices(result: MatchResult) -> list[Choice]:
    """What a match says about all of its seats together.

    A forfeit is the offender's loss to each other seat and says nothing among the others, nor among several offenders;
    one before the first roll says nothing here, see ``start_losses``. Between two seats of one entrant there is
    nothing to say.
    """
    if result.is_before_first_roll:
        return []
    if result.offenders:
        return [(_ordered(offender, other), other) for offender, other in _losses(result)]
    ranked = [result.entrants[seat] for seat in result.ranking]
    rounds = [(_ordered(*ranked[place:]), ranked[place]) for place in range(len(ranked) - 1)]
    return [choice for choice in rounds if len(set(choice[0])) > 1]


def start_losses(result: MatchResult) -> list[tuple[int, int]]:
    """Of a match forfeited before the first roll: each offender with each entrant that it lost to by that."""
    return _losses(result) if result.is_before_first_roll else []


def connected(sets: Iterable[Sequence[int]]) -> list[tuple[int, ...]]:
    """The entrants of these sets in groups: two are in one if they met, or met others who did, and so on."""
    group_of: dict[int, set[int]] = {}
    for members in sets:
        joined = set(members).union(*(group_of.get(member, ()) for member in members))
        if any(group_of.get(member) != joined for member in members):
            group_of.update(dict.fromkeys(joined, joined))
    return sorted({tuple(sorted(group)) for group in group_of.values()})


def _losses(result: MatchResult) -> list[tuple[int, int]]:
    offenders = [result.entrants[seat] for seat in result.offenders]
    others = [entrant for seat, entrant in enumerate(result.entrants) if seat not in result.offenders]
    return [(offender, other) for offender in offenders for other in others if offender != other]


def _ordered(*entrants: int) -> tuple[int, ...]:
    return tuple(sorted(entrants))
