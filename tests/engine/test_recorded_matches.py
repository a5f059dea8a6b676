"""Whole matches, recorded: everything the engine said must be said again, word for word.

A recorded match may change only together with ``RULES_VERSION``; ``python -m tests.kit.regenerate`` writes them.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import RULES_VERSION
from tests.kit.recorded_matches import GOLDEN_FILE, replay

GOLDEN = json.loads(GOLDEN_FILE.read_text("utf-8"))


@pytest.mark.parametrize("recorded", GOLDEN["matches"], ids=lambda match: f"{match['seed']}, {match['rules']['name']}")
def test_a_recorded_match_is_played_again_word_for_word(recorded: dict[str, Any]) -> None:
    assert replay(recorded) == {key: recorded[key] for key in ("plies", "result", "state_hash", "digest")}


def test_the_recorded_matches_are_of_these_rules() -> None:
    assert GOLDEN["rules_version"] == RULES_VERSION


def test_the_recorded_matches_end_in_both_ways_and_use_every_verb() -> None:
    assert {match["result"]["verdict"] for match in GOLDEN["matches"]} == {"victory", "roll_cap"}
    actions = [action for match in GOLDEN["matches"] for turn in match["turns"] for action in turn.split(" ")]
    cards = {action.split(":")[1] for action in actions if action.startswith("play_dev")}
    assert {action.partition(":")[0] for action in actions} == {
        "place_settlement", "place_road", "roll", "end_turn", "move_robber", "steal", "build_road", "build_settlement",
        "build_city", "buy_dev_card", "play_dev", "free_road", "trade_bank", "offer_trade", "accept_trade",
        "decline_trade", "discard", "stop_free_roads", "counter_trade", "accept_counter", "dismiss_counters",
    }  # fmt: skip
    assert cards == {"knight", "road_building", "year_of_plenty", "monopoly"}
