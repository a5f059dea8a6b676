"""The position of a recorded match at a ply: what comes after it is what came."""

from __future__ import annotations

import json
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from engine import COMPETITION, KATAN, STANDARD, Game, Rules
from protocol.replay_records import Ply
from referee.replays.playable import read_playable
from referee.replays.plies import NoSuchPlyError, game_after, plies_through, recorded_plies
from referee.replays.reader import Replay, read_replay
from referee.replays.seed_file import Secret
from tests.match.commands import referee
from tests.replays.golden import FORFEIT, RECORDS, VICTORY, lines_of
from tests.replays.made import NONCE, MadeRecord
from tests.replays.test_sealed import SECRET, sealed_lines, write

SETS = (COMPETITION, KATAN, replace(STANDARD, seats=3))


def made(rules: Rules, plies: int) -> tuple[Replay, Secret]:
    record = MadeRecord(rules, seed="cut").play(plies)
    return Replay(b"".join(record.lines)), Secret("cut", NONCE)


def plays_on(position: dict[str, object], rest: list[Ply]) -> None:
    """Every later action has the chance and the state hash of the record."""
    game = Game.from_position(position, strict=True)
    for ply in rest:
        (event,) = game.apply(ply.action)
        assert (event.ply, event.seat, event.chance, game.state_hash()) == (ply.n, ply.seat, ply.chance, ply.hash)


@pytest.mark.parametrize("rules", SETS, ids=lambda rules: rules.name)
def test_a_cut_plays_on_as_the_record_did(rules: Rules) -> None:
    replay, secret = made(rules, 300)
    plies = recorded_plies(replay)
    assert any(ply.action.startswith("steal") for ply in plies[259:]), "or no card would be stolen after the last cut"
    for count in range(0, 300, 37):
        position = json.loads(json.dumps(game_after(replay, secret, count).position()))
        plays_on(position, plies[count:])


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_golden_can_be_cut_in_its_middle(path: Path) -> None:
    replay, secret = read_playable(path, None)
    plies = recorded_plies(replay)
    position = json.loads(json.dumps(game_after(replay, secret, len(plies) // 2).position()))
    plays_on(position, plies[len(plies) // 2 :])


def test_numbers_count_from_both_ends() -> None:
    replay, _ = made(COMPETITION, 10)
    assert [plies_through(replay, ply) for ply in (0, 9, -1, -10, None)] == [1, 10, 10, 1, 10]
    for ply in (10, -11):
        with pytest.raises(NoSuchPlyError, match=f"there is no ply {ply} in this record; its plies are 0 to 9"):
            plies_through(replay, ply)


def test_a_record_without_plies_has_none_to_name() -> None:
    replay, _ = made(COMPETITION, 0)
    assert plies_through(replay, None) == 0
    with pytest.raises(NoSuchPlyError, match="its plies are none"):
        plies_through(replay, -1)


def test_a_forfeit_is_not_in_the_position_that_it_came_after() -> None:
    replay, secret = read_playable(FORFEIT, None)
    assert replay.end is not None
    game = game_after(replay, secret, plies_through(replay, -1))
    assert (game.result, game.ply) == (None, replay.end.result.plies)


# -- the command ----------------------------------------------------------------------------------------------


def test_the_command_writes_the_position(tmp_path: Path) -> None:
    done = referee("replay", "cut", str(VICTORY), "--ply", "40", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    plays_on(json.loads(done.stdout), recorded_plies(read_replay(VICTORY))[41:])
    filed = referee("replay", "cut", str(VICTORY), "--ply", "40", "--out", "p.json", cwd=tmp_path)
    assert (filed.returncode, filed.stdout) == (0, "p.json\n")
    assert (tmp_path / "p.json").read_text() == done.stdout
    assert stat.S_IMODE((tmp_path / "p.json").stat().st_mode) == 0o600, "it has the seed in it"
    again = referee("replay", "cut", str(VICTORY), "--ply", "41", "--out", "p.json", cwd=tmp_path)
    assert again.returncode == 2
    assert (tmp_path / "p.json").read_text() == done.stdout


def test_a_sealed_record_needs_its_seed_beside_it(tmp_path: Path) -> None:
    path = write(tmp_path, sealed_lines())
    done = referee("replay", "cut", str(path), "--ply", "5", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "its seed is neither revealed nor in a file beside it" in done.stderr
    path.with_name(path.name + ".seed").write_text(json.dumps({"seed": SECRET.seed, "nonce": SECRET.nonce}))
    assert referee("replay", "cut", str(path), "--ply", "5", cwd=tmp_path).returncode == 0


def test_what_can_not_be_cut_is_said(tmp_path: Path) -> None:
    done = referee("replay", "cut", str(VICTORY), "--ply", "135", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--ply 135: there is no ply 135 in this record; its plies are 0 to 134" in done.stderr
    lines = lines_of(VICTORY)
    (tmp_path / "moved.jsonl").write_bytes(b"".join([lines[0], lines[2], lines[1], *lines[3:]]))
    done = referee("replay", "cut", "moved.jsonl", "--ply", "3", cwd=tmp_path)
    assert done.returncode == 2
    assert "moved.jsonl: differs at line 2" in done.stderr
