"""How long matches last, how much there is to choose from, and what a seat is worth: the measured figures of
docs/strategy.md.

    python -m tests.sample_bots.lengths [SEEDS [RULES ...]]

plays each of `TABLES` once per seed (200 seeds and every preset unless told) and prints the page's tables. Everything
is seeded: the same arguments print the same figures.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine import PRESETS, Result, Rules
from protocol.client import Request
from tests.sample_bots.arena import wilson
from tests.sample_bots.in_process import play_in_process

TABLES = {
    "`random`": ("random", "random", "random", "random"),
    "`greedy`": ("greedy", "greedy", "greedy", "greedy"),
    "`heuristic`": ("heuristic", "heuristic", "heuristic", "heuristic"),
    "mixed": ("random", "greedy", "trader", "heuristic"),
}
"""What a row is called -> who sits there; seed after seed they move on by a seat."""
WITHOUT_FAVOURITE = ("`greedy`", "`heuristic`")
"""Tables of equals that play well enough for the seat to matter."""


@dataclass
class Lengths:
    """What was counted at one kind of table."""

    results: list[Result] = field(default_factory=list)
    requests: list[int] = field(default_factory=list)
    """Per seat and match."""
    choices: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """Phase -> the number of legal actions of each request."""


def played(names: Sequence[str], seeds: int, rules: Rules) -> Lengths:
    """A match per seed, the bots one seat further each time."""
    lengths = Lengths()
    for number in range(seeds):
        requests = [0] * rules.seats

        def asked(seat: int, request: Request, requests: list[int] = requests) -> None:
            requests[seat] += 1
            lengths.choices[request.public_state.phase].append(len(request.legal_actions))

        seated = [names[(seat + number) % len(names)] for seat in range(rules.seats)]
        lengths.results.append(play_in_process(seated, f"lengths {number}", rules, asked))
        lengths.requests += requests
    return lengths


def quantile(numbers: Iterable[int], share: float) -> int:
    """The smallest number that at least this share of them does not exceed."""
    ordered = sorted(numbers)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def spread(numbers: Sequence[int]) -> str:
    """Median, and from the 10th to the 90th percentile."""
    return f"{quantile(numbers, 0.5)} ({quantile(numbers, 0.1)} to {quantile(numbers, 0.9)})"


def length_row(preset: str, table: str, lengths: Lengths) -> str:
    results = lengths.results
    won = Counter(result.verdict for result in results)["victory"] / len(results)
    points = [sum(result.points[result.ranking[place]] for result in results) / len(results) for place in range(4)]
    rolls, plies = [result.rolls for result in results], [result.plies for result in results]
    return (
        f"| `{preset}` | {table} | {won:.0%} | {spread(rolls)} | {spread(plies)} "
        f"| {spread(lengths.requests)} | {max(lengths.requests)} | {' '.join(f'{mean:.1f}' for mean in points)} |"
    )


def choice_rows(preset: str, tables: Iterable[Lengths]) -> list[str]:
    together: dict[str, list[int]] = defaultdict(list)
    for lengths in tables:
        for phase, counts in lengths.choices.items():
            together[phase] += counts
    asked = sum(map(len, together.values()))
    return [
        f"| `{preset}` | `{phase}` | {len(counts) / asked:.0%} | {quantile(counts, 0.5)} | {quantile(counts, 0.99)} "
        f"| {max(counts)} |"
        for phase, counts in together.items()
    ]


def seat_row(preset: str, table: str, lengths: Lengths) -> str:
    matches = len(lengths.results)
    wins = Counter(result.winner for result in lengths.results)
    low, high = wilson(matches // 4, matches)
    shares = " | ".join(f"{wins[seat] / matches:.1%}" for seat in range(4))
    return f"| `{preset}` | {table} | {shares} | {low:.0%} to {high:.0%} |"


def main(seeds: int, presets: list[str]) -> None:
    lengths = {
        (preset, table): played(names, seeds, PRESETS[preset]) for preset in presets for table, names in TABLES.items()
    }
    print("| rules | table | won by points | rolls | plies | requests a seat | most | mean points, first to last |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    print("\n".join(length_row(*key, counted) for key, counted in lengths.items()))
    print("\n| rules | phase | share of requests | median | 99 % have at most | most |")
    print("| --- | --- | --- | --- | --- | --- |")
    for preset in presets:
        print("\n".join(choice_rows(preset, [lengths[preset, table] for table in TABLES])))
    print("\n| rules | table | seat 0 | seat 1 | seat 2 | seat 3 | were seats equal, 95 % |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    print("\n".join(seat_row(*key, lengths[key]) for key in lengths if key[1] in WITHOUT_FAVOURITE))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200, sys.argv[2:] or list(PRESETS))
