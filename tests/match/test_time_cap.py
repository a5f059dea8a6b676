"""Time that adds up over a match: the cap on all of it, the reserve that overruns draw on, the increment."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from protocol.messages import TimeControl
from referee.match.clock import MatchClock
from referee.match.outcome import Outcome
from referee.match.settings import MatchSettings
from referee.replays.verify import verify
from tests.match.scripted_link import Later
from tests.match.scripted_table import SETTINGS, at, first_legal, play
from tests.match.tables import RULES, bot
from tests.match.tables import play as play_programs

MS = 1_000_000
CAPPED = TimeControl(start_ms=200, move_ms=500, reserve_ms=0, increment_ms=0, match_ms=60)


def slowly(message: dict[str, Any]) -> Later:
    return Later(0.03, first_legal(message))


def recorded(replay: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in replay.read_text().splitlines()]


# -- the clock -----------------------------------------------------------------------------------------------


def test_all_seats_time_counts_in_whole_milliseconds_of_each_charge() -> None:
    clock = MatchClock(TimeControl(200, 500, 0, 0, match_ms=10), 4)
    clock.charge(0, 5 * MS)
    for seat in (1, 2, 3):
        clock.charge(seat, 2 * MS - 1)  # goes on record as 1 ms
    assert not clock.is_match_time_up
    clock.charge(1, 2 * MS)
    assert clock.is_match_time_up


@pytest.mark.parametrize("control", [None, TimeControl(200, 500, 0, 0), TimeControl(200, 500, 0, 0, match_ms=0)])
def test_without_a_cap_there_is_always_time(control: TimeControl | None) -> None:
    clock = MatchClock(control, 4)
    clock.charge(0, 10**18)
    assert not clock.is_match_time_up


# -- the match -----------------------------------------------------------------------------------------------


async def test_a_match_is_scored_after_the_ply_that_used_up_its_time(tmp_path: Path) -> None:
    settings = MatchSettings(rules=SETTINGS.rules, time_control=CAPPED)
    outcome, links = await play(tmp_path, answering=[slowly] * 4, settings=settings)  # play verifies the record
    result = outcome.result
    assert (result.verdict, result.offender, outcome.offences) == ("time_cap", None, ())
    assert result.reason == "no seat reached the points to win while the seats thought for 60 ms in all"
    assert result.winner == result.ranking[0]
    charged = [record["ms"] for record in recorded(tmp_path / "m.jsonl") if record["t"] == "ply"]
    assert sum(charged[:-1]) < 60 <= sum(charged)
    assert links[3].messages("match_start")[0]["time_control"]["match_ms"] == 60


async def test_the_time_of_refused_answers_counts(tmp_path: Path) -> None:
    """Seat 0 is refused once and answers well then: its first ply is the last."""

    def slow_and_wrong(message: dict[str, Any]) -> str | Later:
        return first_legal(message) if message["attempt"] > 1 else Later(0.08, f"@{message['id']} end_turn")

    settings = replace(SETTINGS, time_control=CAPPED, on_illegal="refuse")
    outcome, _ = await play(tmp_path, answering=at(0, slow_and_wrong), settings=settings)
    assert (outcome.result.verdict, outcome.result.plies) == ("time_cap", 1)
    kinds = [record["t"] for record in recorded(tmp_path / "m.jsonl")]
    assert kinds == ["header", "fault", "ply", "end"]


async def test_what_play_itself_ends_is_not_ended_by_the_cap(tmp_path: Path) -> None:
    """The last action of the last roll uses up the time, and the match is over by the roll cap already."""

    def slow_at_the_end(message: dict[str, Any]) -> str | Later:
        state, answer = message["public_state"], first_legal(message)
        is_last = (state["rolls"], state["phase"]) == (SETTINGS.rules.roll_cap, "main")
        return Later(0.65, answer) if is_last else answer

    control = TimeControl(start_ms=200, move_ms=5_000, reserve_ms=0, increment_ms=0, match_ms=600)
    settings = MatchSettings(rules=SETTINGS.rules, time_control=control)
    outcome, _ = await play(tmp_path, answering=[slow_at_the_end] * 4, settings=settings)
    assert outcome.result.verdict == "roll_cap"
    assert sum(record.get("ms", 0) for record in recorded(tmp_path / "m.jsonl")) >= 600


# -- programs ------------------------------------------------------------------------------------------------

SLOW_S, MOVE_MS, RESERVE_MS = 0.05, 20, 150
"""Each answer of the slow program draws on a reserve that has room for four or five of them."""


def play_with_a_slow_program(folder: Path, increment_ms: int) -> tuple[Outcome, list[int], list[int]]:
    """The outcome, what the slow seat was charged for each answer, and what reserve it was told it had."""
    control = TimeControl(20_000, MOVE_MS, RESERVE_MS, increment_ms)
    settings = MatchSettings(rules=replace(RULES, roll_cap=12), time_control=control)
    transcript = io.StringIO()
    seats = [bot("answers_slowly", str(SLOW_S)), *[bot("polite")] * 3]
    outcome = play_programs(seats, folder / "m.jsonl", settings=settings, transcript=transcript)
    verified = verify(folder / "m.jsonl")
    assert (verified.status, verified.reason) == ("ok", "")
    charged = [record["ms"] for record in recorded(folder / "m.jsonl") if record.get("seat") == 0 and "ms" in record]
    lines = [line.split("\t", 3) for line in transcript.getvalue().splitlines()]
    sent = [json.loads(text) for _, seat, way, text in lines if (seat, way) == ("0", ">")]
    told = [message["clock"]["reserve_ms"][0] for message in sent if message["type"] == "request"]
    return outcome, charged, told


def test_a_reserve_is_drawn_on_until_it_is_used_up(tmp_path: Path) -> None:
    outcome, charged, told = play_with_a_slow_program(tmp_path, increment_ms=0)
    assert (outcome.result.verdict, outcome.result.offender) == ("forfeit_timeout", 0)
    assert "its reserve is used up" in outcome.result.reason
    assert len(told) == len(charged) >= 2
    assert told[0] == RESERVE_MS
    for before, ms, after in zip(told, charged, told[1:], strict=False):
        # Both are cut to whole milliseconds. What is read late but came in time may cost more than there is left.
        assert before - after == pytest.approx(min(before, ms - MOVE_MS), abs=1)
    assert charged[-1] >= MOVE_MS + told[-1]


def test_what_each_answer_adds_carries_a_slow_program_through_the_match(tmp_path: Path) -> None:
    increment_ms = 400
    outcome, charged, told = play_with_a_slow_program(tmp_path, increment_ms)
    assert outcome.result.verdict == "roll_cap", outcome.result.reason
    assert sum(ms - MOVE_MS for ms in charged) > RESERVE_MS, "the reserve alone would have done"
    for before, ms, after in zip(told, charged, told[1:], strict=False):
        assert after - before == pytest.approx(increment_ms - min(before, ms - MOVE_MS), abs=1)
