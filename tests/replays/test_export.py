"""A record as a table: every ply, numbers that agree with the engine, and nothing that a spreadsheet would run."""

from __future__ import annotations

import csv
import io
import json
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import COMPETITION, Game
from protocol.replay_records import Ply
from referee.replays.export import csv_lines, jsonl_lines, rows_of
from referee.replays.playable import read_playable
from referee.replays.reader import Replay
from referee.replays.seed_file import Secret
from tests.match.commands import referee
from tests.replays.golden import EVIDENCE, VICTORY, changed
from tests.replays.made import NONCE, MadeRecord


def rows(path: Path) -> Iterator[dict[str, Any]]:
    return rows_of(*read_playable(path, None))


def cells(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO("".join(csv_lines(rows(path), 4)), newline="")))


def test_every_ply_is_a_row_with_the_engine_s_numbers() -> None:
    replay, secret = read_playable(VICTORY, None)
    game = Game(COMPETITION.with_values({"points_to_win": 4}), seed=secret.seed)
    plies = [record for _, record in replay.moves() if isinstance(record, Ply)]
    for row, ply in zip(rows(VICTORY), plies, strict=True):
        assert row["turn"] == game.turn
        game.apply(ply.action)
        assert (row["n"], row["seat"], row["action"], row["ms"]) == (ply.n, ply.seat, ply.action, ply.ms)
        state = game.public_state(None)
        assert row["roll"] == state["rolls"]
        assert row["public_points"] == state["victory_points"]
        assert row["resource_cards"] == state["resource_counts"]
        assert row["dev_cards"] == state["dev_card_counts"]
    assert replay.end is not None
    assert row["points"] == replay.end.result.points


def test_csv_and_jsonl_say_the_same() -> None:
    for told, row in zip(cells(VICTORY), map(json.loads, jsonl_lines(rows(VICTORY))), strict=True):
        assert told["action"] == row["action"]
        assert [int(told[f"points_{seat}"]) for seat in range(4)] == row["points"]
        assert [int(told[f"resource_cards_{seat}"]) for seat in range(4)] == row["resource_cards"]
        chance = row["chance"]
        assert told["chance"] == ("+".join(map(str, chance)) if isinstance(chance, list) else chance or "")


def test_a_default_action_and_a_prelude_were_not_asked_for() -> None:
    record = MadeRecord(seed="asked", on_illegal="refuse", refusals=0, prelude=4).play(6)
    record.fault(record.game.to_act or 0, "malformed", "ROLL", "default").apply(record.game.default_action())
    lines = list(rows_of(Replay(b"".join(record.play(1).lines)), Secret("asked", NONCE)))
    assert [row["asked"] for row in lines] == [False] * 4 + [True] * 2 + [False, True]


def test_lines_end_as_the_standard_has_it() -> None:
    content = "".join(csv_lines(rows(EVIDENCE), 4))
    assert content.count("\r\n") == content.count("\n") == 19
    assert content.splitlines()[0].startswith("n,turn,roll,seat,name,action,verb,chance,asked,ms,points_0,")


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", " =1", "|calc", "＝1"])
def test_no_name_is_a_formula(name: str) -> None:
    record = MadeRecord(seed="formula").play(8)
    seats = [{"name": name, "version": "1", "digest": None}] * 4
    lines = [changed(record.lines[0], seats=seats), *record.lines[1:]]
    replay = Replay(b"".join(lines))
    told = "".join(csv_lines(rows_of(replay, Secret("formula", NONCE)), 4))
    for row in csv.DictReader(io.StringIO(told, newline="")):
        assert row["name"] == f"'{name}"
    exact = json.loads(next(jsonl_lines(rows_of(replay, Secret("formula", NONCE)))))
    assert exact["name"] == name


def test_a_name_with_marks_of_its_own_stays_in_its_cell() -> None:
    record = MadeRecord(seed="marks").play(8)
    name = 'a,"b"\r\nc\x1b[2J'
    lines = [changed(record.lines[0], seats=[{"name": name, "version": "1", "digest": None}] * 4), *record.lines[1:]]
    told = "".join(csv_lines(rows_of(Replay(b"".join(lines)), Secret("marks", NONCE)), 4))
    assert {row["name"] for row in csv.DictReader(io.StringIO(told, newline=""))} == {'a,"b"\\r\\nc\\x1b[2J'}


def test_the_command_writes_both_forms(tmp_path: Path) -> None:
    done = referee("replay", "export", str(VICTORY), "--out", "m.csv", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "m.csv\n")
    assert stat.S_IMODE((tmp_path / "m.csv").stat().st_mode) == 0o600, "it shows hidden cards"
    assert (tmp_path / "m.csv").read_bytes().decode() == "".join(csv_lines(rows(VICTORY), 4))
    done = referee("replay", "export", str(VICTORY), "--format", "jsonl", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "".join(jsonl_lines(rows(VICTORY))))
    done = referee("replay", "export", str(VICTORY), "--out", "m.csv", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    done = referee("replay", "export", str(VICTORY), "--format", "xls", cwd=tmp_path)
    assert done.returncode == 2
