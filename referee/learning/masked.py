"""Choices among what is legal, for many games at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def uniform_choice(action_mask: NDArray[Any], rng: np.random.Generator) -> NDArray[np.int64]:
    """One legal action for each row, each legal one equally often; no row may be without one."""
    size = action_mask.shape[1]
    legal = np.flatnonzero(np.ascontiguousarray(action_mask).view(np.bool_))
    counts = np.bincount(legal // size, minlength=len(action_mask))
    starts = np.cumsum(counts) - counts
    chosen: NDArray[np.int64] = legal[starts + rng.integers(counts)] % size
    return chosen


def best_choice(values: NDArray[Any], action_mask: NDArray[Any]) -> NDArray[np.int64]:
    """The legal action of the highest value in each row; the lowest number among equals."""
    chosen: NDArray[np.int64] = np.where(action_mask, values, -np.inf).argmax(axis=-1)
    return chosen
