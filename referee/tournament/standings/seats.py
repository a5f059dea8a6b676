"""What the seats are worth, whoever sits there."""

from __future__ import annotations

from collections.abc import Sequence

from referee.tournament.standings.intervals import Clusters, share_interval
from referee.tournament.standings.table import LEVEL, SeatEffect
from referee.tournament.standings.tally import SeatScore


def seat_effects(scores: Sequence[SeatScore], level: float = LEVEL) -> tuple[SeatEffect, ...]:
    """How often each seat won, by seat, each share with its interval at ``level``."""
    table = max((score.seat for score in scores if score.matches), default=-1) + 1
    return tuple(_effect(seat, clusters_of(scores, seat), level) for seat in range(table))


def clusters_of(scores: Sequence[SeatScore], seat: int) -> Clusters:
    """Matches and wins of this seat over the blocks that have any."""
    own = [score for score in scores if score.seat == seat and score.matches]
    return Clusters.of([score.matches for score in own], [score.wins for score in own])


def _effect(seat: int, clusters: Clusters, level: float) -> SeatEffect:
    return SeatEffect(seat, clusters.sizes, clusters.totals, share_interval(clusters, level))
