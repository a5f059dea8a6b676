"""How strong the sample bots are: one bot against three of another, every seed played from all four seats.

    python -m tests.sample_bots.arena [SEEDS]

plays four matches per seed (100 seeds unless told) for every line of `PAIRINGS` and prints a table.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from dataclasses import dataclass
from math import sqrt

from tests.sample_bots.in_process import play_in_process

SEATS = 4
PAIRINGS = (("greedy", "random"), ("trader", "random"), ("trader", "greedy"), ("greedy", "trader"))
Z_95 = 1.96  # two-sided 95 % of the normal distribution


@dataclass(frozen=True)
class Score:
    """What one bot did against three of another."""

    bot: str
    others: str
    matches: int
    wins: int
    points: float
    """Mean per match."""
    verdicts: Counter[str]

    @property
    def interval(self) -> tuple[float, float]:
        """95 % for the share of wins, after Wilson. Rotations of a seed are taken as independent matches."""
        return wilson(self.wins, self.matches)


def wilson(wins: int, matches: int, z: float = Z_95) -> tuple[float, float]:
    """Wilson's score interval for a share (E. B. Wilson, JASA 1927); ``matches`` is at least 1."""
    share = wins / matches
    scale = 1 + z * z / matches
    middle = (share + z * z / (2 * matches)) / scale
    half = z * sqrt(share * (1 - share) / matches + z * z / (4 * matches * matches)) / scale
    return middle - half, middle + half


def contest(bot: str, others: str, seeds: int) -> Score:
    """Play ``seeds`` blocks; the same arguments give the same matches."""
    wins, points = 0, 0
    verdicts: Counter[str] = Counter()
    for number in range(seeds):
        for seat in range(SEATS):
            names = [others] * SEATS
            names[seat] = bot
            result = play_in_process(names, f"arena {number}")
            wins += result.winner == seat
            points += result.points[seat]
            verdicts[result.verdict] += 1
    matches = seeds * SEATS
    return Score(bot, others, matches, wins, points / matches, verdicts)


def main(seeds: int) -> None:
    print("| bot | against three | matches | wins | 95 % interval | mean points | by victory | ms a match |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for bot, others in PAIRINGS:
        started = time.perf_counter()
        score = contest(bot, others, seeds)
        ms = (time.perf_counter() - started) * 1000 / score.matches
        low, high = score.interval
        print(
            f"| {bot} | {others} | {score.matches} | {score.wins / score.matches:.1%} | {low:.1%} to {high:.1%} "
            f"| {score.points:.1f} | {score.verdicts['victory'] / score.matches:.0%} | {ms:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
