"""The table of a tournament out of what is kept of each block, and of the ratings if there are any."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, zip_longest
from operator import add
from typing import Final

from referee.tournament.standings.intervals import Clusters, bounded_interval, mean_interval, share_interval
from referee.tournament.standings.ratings import Ratings
from referee.tournament.standings.seats import seat_effects
from referee.tournament.standings.table import Entrant, Estimate, Standing, Standings
from referee.tournament.standings.tally import BlockScore, SeatScore

_NOTHING_KNOWN: Final = Estimate(0.0, 0.0, 0.0)


def make_standings(
    entrants: Sequence[Entrant],
    scores: Sequence[BlockScore],
    seat_scores: Sequence[SeatScore],
    ratings: Ratings | None = None,
) -> Standings:
    """The table, the best first: by rating, and after the rated ones by wins per match, points and name.

    An entrant that no match counted for has ``seats`` 0 and estimates that mean nothing. ``matches`` leaves out those
    forfeited before the first roll, which count for their offenders alone. Ratings may be of fewer blocks than the
    scores, as where they were saved earlier; ``rated_blocks`` says of how many.
    """
    by_entrant: dict[int, list[BlockScore]] = {entrant.number: [] for entrant in entrants}
    for score in scores:
        by_entrant[score.entrant].append(score)
    rows = sorted((_row(entrant, by_entrant[entrant.number], ratings) for entrant in entrants), key=_order)
    effects = seat_effects(seat_scores)
    return Standings(
        rows=_compared(rows, ratings),
        seats=effects,
        blocks=len({score.block for score in scores}),
        matches=max((effect.matches for effect in effects), default=0),
        rated_blocks=ratings.blocks if ratings is not None else 0,
    )


def _row(entrant: Entrant, scores: Sequence[BlockScore], ratings: Ratings | None) -> Standing:
    sizes = [score.seats for score in scores]
    by_place = list(zip_longest(*(score.places for score in scores), fillvalue=0))
    return Standing(
        entrant=entrant,
        seats=sum(sizes),
        wins=sum(score.wins for score in scores),
        win_share=share_interval(Clusters.of(sizes, [score.wins for score in scores])) if scores else _NOTHING_KNOWN,
        places=tuple(map(sum, by_place)),
        place=_place(sizes, by_place) if scores else _NOTHING_KNOWN,
        points=mean_interval(Clusters.of(sizes, [score.points for score in scores])) if scores else _NOTHING_KNOWN,
        forfeits=sum(score.forfeits for score in scores),
        rating=ratings.of(entrant.number) if ratings is not None else None,
        above_next=None,
    )


def _place(sizes: Sequence[int], by_place: Sequence[Sequence[int]]) -> Estimate:
    """The mean place, its interval within first and last. ``by_place``: how often it came there, by block."""
    behind = [0] * len(sizes)
    for seats_ahead, times in enumerate(by_place):
        behind = list(map(add, behind, map(seats_ahead.__mul__, times)))
    clusters = Clusters.of(sizes, behind)
    spread = sum(sum(times) * (ahead - clusters.mean) ** 2 for ahead, times in enumerate(by_place)) / sum(sizes)
    estimate = bounded_interval(clusters, len(by_place) - 1, spread)
    return Estimate(1 + estimate.value, 1 + estimate.low, 1 + estimate.high)


def _order(row: Standing) -> tuple[bool, float, float, float, str, int]:
    rating = row.rating.value if row.rating is not None else 0.0
    return (
        row.rating is None,
        -rating,
        -row.win_share.value,
        -row.points.value,
        row.entrant.name,
        row.entrant.number,
    )


def _compared(rows: Sequence[Standing], ratings: Ratings | None) -> tuple[Standing, ...]:
    """The rows with the probability that each is above the next."""
    if ratings is None or not rows:
        return tuple(rows)
    nexts = [ratings.probability_above(row.entrant.number, after.entrant.number) for row, after in pairwise(rows)]
    return tuple(replace(row, above_next=above) for row, above in zip(rows, [*nexts, None], strict=True))
