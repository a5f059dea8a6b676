"""How far ratings could be off: the whole history fitted again to resampled blocks.

Matches of a block share their island, dice and deck, so whole blocks are drawn, as many as there are, with replacement
(Efron 1979; for clusters Davison and Hinkley 1997, 3.8). Two things would make that too sure of itself, and are put
right:

- The prior is drawn too, from Gamma(1/2, 1), of which the fit uses the mean. For a bot that never or always wins the
  prior is all that its distance from the others rests on, and this is Jeffreys' posterior of a rate never seen.
- Resampling b blocks shows only (b - 1) / b of the variance, of one block nothing, and few blocks don't know their
  spread, for which a mean has Student's t: at 95 percent its variance is about 1 + 2.4 / b times the normal one's. For
  both together 4 / b of the covariance that the model itself gives is added as normal noise, b being the blocks that a
  bot was in. So a single block of four matches counts as if they were all alike, which is safe.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from referee.tournament.standings.history import History
from referee.tournament.standings.plackett_luce import Floats, Menu, curvature
from referee.tournament.standings.weighted import PRIOR, finish, fit_jointly, mean_of_bound

_SEED: Final = 20260101
_CELLS: Final = 4_000_000
"""How many weights to hold at a time."""
_FEW_BLOCKS: Final = 4.0
"""How much of the model's covariance is added, over the number of blocks."""
_LEAST_PRIOR: Final = 0.0005
"""The prior's 2.5 percent quantile: smaller draws would change no interval and cost digits."""


def draws(history: History, joint: Floats, resamples: int) -> Floats:
    """Logarithms of strengths, a row a resample and a column a bot, about their mean as the ratings are.

    ``joint`` is the fit to the history as it is. The same history gives the same draws.
    """
    bots = len(history.entrants)
    blocks, starts, priors, noise = (_Uniform(_SEED + stream) for stream in range(4))
    # Blocks with nothing but lost starts are drawn apart: so they touch nobody's interval but the offenders'.
    joined = np.isin(np.arange(history.blocks), history.joint.block)
    spread = _missing_spread(history, joint)
    drawn = [np.zeros((0, bots))]
    for rows in _portions(resamples, max(1, _CELLS // history.blocks)):
        weights = np.zeros((rows, history.blocks))
        weights[:, joined] = _resampled(blocks.numbers(rows, int(joined.sum())))
        weights[:, ~joined] = _resampled(starts.numbers(rows, int((~joined).sum())))
        prior = np.maximum(_normal(priors, rows, bots) ** 2 * PRIOR, _LEAST_PRIOR)
        fitted = fit_jointly(history, weights, prior, joint)
        drawn.append(finish(history, weights, prior, fitted) + _normal(noise, rows, bots) @ spread)
    return np.concatenate(drawn)


class _Uniform:
    """Numbers from 0 to below 1. Made of the raw stream: numpy promises to keep that one for ever, and no other."""

    def __init__(self, seed: int) -> None:
        self._bits = np.random.PCG64(seed)

    def numbers(self, rows: int, columns: int) -> Floats:
        raw = np.asarray(self._bits.random_raw(rows * columns), dtype=np.uint64).reshape(rows, columns)
        return (raw >> np.uint64(11)).astype(np.float64) * 2.0**-53


def _normal(stream: _Uniform, rows: int, columns: int) -> Floats:
    """Standard normal numbers, by Box and Muller's method."""
    radius, angle = stream.numbers(rows, 2 * columns).reshape(rows, 2, columns).transpose(1, 0, 2)
    return np.asarray(np.sqrt(-2 * np.log1p(-radius)) * np.cos(2 * np.pi * angle), dtype=np.float64)


def _resampled(uniform: Floats) -> Floats:
    """How often each block was drawn, a row a resample."""
    rows, blocks = uniform.shape
    drawn = (uniform * blocks).astype(np.intp) + np.arange(rows)[:, None] * blocks
    return np.bincount(drawn.ravel(), minlength=rows * blocks).reshape(rows, blocks).astype(np.float64)


def _missing_spread(history: History, joint: Floats) -> Floats:
    """The matrix that turns standard normal columns into noise of the variance that resampling misses."""
    bots = len(joint)
    menu = Menu.of(history.joint.sets, bots)
    once = history.joint.weighed(np.ones((1, history.blocks)), np.full((1, bots), PRIOR))
    _, bend = curvature(menu, once, joint[None])
    about_mean = np.eye(bots) - mean_of_bound(history)
    covariance = about_mean @ np.linalg.inv(bend[0]) @ about_mean.T
    # Who only ever lost starts is in no joint choice: what the prior leaves open is all of its spread.
    shrunk = np.zeros(bots)
    shrunk[history.bound] = np.sqrt(_FEW_BLOCKS / history.blocks_of_columns()[history.bound])
    values, vectors = np.linalg.eigh(covariance * np.outer(shrunk, shrunk))
    return np.asarray((vectors * np.sqrt(np.maximum(values, 0))) @ vectors.T, dtype=np.float64)


def _portions(total: int, most: int) -> Iterator[int]:
    for done in range(0, total, most):
        yield min(most, total - done)
