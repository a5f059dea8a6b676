"""A match that is cancelled, or fails by the referee's own fault: bots, files and record afterwards."""

from __future__ import annotations

import asyncio
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from engine import Game
from referee.match.transcript import Transcript
from referee.replays.verify import verify
from tests.match.scripted_link import ScriptedLink
from tests.match.scripted_table import SETTINGS, at, names_in, seat_them


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


async def test_a_transcript_that_cannot_be_written_costs_no_seat_anything(tmp_path: Path) -> None:
    class FullDisk(io.StringIO):
        def write(self, text: str) -> int:
            if "\t<\t@" in text:
                raise OSError(28, "No space left on device")
            return super().write(text)

    match, links = seat_them(tmp_path / "m.jsonl", transcript=Transcript(FullDisk(), lambda: 0))
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)  # what is lost here is seen below
    with pytest.raises(OSError, match="No space left"):
        await match.play()
    assert [link.ended for link in links] == [["kill"]] * 4
