"""Matches that refuse a bad answer: told why, asked again, and at last the default action is played."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import KATAN
from referee.match.settings import MatchSettings
from referee.replays.verify import verify
from tests.match.scripted_table import SETTINGS, at, first_legal, play
from tests.replays.golden import signed_anew

REFUSE = replace(SETTINGS, on_illegal="refuse")


class Stubborn:
    """Answers rightly but to one request, to which it gives these answers first."""

    def __init__(self, nth: int, wrong: list[str]) -> None:
        self._left, self._wrong = nth, wrong
        self.asked: list[dict[str, Any]] = []

    def __call__(self, message: dict[str, Any]) -> str:
        if message["attempt"] == 1:
            self._left -= 1
        if self._left == 0:
            self.asked.append(message)
            if self._wrong:
                return f"@{message['id']} {self._wrong.pop(0)}"
        return first_legal(message)


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "m.jsonl").read_bytes().splitlines()]


async def test_a_bad_answer_is_refused_and_the_request_asked_again(tmp_path: Path) -> None:
    bot = Stubborn(3, ["build_road:3", "nonsense"])
    outcome, links = await play(tmp_path, settings=REFUSE, answering=at(1, bot))
    assert outcome.result.verdict == "roll_cap"
    assert outcome.offences == ()
    assert [asked["attempt"] for asked in bot.asked] == [1, 2, 3]
    assert [asked["clock"]["attempts_left"] for asked in bot.asked] == [4, 3, 2]
    assert [asked["id"] for asked in bot.asked] == list(range(bot.asked[0]["id"], bot.asked[0]["id"] + 3))
    assert len({json.dumps(asked["public_state"]) for asked in bot.asked}) == 1
    errors = links[1].messages("error")
    assert [(error["code"], error["request"]) for error in errors] == [
        ("illegal", bot.asked[0]["id"]), ("malformed", bot.asked[1]["id"]),
    ]  # fmt: skip
    assert "build_road:3" in errors[0]["message"]
    faults = [line for line in lines(tmp_path) if line["t"] == "fault"]
    assert [(fault["kind"], fault["answer"], fault["outcome"]) for fault in faults] == [
        ("illegal", "build_road:3", "refused"), ("malformed", "nonsense", "refused"),
    ]  # fmt: skip


async def test_after_the_last_refusal_the_default_action_is_played(tmp_path: Path) -> None:
    bot = Stubborn(5, ["x", "build_road:3", "y", "end_turn:7"])
    outcome, links = await play(tmp_path, settings=REFUSE, answering=at(2, bot))
    assert outcome.result.verdict == "roll_cap"
    assert [asked["clock"]["attempts_left"] for asked in bot.asked] == [4, 3, 2, 1]
    last = links[2].messages("error")[-1]
    assert last["code"] == "refused"
    record = lines(tmp_path)
    [default] = [i for i, line in enumerate(record) if line.get("outcome") == "default"]
    played = record[default + 1]
    assert (played["t"], played["seat"], played["action"]) == ("ply", 2, "roll")
    assert "; roll was played in its place (see docs/" in last["message"]


async def test_no_refusals_at_all_means_the_default_at_once(tmp_path: Path) -> None:
    bot = Stubborn(1, ["x"])
    outcome, _ = await play(tmp_path, settings=replace(REFUSE, refusals=0), answering=at(0, bot))
    assert outcome.result.verdict == "roll_cap"
    assert [line["outcome"] for line in lines(tmp_path) if line["t"] == "fault"] == ["default"]


async def test_a_bot_that_never_answers_rightly_plays_defaults_to_the_end(tmp_path: Path) -> None:
    settings = MatchSettings(rules=replace(KATAN, roll_cap=6), on_illegal="refuse", refusals=1)
    outcome, _ = await play(tmp_path, settings=settings, answering=at(3, lambda message: f"@{message['id']} no"))
    assert outcome.result.verdict == "roll_cap"


async def test_silence_is_not_refused(tmp_path: Path) -> None:
    outcome, _ = await play(tmp_path, settings=REFUSE, answering=at(1, lambda _message: None))
    assert outcome.result.verdict == "forfeit_timeout"


@pytest.mark.parametrize(
    ("outcomes", "reason"),
    [
        (["refused", "refused", "default", "default"], "the outcome is refused after 2 refusals"),
        (["refused", "refused", "refused", "refused"], "the outcome is default after 3 refusals"),
        (["refused", "refused", "refused", "forfeit"], "an answer that is malformed is refused"),
    ],
)
async def test_a_record_with_other_refusals_differs(tmp_path: Path, outcomes: list[str], reason: str) -> None:
    await play(tmp_path, settings=REFUSE, answering=at(2, Stubborn(3, ["x"] * 4)))
    left = list(outcomes)
    record = lines(tmp_path)
    for line in record:
        if line["t"] == "fault":
            line["outcome"] = left.pop(0)
    other = tmp_path / "other.jsonl"
    raw = [json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in record]
    other.write_bytes(b"".join(signed_anew(raw)))
    found = verify(other)
    assert found.status == "differs"
    assert reason in found.reason


async def test_a_record_with_another_default_differs(tmp_path: Path) -> None:
    await play(tmp_path, settings=REFUSE, answering=at(2, Stubborn(2, ["x"] * 4)))
    record = lines(tmp_path)
    [default] = [i for i, line in enumerate(record) if line.get("outcome") == "default"]
    assert record[default + 1]["action"] != "place_road:0"
    record[default + 1]["action"] = "place_road:0"
    other = tmp_path / "other.jsonl"
    other.write_bytes(b"".join(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in record))
    assert "but the default place_road" in verify(other).reason
