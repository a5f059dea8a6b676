"""A match that belongs to a block: its record says so, and no bot is told, or it could know an island again."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

from protocol.messages import TimeControl
from referee.event_loop import run
from referee.match.settings import MatchSettings
from referee.match.start import play_match
from referee.replays.reader import read_replay
from referee.replays.verify import verify
from tests.match.tables import RULES, bot, marked

SETTINGS = MatchSettings(replace(RULES, roll_cap=2), TimeControl(20_000, 10_000, 0, 0), rated=True, seal=True)


def test_the_record_names_the_block_and_the_bots_are_not_told(tmp_path: Path) -> None:
    replay, transcript = tmp_path / "m.jsonl", io.StringIO()
    seats = marked([bot("polite")] * 4, replay)
    match = play_match(SETTINGS, seats, replay, match_id="m-BLOCK", block="final-3", seed="s", transcript=transcript)
    assert run(match).result.verdict == "roll_cap"
    assert read_replay(replay).header.block == "final-3"
    assert verify(replay).status == "ok"
    assert "m-BLOCK" in transcript.getvalue()
    assert "final-3" not in transcript.getvalue()
