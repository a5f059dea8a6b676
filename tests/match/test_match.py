"""A match against scripted links: what is sent to whom, and in which order things are judged."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from engine import COMPETITION
from protocol.messages import TimeControl
from tests.match.scripted_link import Later, ScriptedLink
from tests.match.scripted_table import NONCE, SETTINGS, at, first_legal, play, seat_them

# -- what is sent --------------------------------------------------------------------------------------------


async def test_each_bot_gets_a_start_all_events_in_order_and_the_end(tmp_path: Path) -> None:
    outcome, links = await play(tmp_path)
    assert outcome.result.verdict == "roll_cap"
    for seat, link in enumerate(links):
        kinds = [message["type"] for message in link.messages()]
        assert kinds[0] == "match_start"
        assert kinds[-1] == "match_end"
        assert set(kinds[1:-1]) == {"event", "request"}
        assert [event["ply"] for event in link.messages("event")] == list(range(outcome.result.plies))
        start, end = link.messages("match_start")[0], link.messages("match_end")[0]
        assert (start["seat"], start["seats"], start["names"]) == (seat, 4, ["scripted"] * 4)
        assert start["seed_commitment"] == f"sha256:{sha256(bytes.fromhex(NONCE) + b'table').hexdigest()}"
        assert (end["seed"], end["nonce"], end["result"]["winner"]) == ("table", NONCE, outcome.result.winner)


async def test_a_ply_costs_the_seat_to_act_one_write_and_the_others_none(tmp_path: Path) -> None:
    outcome, links = await play(tmp_path)
    requests = sum(len(link.messages("request")) for link in links)
    assert requests == outcome.result.plies
    for link in links:
        assert len(link.writes) == 2 + len(link.messages("request"))  # and one each for match_start and match_end
        assert link.messages()[-1]["type"] != "request"


async def test_a_bot_that_wants_events_at_once_has_them_before_others_are_asked(tmp_path: Path) -> None:
    outcome, links = await play(tmp_path, events="at_once")
    for link in links:
        assert link.messages("match_start")[0]["match"]["events"] == "at_once"
        assert len(link.writes) >= 1 + outcome.result.plies


async def test_requests_are_numbered_through_the_match_and_carry_the_seats_view(tmp_path: Path) -> None:
    _, links = await play(tmp_path)
    numbers = []
    for seat, link in enumerate(links):
        for request in link.messages("request"):
            numbers.append(request["id"])
            assert request["public_state"]["viewer"] == request["public_state"]["to_act"] == seat
            assert request["clock"] == {"move_ms": 50, "reserve_ms": [0, 0, 0, 0], "attempts_left": 1}
    assert sorted(numbers) == list(range(len(numbers)))


async def test_anonymous_bots_learn_names_at_the_end(tmp_path: Path) -> None:
    _, links = await play(tmp_path, settings=replace(SETTINGS, rated=True))
    assert links[0].messages("match_start")[0]["names"] is None
    # Those that they were entered with, whatever they say with `ready`.
    assert links[0].messages("match_end")[0]["names"] == ["spec"] * 4


async def test_nothing_that_a_bot_is_sent_before_the_end_has_the_seed(tmp_path: Path) -> None:
    settings = replace(SETTINGS, rules=replace(COMPETITION, roll_cap=20))
    replay = tmp_path / "m.jsonl"
    match, links = seat_them(replay, settings=settings)
    await match.play()
    for link in links:
        *before, end = b"".join(link.writes).splitlines()
        assert b"table" not in b"".join(before)
        assert NONCE.encode() not in b"".join(before)
        assert json.loads(end)["type"] == "match_end"


# -- judging -------------------------------------------------------------------------------------------------


async def test_silence_is_judged_when_move_time_and_reserve_are_used_up(tmp_path: Path) -> None:
    settings = replace(SETTINGS, time_control=TimeControl(200, 20, 60, 0))
    outcome, _ = await play(tmp_path, answering=at(1, None), settings=settings)
    assert (outcome.result.verdict, outcome.result.offender) == ("forfeit_timeout", 1)
    assert outcome.used_ns[1] / 1e6 + 2 >= 80
    assert outcome.offences[0].ms == outcome.used_ns[1] // 1_000_000
    assert "over the 20 ms for a move" in outcome.result.reason


async def test_the_offender_is_told_what_was_wrong_and_the_others_are_not(tmp_path: Path) -> None:
    outcome, links = await play(tmp_path, answering=at(2, lambda message: f"@{message['id']} end_turn"))
    (error,) = links[2].messages("error")
    assert (error["code"], error["request"]) == ("illegal", links[2].messages("request")[-1]["id"])
    assert error["message"] == f"{outcome.result.reason} (see {outcome.offences[0].read_on})"
    assert [link.messages("error") for link in links[:2] + links[3:]] == [[], [], []]
    assert [message["type"] for message in links[2].messages()][-2:] == ["error", "match_end"]


async def test_a_malformed_answer_comes_before_a_later_crash(tmp_path: Path) -> None:
    outcome, links = await play(tmp_path, answering=at(0, lambda message: "ROLL"))
    links[0].leave(1)
    assert outcome.result.verdict == "forfeit_malformed"


async def test_a_flood_is_judged_when_the_seat_is_to_act_not_before(tmp_path: Path) -> None:
    link: list[ScriptedLink] = []

    def floods_the_pipe_of_seat_3(message: dict[str, Any]) -> str:
        if len(link) == 4:
            link[3].waiting = [b"roll\n" * 20_000]
        return first_legal(message)

    match, links = seat_them(tmp_path / "m.jsonl", answering=at(0, floods_the_pipe_of_seat_3))
    link += links
    outcome = await match.play()
    assert (outcome.result.verdict, outcome.result.offender) == ("forfeit_flood", 3)
    assert outcome.result.plies == 6  # seats 0, 1 and 2 have set up


async def test_a_bot_that_dies_while_others_move_is_judged_at_its_own_request(tmp_path: Path) -> None:
    links: list[ScriptedLink] = []

    def ends_seat_2(message: dict[str, Any]) -> str:
        if not links[2].is_read:
            return first_legal(message)
        links[2].is_read = False
        links[2].leave(-11)
        return first_legal(message)

    match, all_links = seat_them(tmp_path / "m.jsonl", answering=at(0, ends_seat_2))
    links += all_links
    outcome = await match.play()
    assert (outcome.result.verdict, outcome.result.offender) == ("forfeit_crash", 2)
    assert "SIGSEGV" in outcome.result.reason
    assert outcome.result.plies == 4


async def test_starts_are_judged_together_when_the_allowance_has_run(tmp_path: Path) -> None:
    hello = (b"ready a\n", b"", b"hello\n", b"ready d 2\n")
    outcome, links = await play(tmp_path, hello=hello)
    assert [(offence.seat, offence.kind) for offence in outcome.offences] == [(1, "no_start"), (2, "no_start")]
    assert (outcome.result.offender, outcome.result.winner, outcome.result.plies) == (1, 0, 0)
    assert outcome.names == ("a", "spec", "spec", "d")
    assert [link.messages("match_start") for link in links] == [[]] * 4
    assert all(link.messages("match_end") for link in links)


async def test_at_the_cap_of_plies_a_match_is_scored(tmp_path: Path) -> None:
    outcome, _ = await play(tmp_path, settings=replace(SETTINGS, ply_cap=10))
    assert (outcome.result.verdict, outcome.result.plies, outcome.result.offender) == ("ply_cap", 10, None)
    assert outcome.result.winner == outcome.result.ranking[0]


# -- what is kept of it --------------------------------------------------------------------------------------


async def test_times_and_answers_are_on_record(tmp_path: Path) -> None:
    """Seat 0 takes its time, once and once more, and then answers what is wrong."""
    asked = 0

    def slow_then_wrong(message: dict[str, Any]) -> Later:
        nonlocal asked
        asked += 1
        return Later(0.1, first_legal(message) if asked < 3 else f"@{message['id']} end_turn")

    settings = replace(SETTINGS, time_control=TimeControl(200, 500, 0, 0))
    outcome, _ = await play(tmp_path, answering=at(0, slow_then_wrong), settings=settings)
    records = [json.loads(line) for line in (tmp_path / "m.jsonl").read_text().splitlines()]
    plies = [record for record in records if record["t"] == "ply"]
    assert [ply["ms"] >= 20 for ply in plies if ply["seat"] == 0] == [True, True]
    (fault,) = (record for record in records if record["t"] == "fault")
    assert (fault["kind"], fault["answer"], fault["ms"] >= 20) == ("illegal", "end_turn", True)
    assert outcome.used_ns[0] > outcome.slowest_ns[0] >= 20_000_000


async def test_a_line_that_is_no_action_is_on_record(tmp_path: Path) -> None:
    await play(tmp_path, answering=at(0, lambda message: "@x roll"))
    records = [json.loads(line) for line in (tmp_path / "m.jsonl").read_text().splitlines()]
    assert [(record["kind"], record["answer"]) for record in records if record["t"] == "fault"] == [
        ("malformed", "@x roll")
    ]
