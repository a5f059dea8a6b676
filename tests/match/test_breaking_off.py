"""A match that is cancelled, or fails by the referee's own fault: bots, files and record afterwards."""

from __future__ import annotations

import asyncio
import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import Game
from referee.match.player import end_all
from referee.match.transcript import Transcript
from referee.replays.verify import verify
from tests.match.scripted_link import ScriptedLink
from tests.match.scripted_table import SETTINGS, at, first_legal, names_in, play, seat_them


async def cancel_at_seat_1(tmp_path: Path, name: str = "m.jsonl") -> tuple[Path, list[ScriptedLink]]:
    """A match that is cancelled while seat 1 thinks."""
    asked = asyncio.Event()
    replay = tmp_path / name
    match, links = seat_them(
        replay, answering=at(1, lambda message: asked.set()), settings=replace(SETTINGS, time_control=None)
    )
    playing = asyncio.ensure_future(match.play())
    await asked.wait()
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing
    return replay, links


async def test_a_cancelled_match_kills_its_bots_and_is_recorded_as_such(tmp_path: Path) -> None:
    replay, links = await cancel_at_seat_1(tmp_path)
    assert [link.ended for link in links] == [["kill"]] * 4
    end = json.loads(replay.read_text().splitlines()[-1])
    assert (end["result"]["verdict"], end["result"]["winner"], end["result"]["plies"]) == ("cancelled", None, 2)
    assert verify(replay).status == "ok"
    assert names_in(tmp_path) == [replay.name]


async def test_a_match_cancelled_before_it_began_leaves_no_file(tmp_path: Path) -> None:
    match, links = seat_them(tmp_path / "m.jsonl", hello=[b""] * 4)
    playing = asyncio.ensure_future(match.play())
    await asyncio.sleep(0)  # let it begin
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing
    assert [link.ended for link in links] == [["kill"]] * 4
    assert names_in(tmp_path) == []


async def test_a_fault_of_ours_costs_no_seat_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(game: Game) -> str:
        raise RuntimeError("the referee's own")

    monkeypatch.setattr(Game, "state_hash", fails)
    match, links = seat_them(tmp_path / "m.jsonl")
    with pytest.raises(RuntimeError, match="own"):
        await match.play()
    end = json.loads((tmp_path / "m.jsonl").read_text().splitlines()[-1])
    assert (end["result"]["verdict"], end["result"]["winner"]) == ("referee_fault", None)
    assert [link.ended for link in links] == [["kill"]] * 4


