"""The bots are as strong as their descriptions say. Everything is seeded: the same matches in every run."""

from __future__ import annotations

import pytest

from engine import COMPETITION, KATAN, STANDARD, Rules
from tests.sample_bots.arena import contest, wilson

FAIR_SHARE = 1 / 4


@pytest.mark.parametrize("bot", ["greedy", "trader"])
def test_it_clearly_beats_three_randoms(bot: str) -> None:
    score = contest(bot, "random", seeds=8, rules=COMPETITION)
    assert score.interval[0] > 0.75
    assert score.verdicts["victory"] == score.matches


def test_offers_pay() -> None:
    """More than a fair share against bots that never offer; with fewer offers it would be about a quarter."""
    score = contest("trader", "greedy", seeds=60, rules=COMPETITION)
    assert score.interval[0] > FAIR_SHARE


@pytest.mark.parametrize("rules", [COMPETITION, KATAN, STANDARD], ids=lambda rules: rules.name)
def test_looking_ahead_pays(rules: Rules) -> None:
    """Clearly more than a fair share against three greedy, which are no beginners themselves."""
    score = contest("heuristic", "greedy", seeds=25, rules=rules)
    assert score.interval[0] > FAIR_SHARE


@pytest.mark.parametrize(
    ("wins", "matches", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_wilson_interval(wins: int, matches: int, low: float, high: float) -> None:
    """The last row is the worked example of R. G. Newcombe, Statistics in Medicine 17 (1998), table I."""
    assert wilson(wins, matches) == pytest.approx((low, high), abs=1e-4)
