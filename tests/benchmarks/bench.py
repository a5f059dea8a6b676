"""What every bench is: something measured once a round, and rows made of the medians."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from typing import Protocol

from tests.benchmarks.table import Row

Figures = dict[str, float]
"""Named figures of one round."""


class UnavailableError(Exception):
    """A bench whose tools are not on this machine; the text says which."""


class Bench(Protocol):
    """One part of the run."""

    title: str

    def measure(self, number: int) -> Figures:
        """The figures of round ``number``, which counts from 0; every round returns the same names."""

    def rows(self, medians: Mapping[str, float]) -> list[Row]:
        """The lines of the table."""


def medians(rounds: Sequence[Figures]) -> Figures:
    """Name by name over the rounds."""
    return {name: statistics.median(figures[name] for figures in rounds) for name in rounds[0]}
