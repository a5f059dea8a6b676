"""The official ratings: a Plackett-Luce refit of the whole history by choix, with intervals by bootstrap over blocks.

``choix.ilsr_top1`` (Maystre and Grossglauser 2015) is given every choice of every match, and a prior so weak that it
matters only where results alone give no finite answer: half a choice won by each bot, as in Jeffreys' interval (see
``plackett_luce`` for the formula). So a bot that never or always wins has a finite rating.

A match forfeited before the first roll is left out of this, so that it touches nobody else. Then each offender is
fitted once more with these losses in and all others held: else a bot could flee a lost start without cost. ``MEAN`` is
the mean before that second fit, so that no other rating moves by it either.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import choix
import numpy as np

from referee.tournament.results import MatchResult
from referee.tournament.standings.bootstrap import draws
from referee.tournament.standings.history import History, Tally
from referee.tournament.standings.plackett_luce import Floats
from referee.tournament.standings.ratings import MEAN, POINTS_PER_NAT, Ratings
from referee.tournament.standings.table import LEVEL
from referee.tournament.standings.weighted import PRIOR, finish, fit_jointly

_NOBODY_RATED: Final = Ratings(entrants=(), values=(), lows=(), highs=(), above=(), groups=(), blocks=0, resamples=0)


def refit(results: Sequence[MatchResult], resamples: int) -> Ratings:
    """The ratings that these results give, with intervals from so many resamples of their blocks."""
    history = History.of(results)
    if not history.rated.size:
        return _NOBODY_RATED
    joint = _joint(history)
    values = _values(history, joint)
    sampled = draws(history, joint, resamples)[:, history.rated]
    lows, highs = np.quantile(sampled, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0)
    return Ratings(
        entrants=_numbers(history, history.rated.tolist()),
        values=_points(values),
        lows=_points(np.minimum(lows, values)),
        highs=_points(np.maximum(highs, values)),
        above=tuple(_shares_above(sampled, column) for column in range(sampled.shape[1])),
        groups=tuple(_numbers(history, group) for group in history.groups),
        blocks=history.blocks,
        resamples=resamples,
    )


def point_ratings(results: Sequence[MatchResult]) -> dict[int, float]:
    """The same ratings by entrant, without the intervals, which take most of the time."""
    history = History.of(results)
    if not history.rated.size:
        return {}
    values = _points(_values(history, _joint(history)))
    return dict(zip(_numbers(history, history.rated.tolist()), values, strict=True))


def _values(history: History, joint: Floats) -> Floats:
    """The logarithms of the strengths of those who are rated, by the whole history."""
    once, prior = np.ones((1, history.blocks)), np.full((1, len(history.entrants)), PRIOR)
    return np.asarray(finish(history, once, prior, joint[None])[0, history.rated], dtype=np.float64)


def choix_fit(tally: Tally, start: Floats) -> Floats:
    """The logarithms of the strengths, a column each, that choix makes of these choices, beginning at ``start``.

    The strengths sum to their number. Raises ``RuntimeError`` where choix does not settle in a hundred rounds.
    """
    bots = len(start)
    single = [
        choice
        for row, winner, times in zip(tally.set_of.tolist(), tally.winner.tolist(), tally.times.tolist(), strict=True)
        for choice in [(winner, _without(tally.sets[row], winner))] * times
    ]
    logs = choix.ilsr_top1(bots, single, alpha=PRIOR / bots, initial_params=start)
    return np.asarray(logs - np.log(np.exp(logs).mean()), dtype=np.float64)


def _joint(history: History) -> Floats:
    """choix's fit, begun at the same solution found in numpy: so its loop is over after two rounds, however long."""
    bots = len(history.entrants)
    if not history.groups:
        return np.zeros(bots)
    once, prior = np.ones((1, history.blocks)), np.full((1, bots), PRIOR)
    return choix_fit(history.joint, fit_jointly(history, once, prior, np.zeros(bots))[0])


def _without(members: tuple[int, ...], winner: int) -> tuple[int, ...]:
    """The others of a set; a winner on two seats is among them once."""
    at = members.index(winner)
    return members[:at] + members[at + 1 :]


def _numbers(history: History, columns: Sequence[int]) -> tuple[int, ...]:
    return tuple(history.entrants[column] for column in columns)


def _points(logs: Floats) -> tuple[float, ...]:
    return tuple((MEAN + POINTS_PER_NAT * logs).tolist())


def _shares_above(sampled: Floats, column: int) -> tuple[float, ...]:
    """In what share of the resamples this column is above each, ties half."""
    own = sampled[:, [column]]
    return tuple(((own > sampled).mean(axis=0) + (own == sampled).mean(axis=0) / 2).tolist())
