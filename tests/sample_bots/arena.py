"""How strong the sample bots are: one bot against all others of another, every seed played from all seats.

    python -m tests.sample_bots.arena [SEEDS [RULES ...]]

plays a match per seed and seat (100 seeds and every preset unless told) for every line of `PAIRINGS` and prints a
table.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from dataclasses import dataclass
from math import sqrt

from engine import PRESETS, Rules
from tests.sample_bots.in_process import play_in_process

PAIRINGS = (
    ("greedy", "random"),
    ("trader", "greedy"),
    ("greedy", "trader"),
    ("heuristic", "greedy"),
    ("heuristic", "trader"),
)
Z_95 = 1.96  # two-sided 95 % of the normal distribution


@dataclass(frozen=True)
class Score:
    """What one bot did against others of another kind."""

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


def contest(bot: str, others: str, seeds: int, rules: Rules) -> Score:
    """Play ``seeds`` blocks; the same arguments give the same matches."""
    wins, points = 0, 0
    verdicts: Counter[str] = Counter()
    for number in range(seeds):
        for seat in range(rules.seats):
            names = [others] * rules.seats
            names[seat] = bot
            result = play_in_process(names, f"arena {number}", rules)
            wins += result.winner == seat
            points += result.points[seat]
            verdicts[result.verdict] += 1
    matches = seeds * rules.seats
    return Score(bot, others, matches, wins, points / matches, verdicts)


def main(seeds: int, presets: list[str]) -> None:
    print("| rules | bot | against | matches | wins | 95 % interval | mean points | by victory | ms a match |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for preset in presets:
        for bot, others in PAIRINGS:
            started = time.perf_counter()
            score = contest(bot, others, seeds, PRESETS[preset])
            ms = (time.perf_counter() - started) * 1000 / score.matches
            low, high = score.interval
            print(
                f"| {preset} | {bot} | {others} | {score.matches} | {score.wins / score.matches:.1%} "
                f"| {low:.1%} to {high:.1%} | {score.points:.1f} "
                f"| {score.verdicts['victory'] / score.matches:.0%} | {ms:.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100, sys.argv[2:] or list(PRESETS))
