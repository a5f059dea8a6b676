"""Results of matches that were never played, between bots whose strengths are known."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import combinations, cycle, islice

from referee.tournament.results import MatchResult


def match(
    entrants: Sequence[int],
    ranking: Sequence[int],
    *,
    block: int = 0,
    match_id: str = "m",
    offenders: Sequence[int] = (),
    rolls: int = 60,
    points: Sequence[int] | None = None,
) -> MatchResult:
    """A match of these entrants, by seat, that ended with this ranking of seats."""
    by_seat = [0] * len(entrants)
    for place, seat in enumerate(ranking):
        by_seat[seat] = 0 if seat in offenders else 10 - 2 * place
    return MatchResult(
        match_id=match_id,
        block=block,
        entrants=tuple(entrants),
        verdict="forfeit_timeout" if offenders else "victory",
        ranking=tuple(ranking),
        points=tuple(by_seat if points is None else points),
        offenders=tuple(offenders),
        rolls=rolls,
        plies=rolls * 5,
        luck=(0.0,) * len(entrants),
    )


def blocks(
    strengths: Sequence[float],
    count: int,
    *,
    table: int = 4,
    seed: int = 1,
    alike: float = 0.0,
    seat_worth: Sequence[float] = (0.0, 0.0, 0.0, 0.0),
    first: int = 0,
) -> list[MatchResult]:
    """So many blocks of four or three rotations, lineups in turn; the Plackett-Luce model by exponential races.

    ``strengths`` are logarithms. ``alike``: the standard deviation, in the same unit, of what an entrant gains or
    loses in all matches of a block; ``seat_worth``: what each seat adds.
    """
    chance = random.Random(seed)
    lineups = list(combinations(range(len(strengths)), table))
    chance.shuffle(lineups)
    played = []
    for block, lineup in enumerate(islice(cycle(lineups), count), first):
        luck = {entrant: chance.gauss(0, alike) for entrant in lineup}
        for rotation in range(table):
            seated = [lineup[(seat + rotation) % table] for seat in range(table)]
            finish = [
                chance.expovariate(math.exp(strengths[entrant] + luck[entrant] + seat_worth[seat]))
                for seat, entrant in enumerate(seated)
            ]
            ranking = sorted(range(table), key=finish.__getitem__)
            played.append(match(seated, ranking, block=block, match_id=f"{block}-{rotation}"))
    return played
