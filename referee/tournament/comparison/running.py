"""A comparison that is being played: takes each block as soon as all before it are over, in their order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from referee.tournament.comparison.answer import Comparison, Progress
from referee.tournament.comparison.score import ScoreBy, block_score
from referee.tournament.results import MatchResult
from referee.tournament.store.rows import BlockRow


class RunningComparison:
    """Looks at stored blocks, and at no more than it needs.

    ``blocks`` tells all that there are from a number on, ``results_of`` what counts of a whole one. A block that was
    given up is passed over, which happens without regard to how it went.
    """

    def __init__(
        self,
        comparison: Comparison,
        by: ScoreBy,
        blocks: Callable[[int], list[BlockRow]],
        results_of: Callable[[int], Sequence[MatchResult]],
    ) -> None:
        self._comparison, self._by, self._blocks, self._results_of = comparison, by, blocks, results_of
        self._next = 0
        self.matches = 0

    def look(self) -> Progress:
        """How it stands now."""
        for block in self._blocks(self._next):
            if block.state == "open" or self._comparison.answer is not None:
                break
            self._next += 1
            if block.state == "whole":
                results = self._results_of(block.number)
                self.matches += len(results)
                self._comparison.add(block_score(results, self._by))
        return self._comparison.progress()
