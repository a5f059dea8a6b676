"""A bot that loses its connection comes back to exactly where the match was."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import COMPETITION
from protocol.json_lines import MAX_LINE_BYTES
from protocol.messages import TimeControl
from protocol.session import Fault
from referee.match.player import Player
from referee.match.settings import MatchSettings
from referee.replays.verify import verify
from tests.match.scripted_link import Later, ScriptedLink
from tests.match.scripted_table import RULES, SETTINGS, at, first_legal, play, seat_them

PATIENT = MatchSettings(rules=RULES, time_control=TimeControl(5_000, 5_000, 0, 0))


def returns(link: ScriptedLink, hello: bytes = b"ready other 9\n") -> None:
    """Lose the connection and come back by another, where nothing of the old one arrives."""
    link.lose()
    link.writes.clear()
    link.say(hello)


async def test_it_is_asked_again_under_the_same_id_with_all_that_happened(tmp_path: Path) -> None:
    seen: list[dict[str, Any]] = []
    link: ScriptedLink

    def answering(message: dict[str, Any]) -> str | None:
        seen.append(message)
        if len(seen) != 3:
            return first_legal(message)
        returns(link)
        return None

    match, links = seat_them(tmp_path / "m.jsonl", at(2, answering), PATIENT)
    link = links[2]
    outcome = await match.play()
    assert outcome.result.verdict == "roll_cap"
    assert seen[2] == seen[3], "the same request, clock and all"
    assert len({message["id"] for message in seen}) == len(seen) - 1
    (start,) = link.messages("match_start")
    ply = seen[2]["public_state"]["ply"]
    assert [event["ply"] for event in start["history"]] == list(range(ply))
    assert [event["ply"] for event in link.messages("event")] == list(range(ply, outcome.result.plies))
    assert verify(tmp_path / "m.jsonl").status == "ok"


async def test_history_shows_what_the_seat_was_told_and_no_more(tmp_path: Path) -> None:
    """What seat 2 is told on its return is word for word what it, and nobody else, was told as it happened."""
    told: list[dict[str, Any]] = []
    link: ScriptedLink

    def answering(message: dict[str, Any]) -> str:
        if message["public_state"]["rolls"] == 3:
            told.extend(link.messages("event"))
            link.lose()
            link.answering = first_legal
            link.writes.clear()
            link.say(b"ready again\n")
            return ""
        return first_legal(message)

    settings = replace(PATIENT, rules=replace(COMPETITION, roll_cap=8))
    match, links = seat_them(tmp_path / "m.jsonl", at(2, answering), settings)
    link = links[2]
    await match.play()
    (start,) = link.messages("match_start")
    assert len(told) > 16
    assert start["history"] == told


async def test_away_between_requests_costs_nothing(tmp_path: Path) -> None:
    link: ScriptedLink
    asked: list[int] = []

    def answering(message: dict[str, Any]) -> str:
        asked.append(message["id"])
        if len(asked) == 2:
            link.say(f"{first_legal(message)}\n".encode())
            link.lose()
            return ""
        return first_legal(message)

    def other(message: dict[str, Any]) -> str:
        if message["public_state"]["ply"] == 8:
            link.say(b"ready back\n")
        return first_legal(message)

    table = at(0, answering)
    table[3] = other
    match, links = seat_them(tmp_path / "m.jsonl", table, PATIENT)
    link = links[0]
    outcome = await match.play()
    assert outcome.result.verdict == "roll_cap"
    assert outcome.names[0] == "scripted", "the name of the beginning stands"
    assert len(asked) == len(set(asked)), "what it had answered is not asked again"


async def test_who_does_not_come_back_in_time_has_lost_by_the_connection(tmp_path: Path) -> None:
    link: ScriptedLink

    def answering(message: dict[str, Any]) -> None:
        link.lose()

    match, links = seat_them(tmp_path / "m.jsonl", at(1, answering), SETTINGS)
    link = links[1]
    outcome = await match.play()
    (offence,) = outcome.offences
    assert (offence.seat, offence.code) == (1, "protocol")
    assert 50 <= offence.ms < 1_000, "it had all its time to come back"


async def test_the_clock_runs_while_it_is_away(tmp_path: Path) -> None:
    """300 ms a move: away for 200, back, and 200 for the answer, which would be in time but for the time away."""
    link: ScriptedLink

    def comes_back() -> None:
        link.writes.clear()
        link.say(b"ready again\n")

    def answering(message: dict[str, Any]) -> Later | None:
        if link.messages("match_start")[0]["history"]:
            return Later(0.2, first_legal(message))
        link.lose()
        asyncio.get_running_loop().call_later(0.2, comes_back)
        return None

    settings = replace(PATIENT, time_control=TimeControl(5_000, 300, 0, 0))
    match, links = seat_them(tmp_path / "m.jsonl", at(1, answering), settings)
    link = links[1]
    outcome = await match.play()
    assert (outcome.result.verdict, outcome.result.offender) == ("forfeit_timeout", 1)


async def test_a_reproach_that_it_may_have_missed_is_told_again(tmp_path: Path) -> None:
    link: ScriptedLink
    answers = 0

    def answering(message: dict[str, Any]) -> str:
        nonlocal answers
        answers += 1
        if answers == 1:
            return f"@{message['id']} end_turn"
        if answers == 2:
            returns(link)
            return ""
        return first_legal(message)

    settings = replace(PATIENT, on_illegal="refuse")
    match, links = seat_them(tmp_path / "m.jsonl", at(0, answering), settings)
    link = links[0]
    outcome = await match.play()
    assert outcome.result.verdict == "roll_cap"
    kinds = [message["type"] for message in link.messages()]
    assert kinds[:3] == ["match_start", "error", "request"]
    assert link.messages("request")[0]["attempt"] == 2


@pytest.mark.parametrize("hello", [b"hello\n", b"@0 roll\n", b"\xff\n"])
async def test_who_comes_back_with_another_line_than_ready_is_at_fault(tmp_path: Path, hello: bytes) -> None:
    link: ScriptedLink

    def answering(message: dict[str, Any]) -> None:
        returns(link, hello)

    match, links = seat_them(tmp_path / "m.jsonl", at(0, answering), PATIENT)
    link = links[0]
    outcome = await match.play()
    assert outcome.result.verdict == "forfeit_malformed"


async def test_half_a_line_of_the_old_connection_is_forgotten(tmp_path: Path) -> None:
    link: ScriptedLink
    is_first = True

    def answering(message: dict[str, Any]) -> str | bytes:
        nonlocal is_first
        if is_first:
            is_first = False
            link.say(b"@0 place_settle")
            returns(link)
            return b""
        return first_legal(message)

    match, links = seat_them(tmp_path / "m.jsonl", at(0, answering), PATIENT)
    link = links[0]
    assert (await match.play()).result.verdict == "roll_cap"


async def test_a_history_too_long_for_a_line_goes_on_in_lines_of_its_own(tmp_path: Path) -> None:
    link: ScriptedLink
    told: list[int] = []
    is_first = True

    def offering(message: dict[str, Any]) -> str:
        """Offers and their refusals make many plies of few rolls."""
        liked = [action for action in message["legal_actions"] if action.startswith(("offer", "decline"))]
        return f"@{message['id']} {[*liked, message['legal_actions'][0]][0]}"

    def answering(message: dict[str, Any]) -> str:
        nonlocal is_first
        if message["public_state"]["ply"] > 850 and is_first:
            is_first = False
            returns(link)
            told.append(message["public_state"]["ply"])
            return ""
        return offering(message)

    settings = replace(PATIENT, rules=replace(COMPETITION, roll_cap=160))
    match, links = seat_them(tmp_path / "m.jsonl", [answering, offering, offering, offering], settings)
    link = links[0]
    await match.play()
    lines = b"".join(link.writes).splitlines()
    start = json.loads(lines[0])
    in_start = [event["ply"] for event in start["history"]]
    assert len(lines[0]) < MAX_LINE_BYTES
    assert MAX_LINE_BYTES - len(lines[0]) < 200, "as much as there is room for"
    after = [json.loads(line)["ply"] for line in lines[1:] if json.loads(line)["type"] == "event"]
    assert in_start + after == list(range(len(in_start) + len(after)))
    assert len(in_start) < told[0]


async def test_a_session_that_begins_again_keeps_what_it_knows_of_the_bot() -> None:
    from protocol.session import Answer, BotSession, Ready, State, Stray

    session = BotSession()
    session.hear(b"ready one 1\n")
    session.expect_answer(7)
    assert session.hear(b"@7 roll\n") == [Answer("roll", "@7 roll")]
    session.expect_answer(8)
    session.begin_again()
    assert session.state is State.AWAITING_READY
    assert session.hear(b"ready one 1\n") == [Ready("one", "1")]
    session.expect_answer(8)
    assert isinstance(session.hear(b"roll\n")[0], Fault), "it has used ids, and must go on"
    assert session.hear(b"@7 roll\n") == [Stray("@7 roll")]
    session.close()
    session.begin_again()
    assert session.hear(b"ready one 1\n") == [], "what is over is over"


async def test_nobody_is_away_who_never_was(tmp_path: Path) -> None:
    outcome, links = await play(tmp_path)
    assert outcome.result.verdict == "roll_cap"
    assert all(message["history"] == [] for link in links for message in link.messages("match_start"))


async def test_who_is_ready_and_lost_in_the_same_moment_is_waited_for(tmp_path: Path) -> None:
    link = ScriptedLink()
    player = Player(0, link, name="far")
    link.listen(player, b"")
    waiting = asyncio.ensure_future(player.ready(5.0))
    await asyncio.sleep(0)  # let it begin to wait
    link.say(b"ready far\n")
    link.lose()
    asyncio.get_running_loop().call_later(0.05, link.say, b"ready far\n")
    assert await waiting
