"""What if: a match that goes on from a recorded one, and whose record verifies."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import KATAN
from protocol.replay_records import Ply
from referee.replays.playable import read_playable
from referee.replays.plies import recorded_plies
from referee.replays.reader import read_replay
from referee.replays.verify import verify
from tests.match.commands import POLITE, referee
from tests.replays.golden import EVIDENCE, FORFEIT, VICTORY, lines_of
from tests.replays.made import MadeRecord

TERMS = ("--json", "--time-control", "move=30s")


def plies_of(path: Path) -> list[Ply]:
    return recorded_plies(read_replay(path))


def same_so_far(branch: Path, original: Path, count: int) -> None:
    """The first plies are the recorded ones, without times, and nobody was asked for them."""
    assert read_replay(branch).header.match["prelude"] == count
    for one, other in zip(plies_of(branch)[:count], plies_of(original), strict=False):
        assert (one.action, one.chance, one.hash, one.ms) == (other.action, other.chance, other.hash, 0)


def test_other_bots_play_on_with_the_same_chance(tmp_path: Path) -> None:
    done = referee(
        "replay", "branch", str(VICTORY), "--ply", "60", *("--bot", "greedy") * 4, "--replay", "b.jsonl", *TERMS,
        cwd=tmp_path,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    told, branch = json.loads(done.stdout), tmp_path / "b.jsonl"
    assert [seat["name"] for seat in told["seats"]] == ["greedy"] * 4
    assert verify(branch).status == "ok"
    same_so_far(branch, VICTORY, 61)
    rolls = [[ply.chance for ply in plies_of(path) if ply.action == "roll"] for path in (branch, VICTORY)]
    assert all(one == other for one, other in zip(*rolls, strict=False))
    assert read_playable(branch, None)[1].seed == read_playable(VICTORY, None)[1].seed
    assert read_replay(branch).header.rules == read_replay(VICTORY).header.rules


def test_in_the_middle_of_a_turn_with_an_offer_open(tmp_path: Path) -> None:
    record = MadeRecord(KATAN, seed="offers")
    while record.game.phase != "main" or not any(record.game.hand(record.game.current_seat)):
        record.play(1)
    seat = record.game.current_seat
    give = ("wood", "brick", "sheep", "wheat", "ore")[next(r for r, n in enumerate(record.game.hand(seat)) if n)]
    record.apply(f"offer_trade:all:{give}:{'ore' if give != 'ore' else 'wood'}")
    ply = record.game.ply - 1
    assert record.game.phase == "trade_response"
    (tmp_path / "a.jsonl").write_bytes(b"".join(record.play(3).cancelled()))
    done = referee(
        "replay", "branch", "a.jsonl", "--ply", str(ply), *("--bot", "random") * 4, "--replay", "b.jsonl", *TERMS,
        cwd=tmp_path,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert (verify(tmp_path / "b.jsonl").status, read_replay(tmp_path / "b.jsonl").header.rules["name"]) == (
        "ok",
        "katan",
    )
    same_so_far(tmp_path / "b.jsonl", tmp_path / "a.jsonl", ply + 1)


@pytest.mark.parametrize("path", [FORFEIT, EVIDENCE], ids=lambda path: path.stem)
def test_a_forfeited_match_goes_on_after_its_last_ply(tmp_path: Path, path: Path) -> None:
    done = referee(
        "replay", "branch", str(path), "--ply", "-1", *("--bot", "greedy") * 4, "--replay", "b.jsonl", *TERMS,
        cwd=tmp_path,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert verify(tmp_path / "b.jsonl").status == "ok"
    same_so_far(tmp_path / "b.jsonl", path, len(plies_of(path)))
    recorded, now = read_replay(path).header.match, read_replay(tmp_path / "b.jsonl").header.match
    assert [now[key] for key in ("on_illegal", "refusals", "ply_cap")] == [
        recorded[key] for key in ("on_illegal", "refusals", "ply_cap")
    ]


def test_a_seed_that_is_not_revealed_stays_sealed(tmp_path: Path) -> None:
    _, secret = read_playable(VICTORY, None)
    (tmp_path / "a.jsonl").write_bytes(b"".join(lines_of(VICTORY)[:41]))
    (tmp_path / "a.jsonl.seed").write_text(json.dumps({"seed": secret.seed, "nonce": secret.nonce}))
    done = referee("replay", "branch", "a.jsonl", "--ply", "-1", *POLITE, "--replay", "b.jsonl", *TERMS, cwd=tmp_path)
    assert done.returncode == 0
    assert json.loads(done.stdout)["seed"] is None
    assert secret.seed not in (tmp_path / "b.jsonl").read_text()
    found = verify(tmp_path / "b.jsonl")
    assert (found.status, found.is_sealed) == ("ok", True)


def test_the_clock_is_the_recorded_one_unless_another_is_named(tmp_path: Path) -> None:
    for name, options in (("a.jsonl", ()), ("b.jsonl", TERMS[1:]), ("c.jsonl", ("--no-timeout",))):
        done = referee(
            "replay", "branch", str(VICTORY), "--ply", "-5", *POLITE, "--replay", name, "--json", *options,
            cwd=tmp_path,
        )  # fmt: skip
        assert done.returncode == 0
    controls = [read_replay(tmp_path / f"{name}.jsonl").header.time_control for name in "abc"]
    recorded = read_replay(VICTORY).header.time_control
    assert recorded is not None
    assert controls[0] is not None
    assert {key: controls[0][key] for key in recorded} == recorded
    assert controls[1] is not None
    assert (controls[1]["move_ms"], controls[2]) == (30_000, None)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--ply", "134", *("--bot", "greedy") * 4), "the match was over after ply 134: seat 2 reached 4 points"),
        (("--ply", "200", *("--bot", "greedy") * 4), "there is no ply 200"),
        (("--ply", "20", *("--bot", "greedy") * 3), "3 bots for 4 seats"),
        (("--ply", "20", *("--bot", "./none") * 4), "./none"),
    ],
)
def test_what_can_not_go_on_is_said_before_anybody_plays(tmp_path: Path, options: tuple[str, ...], words: str) -> None:
    done = referee("replay", "branch", str(VICTORY), *options, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_match_of_as_many_plies_as_its_terms_allow_is_over(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b"".join(MadeRecord(ply_cap=30).play(30).scored("ply_cap")))
    done = referee("replay", "branch", "a.jsonl", "--ply", "29", *("--bot", "greedy") * 4, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "ply 29 is the last that a match of these terms may have" in done.stderr