class FullDisk(io.StringIO):
    """Takes everything but lines with these words."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words

    def write(self, text: str) -> int:
        if self.words in text:
            raise OSError(28, "No space left on device")
        return super().write(text)


@pytest.mark.parametrize("words", ['"type":"request"', "\t<\t@", "\t!\t"], ids=["request", "answer", "complaint"])
async def test_a_transcript_that_cannot_be_written_costs_no_seat_anything(tmp_path: Path, words: str) -> None:
    match, links = seat_them(tmp_path / "m.jsonl", transcript=Transcript(FullDisk(words), lambda: 0))

    def complains(message: dict[str, Any]) -> str:
        match.players[0].complained(b"a warning\n")
        return first_legal(message)

    links[0].answering = complains
    with pytest.raises(OSError, match="No space left"):
        await match.play()
    assert [link.ended for link in links] == [["kill"]] * 4
    assert json.loads((tmp_path / "m.jsonl").read_text().splitlines()[-1])["result"]["verdict"] == "referee_fault"
    assert verify(tmp_path / "m.jsonl").status == "ok"


@pytest.mark.parametrize("events", ["with_request", "at_once"])
async def test_what_fails_after_the_end_leaves_no_bot_and_the_result_on_record(tmp_path: Path, events: str) -> None:
    transcript = Transcript(FullDisk("match_end"), lambda: 0)
    match, links = seat_them(tmp_path / "m.jsonl", transcript=transcript, events=events)
    with pytest.raises(OSError, match="No space left"):
        await match.play()
    assert [link.ended for link in links] == [["end"]] * 4
    end = json.loads((tmp_path / "m.jsonl").read_text().splitlines()[-1])
    assert end["result"]["verdict"] == "roll_cap"
    assert verify(tmp_path / "m.jsonl").status == "ok"


async def test_a_fault_on_record_stays_judged_where_it_cannot_be_told(tmp_path: Path) -> None:
    transcript = Transcript(FullDisk('"type":"error"'), lambda: 0)
    match, links = seat_them(
        tmp_path / "m.jsonl", answering=at(1, lambda message: "ROLL"), transcript=transcript, events="at_once"
    )
    with pytest.raises(OSError, match="No space left"):
        await match.play()
    assert [link.ended for link in links] == [["kill"]] * 4
    end = json.loads((tmp_path / "m.jsonl").read_text().splitlines()[-1])
    assert end["result"]["verdict"] == "forfeit_malformed"
    verified = verify(tmp_path / "m.jsonl")
    assert (verified.status, verified.reason) == ("ok", "")


class ClosedPicture:
    """A watcher whose terminal goes away at one of its reports; ``told`` lists those that it got."""

    def __init__(self, fails_at: str) -> None:
        self.fails_at = fails_at
        self.told: list[str] = []

    def _hear(self, report: str) -> None:
        self.told.append(report)
        if report == self.fails_at:
            raise BrokenPipeError(32, "Broken pipe")

    def started(self, *about: object) -> None:
        self._hear("started")

    def moved(self, *about: object) -> None:
        self._hear("moved")

    def finished(self, *about: object) -> None:
        self._hear("finished")


@pytest.mark.parametrize(
    ("fails_at", "told"),
    [("started", ["started"]), ("moved", ["started", "moved"])],
)
async def test_a_watcher_that_fails_costs_the_match_nothing(tmp_path: Path, fails_at: str, told: list[str]) -> None:
    watcher = ClosedPicture(fails_at)
    outcome, links = await play(tmp_path, watcher=watcher)
    assert watcher.told == told
    assert outcome.result.verdict == "roll_cap"
    assert len(links[0].messages("match_end")) == 1


async def test_a_watcher_that_fails_at_the_end_costs_the_outcome_nothing(tmp_path: Path) -> None:
    watcher = ClosedPicture("finished")
    outcome, _ = await play(tmp_path, watcher=watcher)
    assert watcher.told[-1] == "finished"
    assert outcome.result.verdict == "roll_cap"


async def test_no_way_out_leaves_a_bot_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def exits(game: Game) -> str:
        raise SystemExit(1)

    match, links = seat_them(tmp_path / "m.jsonl")
    monkeypatch.setattr(Game, "state_hash", exits)
    with pytest.raises(SystemExit):
        await match.play()
    assert [link.ended for link in links] == [["kill"]] * 4
    assert json.loads((tmp_path / "m.jsonl").read_text().splitlines()[-1])["result"]["verdict"] == "referee_fault"


async def test_a_match_cancelled_after_its_end_returns_its_result(tmp_path: Path) -> None:
    match, links = seat_them(tmp_path / "m.jsonl")
    is_ending = asyncio.Event()

    async def never_leaves() -> None:
        is_ending.set()
        await asyncio.Event().wait()

    links[3].end = never_leaves  # type: ignore[method-assign]
    playing = asyncio.ensure_future(match.play())
    await is_ending.wait()
    playing.cancel()
    assert (await playing).result.verdict == "roll_cap"
    assert verify(tmp_path / "m.jsonl").status == "ok"


async def test_bots_end_before_a_failure_among_them_is_raised() -> None:
    done: list[str] = []

    async def fails() -> None:
        raise OSError(28, "No space left on device")

    async def takes_longer() -> None:
        for _ in range(9):
            await asyncio.sleep(0)
        done.append("ended")

    with pytest.raises(OSError, match="No space left"):
        await end_all([fails(), takes_longer()])
    assert done == ["ended"]
