"""The record of a match while it is played and afterwards, and its secret seed."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from protocol.replay_records import Header, decode_record
from referee.match.recorder import Recorder
from referee.replays.verify import verify
from tests.match.scripted_table import NONCE, RULES, at, first_legal, names_in, seat_them


async def during_a_match(tmp_path: Path, look: Callable[[], None], name: str = "m.jsonl") -> None:
    """Play a match in which ``look`` is called while seat 1 is asked for the first time."""
    seen: list[bool] = []

    def looks(message: dict[str, Any]) -> str:
        if not seen:
            look()
            seen.append(True)
        return first_legal(message)

    match, _ = seat_them(tmp_path / name, answering=at(1, looks))
    outcome = await match.play()
    assert seen
    assert outcome.result.verdict == "roll_cap", outcome.result.reason


@pytest.mark.parametrize("name", ["m.jsonl", "m.jsonl.gz"])
async def test_the_seed_is_for_its_owners_eyes_while_the_match_runs_and_gone_afterwards(
    tmp_path: Path, name: str
) -> None:
    modes, secrets, records = [], [], []

    def look() -> None:
        (secret,) = tmp_path.glob("*.seed")
        modes.append(stat.S_IMODE(secret.stat().st_mode))
        secrets.append(json.loads(secret.read_text()))
        records.append((tmp_path / "m.jsonl").read_text())

    await during_a_match(tmp_path, look, name)
    assert modes == [0o600]
    assert secrets == [{"seed": "table", "nonce": NONCE}]
    assert "table" not in records[0]
    assert NONCE not in records[0]
    assert names_in(tmp_path) == [name]
    assert verify(tmp_path / name).status == "ok"


async def test_each_ply_is_on_the_disk_before_the_next_is_asked(tmp_path: Path) -> None:
    lines: list[str] = []
    await during_a_match(tmp_path, lambda: lines.extend((tmp_path / "m.jsonl").read_text().splitlines()))
    assert [json.loads(line)["t"] for line in lines] == ["header", "ply", "ply"]


async def test_an_interrupted_record_can_be_verified_with_the_seed_beside_it(tmp_path: Path) -> None:
    for name in ("m.jsonl", "m.jsonl.gz"):
        folder = tmp_path / name
        folder.mkdir()
        left = tmp_path / f"left-{name}"
        left.mkdir()

        def look(folder: Path = folder, left: Path = left) -> None:
            for path in folder.iterdir():  # as kill -9 would leave them
                (left / path.name).write_bytes(path.read_bytes())

        await during_a_match(folder, look, name)
        verified = verify(left / "m.jsonl")
        assert (verified.status, verified.plies) == ("interrupted", 2)
        assert verified.reason == "interrupted after ply 1"


def test_a_record_that_is_there_is_never_written_over(tmp_path: Path) -> None:
    replay = tmp_path / "m.jsonl"
    replay.write_text("precious")
    for name in ("m.jsonl", "m.jsonl.gz"):
        with pytest.raises(FileExistsError):
            Recorder(tmp_path / name, "seed", NONCE)
    assert replay.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [replay]


def test_a_seed_file_of_somebody_else_is_not_written_to(tmp_path: Path) -> None:
    target = tmp_path / "readable by all"
    target.write_text("")
    (tmp_path / "m.jsonl.seed").symlink_to(target)
    recorder = Recorder(tmp_path / "m.jsonl", "seed", NONCE)
    assert target.read_text() == ""
    assert stat.S_IMODE((tmp_path / "m.jsonl.seed").stat().st_mode) == 0o600
    recorder.discard()


async def test_the_header_says_all_that_was_fixed_beforehand(tmp_path: Path) -> None:
    await during_a_match(tmp_path, lambda: None)
    header = decode_record((tmp_path / "m.jsonl").read_bytes().splitlines()[0])
    assert isinstance(header, Header)
    assert header.rules == RULES.as_dict()
    assert header.time_control == {"start_ms": 200, "move_ms": 50, "reserve_ms": 0, "increment_ms": 0}
    assert (header.match["on_illegal"], header.match["ply_cap"]) == ("forfeit", 5_000)
    assert [(seat.name, seat.version, seat.digest) for seat in header.seats] == [("scripted", "1", None)] * 4
    assert header.started.endswith("Z")
