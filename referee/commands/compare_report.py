"""What a comparison of two bots comes to: a line while it goes on, the answer in words, or an object for programs."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from referee.exit_status import EQUAL, FINE, NEGATIVE, UNDECIDED
from referee.replays.render.escape import LONGEST_NAME, printable
from referee.tournament.comparison.answer import Progress
from referee.tournament.comparison.elo import elo_difference
from referee.tournament.comparison.score import ScoreBy

Outcome = Literal["better", "worse", "equal", "undecided"]
STATUSES: Final[Mapping[Outcome, int]] = {
    "better": FINE,
    "worse": NEGATIVE,
    "equal": EQUAL,
    "undecided": UNDECIDED,
}
"""The exit status of each outcome."""


@dataclass(frozen=True, slots=True)
class Compared:
    """How a comparison stands, and of whom. ``has_elo``: whether its score is one on the Elo scale too."""

    new: str
    old: str
    by: ScoreBy
    has_elo: bool
    matches: int
    progress: Progress

    @property
    def outcome(self) -> Outcome:
        """What it came to if it ends now."""
        return self.progress.answer or "undecided"


def progress_line(compared: Compared) -> str:
    """How it stands, in one line for people."""
    progress = compared.progress
    return (
        f"{_blocks(compared)}: score {_estimate(compared)};"
        f" evidence for better {_evidence(progress.better)}, for worse {_evidence(progress.worse)},"
        f" of {_evidence(progress.needed)} needed"
    )


def closing_lines(compared: Compared) -> list[str]:
    """The answer in sentences, what it rests on, and how often such an answer is wrong."""
    progress = compared.progress
    if not progress.blocks:
        return [_answer(compared), "No block was played to its end."]
    level = f"{100 * (1 - progress.error):g} %"
    lines = [
        _answer(compared),
        f"{_blocks(compared)}: mean score {_estimate(compared)}, the interval at {level}; {_MEANING[compared.by]}.",
        _promise(progress, compared.outcome),
    ]
    if compared.outcome in ("better", "worse"):
        lines.append("It stopped when the figures were clear, so the mean tends to overstate; the interval does not.")
    return lines


def comparison_object(compared: Compared) -> dict[str, Any]:
    """All of it as JSON-able built-ins; ``elo`` is null where the score is none on that scale, as is an end of it that
    has no bound."""
    progress = compared.progress
    scores = (progress.score, progress.low, progress.high)
    value, low, high = (_finite(elo_difference(score)) for score in scores)
    return {
        "outcome": compared.outcome,
        "new": compared.new,
        "old": compared.old,
        "by": compared.by,
        "blocks": progress.blocks,
        "matches": compared.matches,
        "score": {"value": progress.score, "low": progress.low, "high": progress.high},
        "elo": {"value": value, "low": low, "high": high} if compared.has_elo else None,
        "evidence": {"better": progress.better, "worse": progress.worse, "needed": progress.needed},
        "error": progress.error,
        "margin": progress.margin,
    }


_MEANING: Final[Mapping[ScoreBy, str]] = {
    "wins": "1 would be all matches won by the first, -1 all by the second",
    "places": "1 would be the first above the second in all matches, -1 below in all",
}


def _answer(compared: Compared) -> str:
    new, old = printable(compared.new, LONGEST_NAME), printable(compared.old, LONGEST_NAME)
    match compared.outcome:
        case "better" | "worse":
            return f"{new} is {compared.outcome} than {old}."
        case "equal":
            return f"{new} and {old} are equal within {compared.progress.margin:g}."
        case "undecided":
            return f"Undecided: {new} was not shown to be better or worse than {old}. More blocks may tell."


def _promise(progress: Progress, outcome: Outcome) -> str:
    either, one = f"{100 * progress.error:g} %", f"{50 * progress.error:g} %"
    if outcome == "equal":
        return f"Bots that differ by more than {progress.margin:g} are called equal in at most {one} of comparisons."
    return (
        f"Of equal bots one is called better in at most {either} of comparisons, and a worse one in at most {one},"
        " however often one looks."
    )


def _blocks(compared: Compared) -> str:
    return f"{_number(compared.progress.blocks, 'block')}, {_number(compared.matches, 'match', 'matches')}"


def _number(count: int, one: str, many: str | None = None) -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"


def _estimate(compared: Compared) -> str:
    """The mean and its interval, on both scales where there are two."""
    progress = compared.progress
    words = f"{progress.score:+.3f} [{progress.low:+.3f}, {progress.high:+.3f}]"
    if not compared.has_elo:
        return words
    value, low, high = (elo_difference(score) for score in (progress.score, progress.low, progress.high))
    return f"{words}, Elo {value:+.0f} [{low:+.0f}, {high:+.0f}]"


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _evidence(value: float) -> str:
    """To two digits below 100; more of it than that needs none."""
    return f"{value:.2g}" if value < 100 else f"{value:.0f}" if value < 1e6 else f"{value:.0e}"
