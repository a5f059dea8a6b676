"""The whole history of a tournament as counts of choices, block by block, in one order whatever order it came in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
import scipy.sparse
from numpy.typing import NDArray

from referee.tournament.results import MatchResult
from referee.tournament.standings.choices import Choice, choices, connected, start_losses
from referee.tournament.standings.plackett_luce import Counts, Floats

Ints = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Tally:
    """How often which choice was made in which block: parallel arrays, sorted by block, set and winner.

    ``sets`` are the distinct sets of columns (see ``History``), ``set_of`` points into them; ``winner`` is a column.
    """

    sets: tuple[tuple[int, ...], ...]
    block: Ints
    set_of: Ints
    winner: Ints
    times: Ints

    @classmethod
    def of(cls, made: Iterable[tuple[int, Choice]]) -> Tally:
        """The tally of these choices, each with the place of its block among all."""
        counted = sorted(Counter(made).items())
        sets = tuple(sorted({members for (_, (members, _)), _ in counted}))
        row = {members: index for index, members in enumerate(sets)}
        return cls(
            sets,
            np.array([block for (block, _), _ in counted], dtype=np.intp),
            np.array([row[members] for (_, (members, _)), _ in counted], dtype=np.intp),
            np.array([winner for (_, (_, winner)), _ in counted], dtype=np.intp),
            np.array([times for _, times in counted], dtype=np.intp),
        )

    def concerning(self, column: int) -> Tally:
        """The part of it in which this column could be chosen."""
        return self._part(self._has(column))

    def lost_by(self, column: int) -> Tally:
        """The part of it in which this column could be chosen and another was."""
        return self._part(self._has(column) & (self.winner != column))

    def with_more(self, other: Tally) -> Tally:
        """Both as one."""
        return Tally(
            self.sets + other.sets,
            np.concatenate([self.block, other.block]),
            np.concatenate([self.set_of, other.set_of + len(self.sets)]),
            np.concatenate([self.winner, other.winner]),
            np.concatenate([self.times, other.times]),
        )

    def weighed(self, weights: Floats, prior: Floats) -> Counts:
        """Its counts in histories in which the blocks have these weights: a row a history, a column a block."""
        blocks = weights.shape[1]
        sets = _summed(self.set_of, self.block, self.times, (len(self.sets), blocks))
        wins = _summed(self.winner, self.block, self.times, (prior.shape[1], blocks))
        return Counts((sets @ weights.T).T, (wins @ weights.T).T, prior)

    def _has(self, column: int) -> NDArray[np.bool_]:
        return np.array([column in members for members in self.sets], dtype=np.bool_)[self.set_of]

    def _part(self, kept: NDArray[np.bool_]) -> Tally:
        rows, set_of = np.unique(self.set_of[kept], return_inverse=True)
        sets = tuple(self.sets[row] for row in rows)
        return Tally(sets, self.block[kept], set_of, self.winner[kept], self.times[kept])


@dataclass(frozen=True, slots=True)
class History:
    """Everything that ratings are fitted to.

    ``entrants`` are all who sat at a counted match, by number: each is a column. ``joint`` has the choices that bind
    them together, ``starts`` the losses of those who forfeited before the first roll, as choices from two. ``groups``
    are the columns that met in ``joint``, if only through others, and ``offenders`` those who lost in ``starts``.
    """

    entrants: tuple[int, ...]
    blocks: int
    joint: Tally
    starts: Tally
    groups: tuple[tuple[int, ...], ...]
    offenders: tuple[int, ...]

    @classmethod
    def of(cls, results: Sequence[MatchResult]) -> History:
        """The history that these results make."""
        entrants = tuple(sorted({entrant for result in results for entrant in result.entrants}))
        column = {entrant: index for index, entrant in enumerate(entrants)}
        place = {block: index for index, block in enumerate(sorted({result.block for result in results}))}
        joint = Tally.of(
            (place[result.block], (tuple(column[member] for member in members), column[winner]))
            for result in results
            for members, winner in choices(result)
        )
        lost = [
            (place[result.block], column[offender], column[other])
            for result in results
            for offender, other in start_losses(result)
        ]
        starts = Tally.of((block, (_pair(offender, other), other)) for block, offender, other in lost)
        offenders = tuple(sorted({offender for _, offender, _ in lost}))
        return cls(entrants, len(place), joint, starts, tuple(connected(joint.sets)), offenders)

    @property
    def bound(self) -> Ints:
        """The columns that the joint fit says something about."""
        return np.array(sorted(chain(*self.groups)), dtype=np.intp)

    @property
    def rated(self) -> Ints:
        """The columns that get a rating: those, and who forfeited before the first roll."""
        return np.array(sorted({*chain(*self.groups), *self.offenders}), dtype=np.intp)

    def blocks_of_columns(self) -> Floats:
        """In how many blocks each column could be chosen in ``joint``, at least 1."""
        columns = range(len(self.entrants))
        return np.array(
            [max(1, len(np.unique(self.joint.concerning(column).block))) for column in columns], dtype=float
        )


def _summed(rows: Ints, blocks: Ints, times: Ints, shape: tuple[int, int]) -> Any:
    """A sparse matrix with a column a block; what falls on one place is added up."""
    return scipy.sparse.csr_array((times.astype(np.float64), (rows, blocks)), shape=shape)


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)
