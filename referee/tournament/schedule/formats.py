"""The blocks of each format, one after another without end, as far as they don't depend on results."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple

from referee.tournament.plan import Plan
from referee.tournament.schedule.compared import lineup as compared_lineup
from referee.tournament.schedule.compared import orders as compared_orders
from referee.tournament.schedule.groups import Group, balanced_groups
from referee.tournament.schedule.orders import SeatOrder, seat_orders
from referee.tournament.seeds import shuffled


class Drawn(NamedTuple):
    """The next block: the round it belongs to, from 1, and who plays, by entrant number."""

    round: int
    lineup: tuple[int, ...]


def blocks_a_round(plan: Plan) -> int | None:
    """How many blocks a round has when nobody is benched; None for formats without rounds."""
    entrants, seats = len(plan.bots), plan.seats
    if plan.format == "round_robin":
        return math.comb(entrants, seats)
    if plan.format == "gauntlet":
        return math.comb(entrants - 1, seats - 1)
    if plan.format == "rounds":
        return entrants // math.gcd(entrants, seats)
    return None


def matches_at_once(plan: Plan) -> int:
    """How many matches are begun, and to be finished, together: a whole round's of ``rounds``, else a block's."""
    in_a_round = blocks_a_round(plan) if plan.format == "rounds" else None
    return plan.matches_a_block * (in_a_round or 1)


def round_robin(master: bytes, seats: int, active: Sequence[int], earlier: Sequence[Drawn] = ()) -> Iterator[Drawn]:
    """Every group of the active entrants once a round, without those that were drawn ``earlier``."""
    done = _by_round(earlier)
    for number in count(1):
        for group in balanced_groups(master, f"round-robin/{number}", active, seats, done.get(number, ())):
            yield Drawn(number, _seated(master, number, group))


def gauntlet(
    master: bytes, seats: int, candidate: int, active: Sequence[int], earlier: Sequence[Drawn] = ()
) -> Iterator[Drawn]:
    """The candidate with every group of the others once a round, without those that were drawn ``earlier``."""
    others = [number for number in active if number != candidate]
    done = _by_round(earlier, candidate)
    for number in count(1):
        for group in balanced_groups(master, f"gauntlet/{number}", others, seats - 1, done.get(number, ())):
            yield Drawn(number, _seated(master, number, (candidate, *group)))


def _by_round(earlier: Sequence[Drawn], candidate: int | None = None) -> dict[int, list[Group]]:
    """The groups of each round, without the candidate, each in ascending order."""
    groups: dict[int, list[Group]] = {}
    for number, lineup in earlier:
        groups.setdefault(number, []).append(tuple(sorted(set(lineup) - {candidate})))
    return groups


def comparison(seats: int, field: int) -> Iterator[Drawn]:
    """Entrant 0 against entrant 1, with ``field`` others about; each block is a round."""
    for number in count(1):
        yield Drawn(number, compared_lineup(number - 1, field, seats))


def one_bot(seats: int) -> Iterator[Drawn]:
    """Entrant 0 on all seats; each block is a round."""
    for number in count(1):
        yield Drawn(number, (0,) * seats)


def _seated(master: bytes, number: int, group: tuple[int, ...]) -> tuple[int, ...]:
    """Round the table in an order that is drawn: rotations alone never change who sits next to whom."""
    return tuple(shuffled(master, f"line-up/{number}/{'-'.join(map(str, group))}", group))


def block_orders(plan: Plan) -> tuple[SeatOrder, ...]:
    """Those of every block of this tournament."""
    if plan.format == "aa":
        return (tuple(range(plan.seats)),)
    if plan.format == "compare":
        return compared_orders(len(plan.bots) - 2, plan.seats)
    return seat_orders(plan.orders, plan.seats)
