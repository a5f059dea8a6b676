"""Two records beside each other: where they part is named, and what changes nothing of the game is told apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from protocol.replay_records import Ply
from referee.replays.diff import Comparison, compare
from referee.replays.plies import recorded_plies
from referee.replays.reader import Replay, read_replay
from referee.replays.seed_file import Secret
from referee.replays.verify import revealed_seed
from tests.match.commands import referee
from tests.replays.golden import EVIDENCE, RECORDS, VICTORY, changed, find, lines_of
from tests.replays.made import NONCE, MadeRecord


def replay_of(lines: list[bytes]) -> Replay:
    return Replay(b"".join(lines))


def against(lines: list[bytes], path: Path = VICTORY, *, with_times: bool = False) -> Comparison:
    """The golden beside a changed copy of itself."""
    replay = read_replay(path)
    return compare(replay, replay_of(lines), revealed_seed(replay), with_times=with_times)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_is_the_same_game_as_itself(path: Path) -> None:
    found = against(lines_of(path), path, with_times=True)
    assert found.is_same_game
    assert (found.first, found.rules, found.ends, found.remarks) == (None, (), (), ())
    assert found.common == len(recorded_plies(read_replay(path)))


def test_times_count_only_where_asked_for() -> None:
    lines = lines_of(VICTORY)
    lines[31] = changed(lines[31], ms=777)
    assert against(lines).is_same_game
    found = against(lines, with_times=True)
    assert not found.is_same_game
    assert found.first is not None
    assert (found.first.what, found.common) == ("ply 30", 30)
    assert ", 777 ms" in found.first.b


def test_who_wrote_the_record_and_who_sat_there_are_remarks() -> None:
    lines = lines_of(VICTORY)
    seats = [{"name": f"bot{seat}\x1b", "version": "1", "digest": None} for seat in range(4)]
    lines[0] = changed(lines[0], match_id="m-OTHER", seed_commitment="sha256:00", seats=seats)
    found = against(lines)
    assert found.is_same_game
    told = {remark.what: remark.b for remark in found.remarks}
    assert (told["match_id"], told["seed_commitment"], told["seat 2 name"]) == ("m-OTHER", "sha256:00", "bot2\\x1b")


def test_rules_and_island_are_the_game() -> None:
    lines = lines_of(VICTORY)
    header = read_replay(VICTORY).header
    terrain = [header.terrain[1], header.terrain[0], *header.terrain[2:]]
    lines[0] = changed(lines[0], rules={**header.rules, "points_to_win": 5}, terrain=terrain)
    found = against(lines)
    assert not found.is_same_game
    assert [(one.what, one.a, one.b) for one in found.rules] == [
        ("rule points_to_win", "4", "5"),
        ("terrain [0], and 1 more", str(header.terrain[0]), str(terrain[0])),
    ]


def test_another_action_is_told_with_the_board_before_it_and_what_it_comes_to() -> None:
    lines = lines_of(VICTORY)
    at = next(n for n, line in enumerate(lines) if b'"end_turn"' in line)
    ply = recorded_plies(read_replay(VICTORY))[at - 1]
    lines[at] = changed(lines[at], action="build_city:53")
    found = against(lines)
    assert found.first is not None
    assert (found.first.what, found.common) == (f"ply {ply.n}", ply.n)
    assert f"seat {ply.seat}" in found.scene
    assert "was to act; points " in found.scene
    assert f"{ply.seat}:polite ends the turn" in found.first.a
    assert "plays build_city:53" in found.first.b
    assert "it can't be played: build_city:53" in found.first.b


def test_other_chance_and_another_hash_are_told() -> None:
    lines = lines_of(VICTORY)
    at = find(lines, '"action":"roll"')
    ply = recorded_plies(read_replay(VICTORY))[at - 1]
    lines[at] = changed(lines[at], chance=[6, 6])
    found = against(lines)
    assert found.first is not None
    assert "chance 6+6" in found.first.b
    assert f"with this seed chance decides {ply.chance}" in found.first.b
    lines = lines_of(VICTORY)
    lines[at] = changed(lines[at], hash="0" * 32)
    found = against(lines)
    assert found.first is not None
    assert f"the state has hash {ply.hash}" in found.first.b


def test_without_a_seed_the_lines_are_told_without_the_board() -> None:
    lines = lines_of(VICTORY)
    lines[21] = changed(lines[21], seat=3)
    found = compare(read_replay(VICTORY), replay_of(lines))
    assert found.first is not None
    assert (found.first.what, found.scene) == ("ply 20", "")
    assert found.first.b.startswith("seat 3 plays ")


def test_a_fault_that_one_of_them_lacks_is_told() -> None:
    lines = lines_of(EVIDENCE)
    del lines[find(lines, '"t":"fault"')]
    found = against(lines, EVIDENCE)
    assert found.first is not None
    assert found.first.what == "ply 18"
    assert "fault of seat 1: malformed (ROLL), refused" in found.first.a
    assert "fault of seat 1: timeout (no answer), forfeit" in found.first.b


def test_an_interrupted_record_stops_where_the_other_goes_on() -> None:
    found = against(lines_of(VICTORY)[:51])
    assert found.first is not None
    assert (found.first.what, found.common) == ("ply 50", 50)
    assert found.first.b == "nothing: it was interrupted there"
    assert [(one.what, one.b) for one in found.ends] == [("end", "interrupted")]


def test_the_same_plies_with_another_end_are_another_game() -> None:
    one = MadeRecord().play(20).cancelled()
    other = MadeRecord().play(20).scored("time_cap")
    found = compare(replay_of(one), replay_of(other), Secret("made", NONCE))
    assert found.first is None
    assert not found.is_same_game
    assert ("verdict", "cancelled", "time_cap") in [(end.what, end.a, end.b) for end in found.ends]


def test_the_words_of_a_reason_are_no_difference_of_the_game() -> None:
    one = MadeRecord().play(20).forfeited([1], "forfeit_crash", "after 12 ms")
    other = MadeRecord().play(20).forfeited([1], "forfeit_crash", "after 13 ms")
    found = compare(replay_of(one), replay_of(other))
    assert found.is_same_game
    assert [(remark.what, remark.a) for remark in found.remarks] == [("reason", "after 12 ms")]


# -- the command ----------------------------------------------------------------------------------------------


def test_the_command_tells_where_they_part(tmp_path: Path) -> None:
    lines = lines_of(VICTORY)
    lines[21] = changed(lines[21], action="build_city:53")
    (tmp_path / "other.jsonl").write_bytes(b"".join(lines))
    done = referee("replay", "diff", str(VICTORY), "other.jsonl", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert "first difference at ply 20; 20 plies before it are the same\n" in done.stdout
    assert done.stdout.endswith("the games differ\n")


def test_the_command_says_when_it_is_the_same_game(tmp_path: Path) -> None:
    done = referee("replay", "diff", str(VICTORY), str(VICTORY), "--times", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "the same game of 135 plies\n")


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"", "line 1: the file is empty"), (b"{}\n", "line 1"), (None, "No such file or directory")],
)
def test_a_file_that_is_no_record_is_named(tmp_path: Path, content: bytes | None, words: str) -> None:
    if content is not None:
        (tmp_path / "b.jsonl").write_bytes(content)
    done = referee("replay", "diff", str(VICTORY), "b.jsonl", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"b.jsonl: {words}" in done.stderr


def test_every_changed_ply_is_found_where_it_is() -> None:
    original = lines_of(VICTORY)
    numbers = [n for n, line in enumerate(original) if b'"t":"ply"' in line]
    for number in numbers[::11]:
        lines = [*original]
        lines[number] = changed(lines[number], hash="f" * 32)
        found = compare(replay_of(original), replay_of(lines))
        record = recorded_plies(replay_of(original))[number - 1]
        assert isinstance(record, Ply)
        assert found.first is not None
        assert (found.first.what, found.common) == (f"ply {record.n}", record.n)
