"""Strengths that fit best to counted choices, for many sets of counts at once.

choix, which fits the official ratings, is a loop over single choices and takes no weights; a bootstrap wants a
thousand fits. This solves the same equations for all of them together, in numpy: for each bot, with c counts of sets,
W its choices won, w the strengths and a its prior,

    W + a (1 - w) = sum over sets of c * (its weight in the set) * w / (strength of the set)

which is the maximum of the posterior density under the prior Gamma(1 + a, a) on each strength (Caron and Doucet 2012),
and the fixed point of Hunter's MM algorithm (2004) and of choix's ``ilsr_top1`` with ``alpha`` = a / number of bots.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import scipy.sparse
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_CELLS: Final = 4_000_000
"""How many numbers, about, a step works on at a time: some 100 MB of memory."""
_STEPS: Final = 500
_CLOSE: Final = 1e-5
"""A step this short, in nats, is the last but none: the one after it would be of the order of its square."""


@dataclass(frozen=True, slots=True)
class Menu:
    """The sets that bots are chosen from: ``members`` has a row a set and a column a bot, and how often it is in."""

    members: Any
    products: Any

    @classmethod
    def of(cls, sets: Sequence[Sequence[int]], bots: int) -> Menu:
        """The menu of these sets of column numbers; a bot that sits on two seats is in twice."""
        rows = [row for row, members in enumerate(sets) for _ in members]
        columns = [member for members in sets for member in members]
        pairs = [(row, a * bots + b) for row, members in enumerate(sets) for a in members for b in members]
        return cls(
            _counted(rows, columns, (len(sets), bots)),
            _counted([row for row, _ in pairs], [pair for _, pair in pairs], (len(sets), bots * bots)),
        )


@dataclass(frozen=True, slots=True)
class Counts:
    """Several histories, a row each: how often each set of a menu came up, what each bot won, and its prior."""

    sets: Floats
    wins: Floats
    prior: Floats

    def rows(self, which: slice | NDArray[np.intp]) -> Counts:
        """Some of the histories."""
        return Counts(self.sets[which], self.wins[which], self.prior[which])


def solve(menu: Menu, counts: Counts, start: Floats, free: NDArray[np.intp] | None = None) -> Floats:
    """The logarithms of the strengths, a row a history, beginning at ``start`` of the same shape.

    ``free`` are the bots that are fitted, the others' strengths are held; all when None. Raises ``ArithmeticError`` if
    it does not settle, which the steps' length (see ``_step``) rules out but for a fault of ours.
    """
    bots = start.shape[1]
    moving = np.arange(bots) if free is None else free
    size = max(1, _CELLS // max(menu.members.shape[0], bots * bots, 1))
    solved = [
        _solve_together(menu, counts.rows(slice(at, at + size)), start[at : at + size], moving)
        for at in range(0, len(start), size)
    ]
    return np.concatenate(solved)


def curvature(menu: Menu, counts: Counts, logs: Floats) -> tuple[Floats, Floats]:
    """The slope of the log posterior by the logarithms, and its second derivatives with the sign turned."""
    strengths = np.exp(logs)
    bots = logs.shape[1]
    per_strength = counts.sets / (menu.members @ strengths.T).T
    expected = strengths * (menu.members.T @ per_strength.T).T
    slope = counts.wins - expected + counts.prior * (1 - strengths)
    shared = (menu.products.T @ (per_strength / (menu.members @ strengths.T).T).T).T.reshape(-1, bots, bots)
    bend = -shared * strengths[:, :, None] * strengths[:, None, :]
    diagonal = np.arange(bots)
    bend[:, diagonal, diagonal] += expected + counts.prior * strengths
    return slope, bend


def _solve_together(menu: Menu, counts: Counts, start: Floats, moving: NDArray[np.intp]) -> Floats:
    logs = start.copy()
    left = np.arange(len(logs))
    for _ in range(_STEPS):
        step = _step(menu, counts.rows(left), logs[left], moving)
        logs[np.ix_(left, moving)] += step
        left = left[np.abs(step).max(axis=1, initial=0.0) > _CLOSE]
        if not left.size:
            return logs
    raise ArithmeticError(f"strengths did not settle in {_STEPS} steps")


def _step(menu: Menu, counts: Counts, logs: Floats, moving: NDArray[np.intp]) -> Floats:
    """Newton's step, shortened so that it can't overshoot.

    Along any direction the third derivative of the log posterior is at most d times the second, where d is twice the
    direction's largest entry (that bounds the third moment of a choice by its variance, and the prior's exponential).
    So ln(1 + d) / d of Newton's step always gains (generalised self-concordance: Sun and Tran-Dinh 2019), and near the
    end it is all of the step.
    """
    slope, bend = curvature(menu, counts, logs)
    block = bend[:, moving[:, None], moving[None, :]]
    newton = np.linalg.solve(block, slope[:, moving, None])[:, :, 0]
    reach = 2 * np.abs(newton).max(axis=1, keepdims=True, initial=0.0)
    shortened = np.where(reach > 0, np.log1p(reach) / np.where(reach > 0, reach, 1.0), 1.0)
    return np.asarray(newton * shortened, dtype=np.float64)


def _counted(rows: Sequence[int], columns: Sequence[int], shape: tuple[int, int]) -> Any:
    """A sparse matrix of how often each row and column was named together."""
    return scipy.sparse.csr_array((np.ones(len(rows)), (rows, columns)), shape=shape)
