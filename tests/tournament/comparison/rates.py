"""How often a comparison is wrong, and how soon it is right, by simulation.

`python -m tests.tournament.comparison.rates` prints the figures of docs/tournaments.md, which takes some minutes.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from itertools import islice
from random import Random
from statistics import fmean

from referee.tournament.schedule.compared import orders
from tests.tournament.comparison.simulated import Ending, World, play_out

EQUAL: dict[str, World] = {
    "the same program twice, no field": World(suit_spread=0),
    "equal, different styles, no field": World(),
    "equal, very different styles, no field": World(suit_spread=1.5, seat_spread=1),
    "the same at three seats": World(seats=3),
    "a field of two as strong": World((1, 1, 1, 1)),
    "a field of two, one much stronger": World((1, 1, 4, 1)),
    "the same by places": World((1, 1, 4, 1), by="places"),
}
"""Worlds in which neither bot is better."""

BETTER: dict[str, World] = {
    "no field": World(),
    "no field, by places": World(by="places"),
    "a field of two": World((1, 1, 1, 1)),
    "a field of two, by places": World((1, 1, 1, 1), by="places"),
}
"""Worlds that are tried with a better NEW."""

SHARES = (0.52, 0.55, 0.6, 0.7, 0.8)
"""How often NEW is placed above OLD, by their strengths."""
FEW, SURE = 10, 1.96
"""A test for one look: after so many blocks it is trusted, and so many standard errors from 0 are 5 %."""


def main() -> None:
    """Both tables, and what they are to be compared with."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=2000, help="comparisons a row of equal bots; a fifth of it others")
    parser.add_argument("--limit", type=int, default=400, help="blocks after which a comparison ends undecided")
    arguments = parser.parse_args()
    print(_table(("equal bots", "called better", "called worse", "together"), _false_alarms(arguments)))
    peeked = alarms_of_one_look(World(), arguments.runs, arguments.limit) / arguments.runs
    print(f"a test for one look, looked at after every block from the {FEW}th on: {peeked:.0%}\n")
    print(_table(("", *(f"{share:.0%}" for share in SHARES)), _powers(arguments)))


def endings(world: World, runs: int, limit: int) -> list[Ending]:
    """So many comparisons in this world, each with a seed of its own."""
    return [play_out(world.scores(Random(run)), limit) for run in range(runs)]


def alarms_of_one_look(world: World, runs: int, limit: int) -> int:
    """How often equal bots are told apart by a test of the mean that is right for one look, when one keeps looking."""
    alarms = 0
    for run in range(runs):
        total = squares = 0.0
        for blocks, score in enumerate(islice(world.scores(Random(run)), limit), 1):
            total += score
            squares += score * score
            if blocks >= FEW and total * total > SURE * SURE * squares:
                alarms += 1
                break
    return alarms


def _false_alarms(arguments: argparse.Namespace) -> Iterable[Sequence[str]]:
    for name, world in EQUAL.items():
        ended = endings(world, arguments.runs, arguments.limit)
        better, worse = (sum(one.answer == answer for one in ended) / len(ended) for answer in ("better", "worse"))
        yield name, f"{better:.1%}", f"{worse:.1%}", f"{better + worse:.1%}"


def _powers(arguments: argparse.Namespace) -> Iterable[Sequence[str]]:
    for name, world in BETTER.items():
        matches = len(orders(len(world.strengths) - 2, world.seats))
        cells = []
        for share in SHARES:
            strengths = (share / (1 - share), *world.strengths[1:])
            stronger = World(strengths, world.seats, world.seat_spread, world.suit_spread, world.by)
            ended = endings(stronger, arguments.runs // 5, arguments.limit)
            cells.append(_cell(ended, arguments.limit))
        yield f"{name} ({matches} matches a block)", *cells


def _cell(ended: Sequence[Ending], limit: int) -> str:
    """How many blocks half and nine tenths of the comparisons took, or how many were decided at all."""
    taken = sorted(one.blocks if one.answer == "better" else limit + 1 for one in ended)
    half, most = taken[len(taken) // 2], taken[len(taken) * 9 // 10]
    decided = fmean(blocks <= limit for blocks in taken)
    if half > limit:
        return f"{decided:.0%} decided"
    return f"{half}, {most}" if most <= limit else f"{half}, {decided:.0%} decided"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


if __name__ == "__main__":
    main()
