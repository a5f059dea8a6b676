"""Whole numbers put together where there are too many of them to be shown each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import count


@dataclass(frozen=True, slots=True)
class Bins:
    """``count`` ranges of ``size`` whole numbers each, the first of them from ``first`` on."""

    first: int
    size: int
    count: int

    def words(self, number: int) -> str:
        """The numbers in this range: ``7``, or ``60-69``."""
        low = self.first + number * self.size
        return str(low) if self.size == 1 else f"{low}-{low + self.size - 1}"

    def filled(self, counts: Mapping[int, int]) -> list[int]:
        """How many lie in each range, of how many there are of each number."""
        sums = [0] * self.count
        for number, times in counts.items():
            sums[(number - self.first) // self.size] += times
        return sums


def bins(numbers: Iterable[int], most: int) -> Bins:
    """At most so many ranges, each of 1, 2, 5, 10, ... numbers, that hold all of these; one for 0 where there is none.

    The first begins at a multiple of their size.
    """
    every = list(numbers) or [0]
    sizes = (factor * 10**power for power in count() for factor in (1, 2, 5))
    return next(ranges for size in sizes if (ranges := _of_size(size, min(every), max(every))).count <= most)


def _of_size(size: int, lowest: int, highest: int) -> Bins:
    first = lowest // size * size
    return Bins(first, size, (highest - first) // size + 1)
