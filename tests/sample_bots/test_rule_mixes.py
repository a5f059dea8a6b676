"""Every bot plays whole matches under any rules, with three seats or four, and never says what is illegal."""

from __future__ import annotations

import pytest

from engine import PRESETS, Rules
from tests.kit.rule_mixes import sampled_mix
from tests.sample_bots.in_process import BOTS, play_in_process

NAMES = tuple(BOTS)
RULE_SETS = [rules.with_values({"seats": seats}) for rules in PRESETS.values() for seats in (3, 4)]


@pytest.mark.parametrize("rotation", range(len(NAMES)))
@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: f"{rules.name}-{rules.seats}")
def test_presets(rules: Rules, rotation: int) -> None:
    """`play_in_process` asserts that every answer is legal."""
    names = [NAMES[(rotation + seat) % len(NAMES)] for seat in range(rules.seats)]
    assert play_in_process(names, f"preset {rotation}", rules).winner is not None


@pytest.mark.parametrize("number", range(40))
def test_mixes(number: int) -> None:
    rules = sampled_mix(number)
    names = [NAMES[(number + seat) % len(NAMES)] for seat in range(rules.seats)]
    assert play_in_process(names, f"mix {number}", rules).winner is not None


@pytest.mark.soak
@pytest.mark.parametrize("start", range(1000, 2000, 100))
def test_many_mixes(start: int) -> None:
    for number in range(start, start + 100):
        rules = sampled_mix(number)
        play_in_process(["heuristic", "trader"] * (rules.seats // 2) + ["heuristic"] * (rules.seats % 2), "many", rules)
