"""The stand-ins: nothing that they do is ever held against them, and they ask a bot all that there is to ask."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine import COMPETITION, KATAN, STANDARD, Rules
from referee.check.stand_in import StandIn
from referee.event_loop import run
from referee.match.match import Match
from referee.match.outcome import Outcome
from referee.match.player import Player
from referee.match.recorder import Recorder
from referee.match.settings import MatchSettings
from referee.replays.reader import read_replay

NONCE = "ab" * 32


async def among_themselves(rules: Rules, replay: Path, seed: str) -> Outcome:
    links = [StandIn((seat + 1) % rules.seats, f"{seed} {seat}") for seat in range(rules.seats)]
    players = [Player(seat, link, name="stand-in") for seat, link in enumerate(links)]
    match = Match(
        match_id="m-TEST", settings=MatchSettings(rules=rules, ply_cap=1500), seed=seed, nonce=NONCE, players=players,
        recorder=Recorder(replay, seed, NONCE), digests=[None] * rules.seats,
    )  # fmt: skip
    for link, player in zip(links, players, strict=True):
        link.listen(player)
    return await match.play()


@pytest.mark.parametrize("rules", [COMPETITION, KATAN, STANDARD, replace(KATAN, name="three", seats=3)], ids=str)
def test_they_never_err(rules: Rules, tmp_path: Path) -> None:
    for number in range(5):
        outcome = run(among_themselves(rules, tmp_path / f"{number}.jsonl", f"stand-in {number}"))
        assert outcome.offences == (), outcome.result.reason


@pytest.mark.parametrize(
    ("rules", "verbs"),
    [(COMPETITION, {"offer_trade", "steal"}), (KATAN, {"offer_trade", "counter_trade", "accept_counter"})],
    ids=("competition", "katan"),
)
def test_they_bring_about_what_a_bot_may_be_asked(rules: Rules, verbs: set[str], tmp_path: Path) -> None:
    replay = tmp_path / "m.jsonl"
    run(among_themselves(rules, replay, "asks"))
    played = {record.action.partition(":")[0] for _, record in read_replay(replay).moves() if hasattr(record, "action")}
    assert verbs <= played


def test_the_same_seed_is_the_same_player(tmp_path: Path) -> None:
    first, second = (run(among_themselves(COMPETITION, tmp_path / f"{n}.jsonl", "again")) for n in range(2))
    assert first.game_digest == second.game_digest
