"""What a block says about NEW and OLD: one number from -1, all for OLD, to 1, all for NEW.

A block and not a match is what is counted: its matches share island, dice and deck, so they are not independent, and
only together do they give NEW and OLD the same seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from statistics import mean
from typing import Literal

from referee.tournament.results import MatchResult
from referee.tournament.schedule.compared import NEW, OLD

ScoreBy = Literal["wins", "places"]
"""``wins``: who wins matches, which is what standings count first. ``places``: who ends above whom; a match says more
by it, most of all where a field wins many, so an answer is found sooner. It is an answer to another question."""


def block_score(results: Sequence[MatchResult], by: ScoreBy) -> float:
    """The mean over the matches of one block of what each says.

    By wins a match is 1 when NEW wins it, -1 when OLD does, 0 when one of the field does. By places it is the mean
    over all pairs of a seat of NEW and a seat of OLD, 1 where NEW is placed above and -1 where below.

    A match that was forfeited says nothing but that its offenders lost to the other of the two, as in ratings: else a
    bot that gives up while its own copy leads would have won. By wins it is -1 when seats of NEW alone offended, 1 when
    seats of OLD alone did, else 0; by places pairs in which nobody or both offended are 0.

    Raises ``ValueError`` without a match, or with one in which NEW or OLD did not play.
    """
    if not results:
        raise ValueError("a block without a match has no score")
    for result in results:
        for entrant, name in ((NEW, "NEW"), (OLD, "OLD")):
            if entrant not in result.entrants:
                raise ValueError(f"match {result.match_id}: {name} did not play in it")
    of_match = _by_wins if by == "wins" else _by_places
    return float(mean(of_match(result) for result in results))


def _by_wins(result: MatchResult) -> Fraction:
    if result.offenders:
        offenders = {result.entrants[seat] for seat in result.offenders}
        return Fraction((OLD in offenders) - (NEW in offenders))
    winner = result.entrants[result.ranking[0]]
    return Fraction((winner == NEW) - (winner == OLD))


def _by_places(result: MatchResult) -> Fraction:
    if result.offenders:
        place = {seat: int(seat in result.offenders) for seat in result.ranking}
    else:
        place = {seat: at for at, seat in enumerate(result.ranking)}
    pairs = list(product(_seats(result, NEW), _seats(result, OLD)))
    return Fraction(sum((place[new] < place[old]) - (place[new] > place[old]) for new, old in pairs), len(pairs))


def _seats(result: MatchResult, entrant: int) -> list[int]:
    return [seat for seat, sitting in enumerate(result.entrants) if sitting == entrant]
