"""The record of a match while it is played and afterwards, and its secret seed."""

from __future__ import annotations

import errno
import json
import os
import platform
import stat
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from protocol.messages import ResultRecord
from protocol.replay_records import Header, decode_record
from referee.match.recorder import Recorder
from referee.replays.verify import verify
from tests.kit.disk import files_no_longer_than
from tests.match.scripted_link import ScriptedLink
from tests.match.scripted_table import NONCE, RULES, SETTINGS, at, first_legal, names_in, seat_them
from tests.match.tables import open_descriptors


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
    modes: list[int] = []
    secrets, records = [], []

    def look() -> None:
        (secret,) = tmp_path.glob("*.seed")
        modes.extend(stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir())
        secrets.append(json.loads(secret.read_text()))
        records.append((tmp_path / "m.jsonl").read_text())

    await during_a_match(tmp_path, look, name)
    assert modes == [0o600, 0o600]  # the record too: it has what bots drew and stole
    assert secrets == [{"seed": "table", "nonce": NONCE}]
    assert "table" not in records[0]
    assert NONCE not in records[0]
    assert names_in(tmp_path) == [name]
    assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
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


@pytest.mark.parametrize("name", ["m.jsonl", "m.jsonl.gz"])
@pytest.mark.parametrize("stays_full", [True, False])
async def test_a_disk_that_is_full_once_leaves_all_that_was_recorded(
    tmp_path: Path, name: str, stays_full: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    record, open_before = tmp_path / "m.jsonl", open_descriptors()
    with ExitStack() as disk:

        def fills_the_disk(message: dict[str, Any]) -> str:
            if message["public_state"]["ply"] == 6:
                disk.enter_context(files_no_longer_than(record.stat().st_size + 10))
            return first_legal(message)

        match, _ = seat_them(tmp_path / name, answering=[fills_the_disk] * 4)
        if not stays_full:
            break_off = match._recorder.break_off

            def finds_room(result: ResultRecord) -> None:
                disk.close()
                break_off(result)

            monkeypatch.setattr(match._recorder, "break_off", finds_room)
        with pytest.raises(OSError, match="too large") as caught:
            await match.play()
        assert caught.value.filename == str(record)
    assert open_descriptors() == open_before
    assert names_in(tmp_path) == ["m.jsonl", "m.jsonl.seed"]
    verified = verify(record)
    assert (verified.status, verified.reason) == ("interrupted", "interrupted after ply 5")


async def test_a_last_line_that_cannot_be_written_leaves_what_was_recorded(tmp_path: Path) -> None:
    replay, open_before = tmp_path / "m.jsonl", open_descriptors()
    with ExitStack() as disk:
        match, _ = seat_them(replay, settings=replace(SETTINGS, ply_cap=6))

        def fills_the_disk(message: dict[str, Any]) -> str:
            if message["public_state"]["ply"] == 5:
                disk.enter_context(files_no_longer_than(replay.stat().st_size + 200))
            return first_legal(message)

        for player in match.players:
            assert isinstance(player.link, ScriptedLink)
            player.link.answering = fills_the_disk
        with pytest.raises(OSError, match="too large"):
            await match.play()
    assert open_descriptors() == open_before
    assert names_in(tmp_path) == ["m.jsonl", "m.jsonl.seed"]
    assert verify(replay).reason == "interrupted after ply 5"


@pytest.mark.parametrize("name", ["m.jsonl", "m.jsonl.gz"])
async def test_seed_and_finished_record_are_on_the_disk_when_the_match_is_over(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_disk: dict[str, bytes] = {}

    def fsync(file: int) -> None:
        path = Path(os.readlink(f"/proc/self/fd/{file}"))
        on_disk[path.name] = path.read_bytes()

    monkeypatch.setattr(os, "fsync", fsync)
    match, _ = seat_them(tmp_path / name, settings=replace(SETTINGS, seal=True))
    await match.play()
    assert names_in(tmp_path) == sorted(on_disk) == [name, "m.jsonl.seed"]
    assert on_disk[name] == (tmp_path / name).read_bytes()
    assert NONCE in on_disk["m.jsonl.seed"].decode()


@pytest.mark.parametrize("name", ["m.jsonl", "m.jsonl.gz"])
async def test_a_disk_that_fails_to_keep_the_record_is_named(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fsync(file: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    open_before = open_descriptors()
    match, _ = seat_them(tmp_path / name)
    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(OSError, match="Input/output error") as caught:
        await match.play()
    assert caught.value.filename == str(tmp_path / name)
    assert verify(tmp_path / "m.jsonl").status == "ok"
    assert open_descriptors() == open_before


def test_on_a_full_disk_nothing_is_begun(tmp_path: Path) -> None:
    with files_no_longer_than(10), pytest.raises(OSError, match="too large") as caught:
        Recorder(tmp_path / "m.jsonl", "seed", NONCE)
    assert caught.value.filename == str(tmp_path / "m.jsonl.seed")
    assert names_in(tmp_path) == []


async def test_a_record_that_cannot_be_compressed_stays_as_it_is(tmp_path: Path) -> None:
    match, _ = seat_them(tmp_path / "m.jsonl.gz")
    (tmp_path / "m.jsonl.gz").write_text("somebody else's")
    with pytest.raises(FileExistsError):
        await match.play()
    assert (tmp_path / "m.jsonl.gz").read_text() == "somebody else's"
    (tmp_path / "m.jsonl.gz").unlink()
    assert verify(tmp_path / "m.jsonl").status == "ok"


async def test_a_seed_file_that_is_gone_is_no_loss(tmp_path: Path) -> None:
    await during_a_match(tmp_path, lambda: (tmp_path / "m.jsonl.seed").unlink())
    assert verify(tmp_path / "m.jsonl").status == "ok"


def test_a_record_that_is_there_is_never_written_over(tmp_path: Path) -> None:
    replay = tmp_path / "m.jsonl"
    replay.write_text("precious")
    for name in ("m.jsonl", "m.jsonl.gz"):
        with pytest.raises(FileExistsError):
            Recorder(tmp_path / name, "seed", NONCE)
    assert replay.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [replay]


def test_a_seed_file_that_is_there_is_neither_written_to_nor_removed(tmp_path: Path) -> None:
    """It may hold the sealed seed of a match whose record is packed, or lead to a file that others can read."""
    (tmp_path / "sealed.jsonl.seed").write_text("precious")
    (tmp_path / "link.jsonl.seed").symlink_to(tmp_path / "readable by all")
    for name in ("sealed.jsonl", "sealed.jsonl.gz", "link.jsonl"):
        with pytest.raises(FileExistsError) as caught:
            Recorder(tmp_path / name, "seed", NONCE)
        assert caught.value.filename == str(tmp_path / f"{name.removesuffix('.gz')}.seed")
    assert names_in(tmp_path) == ["link.jsonl.seed", "sealed.jsonl.seed"]
    assert (tmp_path / "sealed.jsonl.seed").read_text() == "precious"


async def test_the_header_says_all_that_was_fixed_beforehand(tmp_path: Path) -> None:
    await during_a_match(tmp_path, lambda: None)
    header = decode_record((tmp_path / "m.jsonl").read_bytes().splitlines()[0])
    assert isinstance(header, Header)
    assert header.rules == RULES.as_dict()
    assert header.time_control == {"start_ms": 200, "move_ms": 50, "reserve_ms": 0, "increment_ms": 0, "match_ms": 0}
    assert (header.match["on_illegal"], header.match["ply_cap"]) == ("forfeit", 5_000)
    assert [(seat.name, seat.version, seat.digest) for seat in header.seats] == [("scripted", "1", None)] * 4
    assert header.block is None
    assert header.started.endswith("Z")
    assert header.machine is not None
    assert (header.machine.system, header.machine.cores) == (platform.system(), len(os.sched_getaffinity(0)))
    assert platform.node() not in msgspec.structs.astuple(header.machine)
