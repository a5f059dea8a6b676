"""What the author of a bot that gave no answer is told: the words fit what the bot did."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.match.scripted_link import ScriptedLink
from tests.match.scripted_table import at, first_legal, play, seat_them


async def reason(tmp_path: Path, said: str | bytes | None) -> str:
    """Why seat 1 lost, which says this when it is asked."""
    outcome, _ = await play(tmp_path, answering=at(1, lambda message: said))
    assert (outcome.result.verdict, outcome.result.offender) == ("forfeit_timeout", 1)
    return outcome.result.reason


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (None, "no answer came on its standard output: was it flushed"),
        (b"\n \n", "no answer came on its standard output: was it flushed"),
        ("# thinking", "only comments came, 1 since its last answer"),
        ("# thinking\n@77 roll", "it wrote '@77 roll', which answers another request: check the @<id>"),
        ("ready again", "it wrote 'ready again', which answers nothing: it is said once"),
        (b"roll", "it wrote 'roll' without a line end"),
    ],
    ids=ascii,
)
async def test_what_came_instead_of_an_answer_is_said(tmp_path: Path, said: str | bytes | None, words: str) -> None:
    assert words in await reason(tmp_path, said)


async def test_an_answer_before_the_request_is_named_as_that(tmp_path: Path) -> None:
    early: list[ScriptedLink] = []

    def lets_seat_1_speak(message: dict[str, Any]) -> str:
        if not message["public_state"]["ply"]:
            early[0].waiting = [b"@1 place_settlement:0\n"]
        return first_legal(message)

    match, links = seat_them(tmp_path / "m.jsonl", answering=[lets_seat_1_speak, None, first_legal, first_legal])
    early.append(links[1])
    outcome = await match.play()
    assert outcome.result.offender == 1
    assert "it wrote '@1 place_settlement:0' before it was asked: wait for the request" in outcome.result.reason


async def test_an_unfinished_line_before_the_end_is_shown(tmp_path: Path) -> None:
    seats: list[ScriptedLink] = []

    def writes_and_leaves(message: dict[str, Any]) -> None:
        seats[1].say(b"@1 place_settl")
        seats[1].leave(0)

    match, links = seat_them(tmp_path / "m.jsonl", answering=at(1, writes_and_leaves))
    seats += links
    outcome = await match.play()
    assert outcome.result.verdict == "forfeit_crash"
    assert "exited with status 0 during the match; it wrote '@1 place_settl' without" in outcome.result.reason


@pytest.mark.parametrize(
    ("hello", "words"),
    [
        (b"# a comment\n" * 8_000, "lines nobody asked for have at most 65536 bytes a match"),
        (b"ready half", "it wrote 'ready half' without a line end"),
    ],
    ids=["flood", "unfinished"],
)
async def test_a_failure_to_start_is_told_as_it_was(tmp_path: Path, hello: bytes, words: str) -> None:
    outcome, _ = await play(tmp_path, hello=[hello, *[b"ready x\n"] * 3])
    assert outcome.result.verdict == "forfeit_no_start"
    assert outcome.result.reason.endswith(words)
