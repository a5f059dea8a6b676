"""A match whose seed stays sealed after its end: who is told it, and where it lies until it is revealed."""

from __future__ import annotations

import json
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from referee.replays.reveal import reveal
from referee.replays.verify import verify
from tests.match.scripted_table import NONCE, SETTINGS, at, names_in, seat_them

SEALED = replace(SETTINGS, seal=True)


@pytest.mark.parametrize("name", ["m.jsonl", "m.jsonl.gz"])
async def test_nobody_is_told_the_seed_and_it_stays_beside_the_record(tmp_path: Path, name: str) -> None:
    match, links = seat_them(tmp_path / name, settings=SEALED)
    outcome = await match.play()
    assert outcome.seed is None
    for link in links:
        (end,) = link.messages("match_end")
        assert (end["seed"], end["nonce"]) == (None, None)
        assert NONCE.encode() not in b"".join(link.writes)
    assert names_in(tmp_path) == [name, "m.jsonl.seed"]
    secret = tmp_path / "m.jsonl.seed"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert json.loads(secret.read_text()) == {"seed": "table", "nonce": NONCE}
    found = verify(tmp_path / name)
    assert (found.status, found.is_sealed) == ("ok", True)
    assert (found.game_digest, found.record_digest) == (outcome.game_digest, outcome.record_digest)


async def test_the_record_shows_the_seed_when_it_is_revealed_and_not_before(tmp_path: Path) -> None:
    replay = tmp_path / "m.jsonl"
    match, _ = seat_them(replay, settings=SEALED)
    await match.play()
    assert NONCE not in replay.read_text()
    end = json.loads(replay.read_text().splitlines()[-1])
    assert (end["t"], end["seed"], end["nonce"]) == ("end", None, None)
    reveal(replay)
    assert json.loads(replay.read_text().splitlines()[-1]) == {"t": "reveal", "seed": "table", "nonce": NONCE}
    assert names_in(tmp_path) == ["m.jsonl"]
    assert not verify(replay).is_sealed


async def test_a_forfeit_does_not_break_the_seal(tmp_path: Path) -> None:
    match, links = seat_them(tmp_path / "m.jsonl", settings=SEALED, answering=at(1, lambda message: "ROLL"))
    outcome = await match.play()
    assert outcome.result.verdict == "forfeit_malformed"
    assert [link.messages("match_end")[0]["seed"] for link in links] == [None] * 4
    assert NONCE not in (tmp_path / "m.jsonl").read_text()
    assert verify(tmp_path / "m.jsonl").is_sealed


async def test_a_match_that_is_broken_off_stays_sealed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> None:
        raise RuntimeError("the referee's own")

    replay = tmp_path / "m.jsonl"
    match, links = seat_them(replay, settings=SEALED)
    monkeypatch.setattr(links[1], "read_waiting", fails)
    with pytest.raises(RuntimeError, match="own"):
        await match.play()
    found = verify(replay)
    assert (found.status, found.is_sealed) == ("ok", True)
    assert "referee_fault" in replay.read_text()
    assert NONCE not in replay.read_text()
