"""A match that begins with actions for which nobody is asked: a position is played on from."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from engine import COMPETITION, Game
from protocol.messages import TimeControl
from protocol.replay_records import Ply
from referee.match.feed import Feed
from referee.match.match import Match
from referee.match.player import Player
from referee.match.recorder import Recorder
from referee.match.settings import MatchSettings
from referee.replays.playable import read_playable
from referee.replays.reader import read_replay
from referee.replays.verify import verify
from tests.match.scripted_link import ScriptedLink
from tests.match.scripted_table import NONCE, first_legal

RULES = replace(COMPETITION, roll_cap=40)
SETTINGS = MatchSettings(rules=RULES, time_control=TimeControl(5_000, 5_000, 0, 0))


def actions_up_to(rolls: int) -> list[str]:
    """How a random game goes until so many rolls have been thrown."""
    game, rng, actions = Game(RULES, seed="prelude"), random.Random(6), list[str]()
    while game.rolls < rolls:
        actions.append(rng.choice(game.legal_actions()))
        game.apply(actions[-1])
    return actions


def seated(replay: Path, prelude: list[str], hello: bytes = b"ready late 1\n") -> tuple[Match, list[ScriptedLink]]:
    links = [ScriptedLink(first_legal) for _ in range(4)]
    players = [Player(seat, link, name="spec") for seat, link in enumerate(links)]
    match = Match(
        match_id="m-LATE", settings=SETTINGS, seed="prelude", nonce=NONCE, players=players,
        recorder=Recorder(replay, "prelude", NONCE), digests=[None] * 4, prelude=prelude,
    )  # fmt: skip
    for link, player in zip(links, players, strict=True):
        link.listen(player, hello)
    return match, links


async def test_bots_are_told_it_as_history_and_asked_from_there(tmp_path: Path) -> None:
    prelude = actions_up_to(38)
    match, links = seated(tmp_path / "m.jsonl", prelude)
    outcome = await match.play()
    assert (outcome.result.verdict, outcome.result.rolls) == ("roll_cap", 40)
    asked = sorted(
        (message["id"], message["public_state"]["ply"]) for link in links for message in link.messages("request")
    )
    assert asked[0] == (0, len(prelude)), "the first request is of the first ply that is asked for"
    for link in links:
        (start,) = link.messages("match_start")
        assert [event["action"] for event in start["history"]] == prelude
        assert link.messages("event")[0]["ply"] == len(prelude)


async def test_seats_are_told_what_they_may_know(tmp_path: Path) -> None:
    prelude = actions_up_to(38)
    match, links = seated(tmp_path / "m.jsonl", prelude)
    await match.play()
    game = Game(RULES, seed="prelude")
    events = [game.apply(action)[0] for action in prelude]
    assert any(event.is_secret for event in events)
    for seat, link in enumerate(links):
        told = [{k: v for k, v in event.items() if k != "type"} for event in link.messages("match_start")[0]["history"]]
        assert told == [event.seen_by(seat) for event in events]


async def test_the_record_says_so_and_verifies(tmp_path: Path) -> None:
    replay, prelude = tmp_path / "m.jsonl", actions_up_to(38)
    match, _ = seated(replay, prelude)
    await match.play()
    record = read_replay(replay)
    assert record.header.match["prelude"] == len(prelude)
    plies = [line for _, line in record.moves() if isinstance(line, Ply)]
    assert [ply.action for ply in plies[: len(prelude)]] == prelude
    assert {ply.ms for ply in plies[: len(prelude)]} == {0}
    assert verify(replay).status == "ok"


async def test_without_one_the_record_does_not_speak_of_it(tmp_path: Path) -> None:
    match, _ = seated(tmp_path / "m.jsonl", [])
    await match.play()
    assert "prelude" not in read_replay(tmp_path / "m.jsonl").header.match


async def test_evidence_of_a_forfeit_after_it_is_what_the_seat_was_sent(tmp_path: Path) -> None:
    match, links = seated(tmp_path / "m.jsonl", actions_up_to(20))
    links[1].answering = lambda message: f"@{message['id']} build_road:99"
    outcome = await match.play()
    assert outcome.result.verdict == "forfeit_malformed"
    found = verify(tmp_path / "m.jsonl")
    assert (found.status, found.reason) == ("ok", "")


async def test_it_can_be_fed_to_a_bot_again(tmp_path: Path) -> None:
    prelude = actions_up_to(38)
    match, links = seated(tmp_path / "m.jsonl", prelude)
    await match.play()
    replay, secret = read_playable(tmp_path / "m.jsonl", 2)
    link = ScriptedLink(first_legal)
    player = Player(2, link, name="again")
    feed = Feed(replay, secret, player, patience=None)
    link.listen(player)
    findings = await feed.run()
    assert (findings.requests, findings.differences) == (len(link.messages("request")), [])
    assert link.messages("match_start")[0]["history"] == links[2].messages("match_start")[0]["history"]
    assert link.messages("request") == links[2].messages("request")


async def test_who_did_not_start_has_forfeited_before_it(tmp_path: Path) -> None:
    match, _ = seated(tmp_path / "m.jsonl", actions_up_to(20), hello=b"what?\n")
    outcome = await match.play()
    assert (outcome.result.verdict, outcome.result.plies) == ("forfeit_no_start", 0)
    assert verify(tmp_path / "m.jsonl").status == "ok"


@pytest.mark.parametrize("said", ['"prelude":-1', '"prelude":"all"', '"prelude":true'])
async def test_a_record_with_nonsense_in_its_place_differs(tmp_path: Path, said: str) -> None:
    replay, prelude = tmp_path / "m.jsonl", actions_up_to(2)
    match, _ = seated(replay, prelude)
    await match.play()
    replay.write_text(replay.read_text().replace(f'"prelude":{len(prelude)}', said))
    found = verify(replay)
    assert (found.status, found.line) == ("differs", 1)
    assert "prelude" in found.reason
