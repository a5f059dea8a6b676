"""Whole refereed matches under every preset and under mixes of rules; each record is verified."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import KATAN, PRESETS, Rules
from referee.match.settings import MatchSettings
from tests.kit.rule_mixes import sampled_mix
from tests.match.scripted_link import Answering
from tests.match.scripted_table import play

_BUNDLES = ("wood", "brick", "sheep", "wheat", "ore", "wood+ore", "2sheep")
RULE_SETS = {**PRESETS, "katan of three": replace(KATAN, name="katan of three", seats=3)}


def haggler(seat: int) -> Answering:
    """Any legal action, and where bundles are traded now and then one without looking whether it is legal."""
    rng = Random(seat)

    def answer(message: dict[str, Any]) -> str:
        if message["free_form"] and message["attempt"] == 1 and rng.random() < 0.3:
            give, get = rng.choice(_BUNDLES), rng.choice(_BUNDLES)
            verb = message["free_form"][0]
            target = f":{rng.choice(['all', '0', '1', '2'])}" if verb == "offer_trade" else ""
            return f"@{message['id']} {verb}{target}:{give}:{get}"
        return f"@{message['id']} {rng.choice(message['legal_actions'])}"

    return answer


async def play_under(rules: Rules, tmp_path: Path) -> set[str]:
    """The verbs of the actions that were played. ``play`` verifies the record."""
    settings = MatchSettings(rules=rules, on_illegal="refuse", ply_cap=700)
    seats = range(rules.seats)
    outcome, links = await play(
        tmp_path, settings=settings, answering=[haggler(seat) for seat in seats], hello=[b"ready a\n"] * rules.seats
    )
    assert outcome.result.verdict in ("victory", "roll_cap", "ply_cap")
    assert len(outcome.result.points) == rules.seats
    return {event["action"].partition(":")[0] for event in links[0].messages("event")}


@pytest.mark.parametrize("name", RULE_SETS)
async def test_a_match_under_each_preset(name: str, tmp_path: Path) -> None:
    verbs = await play_under(RULE_SETS[name], tmp_path)
    trades = {"offer_trade", "accept_trade", "decline_trade"}
    assert trades <= verbs
    assert ("counter_trade" in verbs) == (RULE_SETS[name].player_trades == "bundles")


@pytest.mark.parametrize("number", range(24))
async def test_a_match_under_a_mix(number: int, tmp_path: Path) -> None:
    await play_under(replace(sampled_mix(number), name=f"mix {number}"), tmp_path)
