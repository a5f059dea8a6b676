"""``make peers``: what the engine answers about thousands of positions, beside what Catanatron answers.

    python -m tests.peers [--positions N] [--seed S]

Exits with 1 if a difference is unexplained, with 2 if the peer can't be installed, else with 0.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from tests.benchmarks.bench import UnavailableError
from tests.peers.differences import REASONS, Difference, reason_for
from tests.peers.ours import our_answers, our_lengths
from tests.peers.questions import MEASURED, PLAYED, SUBJECTS, Answers, Position, Question
from tests.peers.scenes import Scene, games
from tests.peers.tangles import DRAWN, random_tangles
from tests.peers.theirs import Peer

_SHOWN: Final = 5
_NOTHING: Final[tuple[Any, ...]] = (0, 1, [], [(0,) * 5] * 4)
"""Answers that two engines could share by saying little: no place, no pay, no road to measure."""


class Comparison:
    """What was asked, and where the answers differ."""

    def __init__(self) -> None:
        self.positions: Counter[str] = Counter()
        self.asked: Counter[str] = Counter()
        self.telling: Counter[str] = Counter()
        self.differences: list[Difference] = []
        self.unexplained: list[tuple[Difference, Position]] = []

    def compare(self, source: str, position: Position, ours: Answers, theirs: Answers) -> None:
        """Take down every question about the position and every answer that is not the same."""
        assert ours.keys() == theirs.keys(), "both are asked the same"
        for question, answer in ours.items():
            self.asked[question.subject] += 1
            self.telling[question.subject] += answer not in _NOTHING
            if answer != theirs[question]:
                reason = reason_for(question, position, answer, theirs[question])
                self.note(Difference(source, question, answer, theirs[question], reason), position)

    def note(self, difference: Difference, position: Position) -> None:
        """Take down one difference."""
        self.differences.append(difference)
        if difference.reason is None:
            self.unexplained.append((difference, position))


def main() -> int:
    """Compare, print, and return the exit status."""
    arguments = _parse_arguments()
    comparison = Comparison()
    try:
        with Peer() as peer:
            _compare_games(peer, comparison, arguments.seed, arguments.positions)
            _compare_tangles(peer, comparison, arguments.seed, arguments.positions)
            print(f"one to one: 19 hexes, 54 vertices, 72 edges\n{peer.places}\n")
    except UnavailableError as error:
        print(f"the peer: {error}", file=sys.stderr)
        return 2
    print("\n".join(_report(comparison)))
    for difference, position in comparison.unexplained[:_SHOWN]:
        print(f"\nunexplained: {difference}\n{json.dumps(position)}", file=sys.stderr)
    return 1 if comparison.unexplained else 0


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.peers", description="Compare the engine with Catanatron.")
    parser.add_argument("--positions", type=int, default=3000, metavar="N", help="of games, and as many tangles")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="other seeds, other positions (default: 1)")
    arguments = parser.parse_args()
    if arguments.positions < 1:
        parser.error("--positions must be 1 or more")
    return arguments


def _compare_games(peer: Peer, comparison: Comparison, seed: int, positions: int) -> None:
    for game in games(seed):
        for scene in _scenes_on_both(peer, comparison, game):
            banks = [scene.position["bank"], scene.lean_bank]
            ours, theirs = our_answers(scene.position, banks), peer.answers(scene.position, banks)
            comparison.compare(scene.source, scene.position, ours, theirs)
            comparison.positions["games"] += 1
            if comparison.positions["games"] == positions:
                return


def _scenes_on_both(peer: Peer, comparison: Comparison, game: Iterator[Scene]) -> Iterator[Scene]:
    """The scenes of a game for as long as the peer takes our builds."""
    for number, scene in enumerate(game):
        if number == 0:
            peer.begin(scene.position)
        for build in scene.builds:
            comparison.asked[PLAYED] += 1
            comparison.telling[PLAYED] += 1
            refused = peer.build(build)
            if refused is not None:
                question = Question(PLAYED, build.seat)
                comparison.note(Difference(scene.source, question, build, refused, None), scene.position)
                return
        yield scene


def _compare_tangles(peer: Peer, comparison: Comparison, seed: int, positions: int) -> None:
    for name, position in (*DRAWN.items(), *islice(random_tangles(seed), positions)):
        ours, theirs = (
            {Question(MEASURED, seat): length for seat, length in enumerate(lengths)}
            for lengths in (our_lengths(position), peer.lengths(position))
        )
        comparison.compare(name, position, ours, theirs)
        comparison.positions["tangles"] += 1


def _report(comparison: Comparison) -> Iterator[str]:
    """The table, then each reason with how often it was met and one example."""
    positions = ", ".join(f"{n:,} of {source}" for source, n in comparison.positions.items())
    yield f"positions: {positions}"
    yield ""
    yield f"{'':32}" + _columns("asked", "not empty", "the same", "explained", "unexplained")
    for subject in SUBJECTS:
        found = [one for one in comparison.differences if one.question.subject == subject]
        asked, unexplained = comparison.asked[subject], sum(one.reason is None for one in found)
        counts = (asked, comparison.telling[subject], asked - len(found), len(found) - unexplained, unexplained)
        yield f"{subject:32}" + _columns(*(f"{n:,}" for n in counts))
    for reason in REASONS:
        found = [one for one in comparison.differences if one.reason == reason]
        if found:
            yield f"\n{reason}: {len(found):,} times, such as\n  {found[0]}"


def _columns(*cells: str) -> str:
    return "".join(f"{cell:>12}" for cell in cells)


if __name__ == "__main__":
    sys.exit(main())
