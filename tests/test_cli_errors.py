"""Wrong arguments of the ``referee`` command: each is named with what would be right, and nothing is left behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.match.commands import POLITE, referee

WRONG_MATCHES: list[tuple[list[str], tuple[str, ...]]] = [
    ([], ("--bot",)),
    ([*POLITE[:6]], ("3 bots for 4 seats", "--bot 4 times")),
    ([*POLITE, "--bot", "raw"], ("5 bots for 4 seats",)),
    ([*POLITE[:6], "--bot", "no-such-bot"], ("no-such-bot", "random, greedy, trader")),
    ([*POLITE[:6], "--bot", ""], ("empty SPEC",)),
    ([*POLITE[:6], "--bot", "python3 'x"], ("can't be split",)),
    ([*POLITE[:6], "--bot", "./missing"], ("./missing", "is not a folder")),
    ([*POLITE[:6], "--bot", "./empty"], ("./empty", "has no bot.toml")),
    ([*POLITE[:6], "--bot", "./broken"], ("bot.toml", "not TOML")),
    ([*POLITE[:6], "--bot", "./nameless"], ("bot.toml", "name is missing")),
    ([*POLITE[:6], "--bot", "./typo"], ("bot.toml", "unknown key 'comand'", "command")),
    ([*POLITE[:6], "--bot", "./lost"], ("./lost", "there is no program")),
    ([*POLITE[:6], "--bot", "./otherrules"], ("./otherrules", "katan", "competition")),
    ([*POLITE, "--rules", "chess"], ("chess", "competition", ".toml")),
    ([*POLITE, "--rules", "missing.toml"], ("missing.toml", "No such file")),
    ([*POLITE, "--rules", "bad.toml"], ("bad.toml", "line 1")),
    ([*POLITE, "--rules", "latin.toml"], ("latin.toml",)),
    ([*POLITE, "--rules", "unknown.toml"], ("unknown.toml", "points_to_loose")),
    ([*POLITE, "--rules", "wrong.toml"], ("wrong.toml", "points_to_win", "'ten'")),
    ([*POLITE, "--set", "points_to_win"], ("points_to_win", "FIELD=VALUE")),
    ([*POLITE, "--set", "points=8"], ("points",)),
    ([*POLITE, "--set", "points_to_win=1"], ("points_to_win", "1")),
    ([*POLITE, "--set", "points_to_win=true"], ("points_to_win",)),
    ([*POLITE, "--set", "points_to_win=2.5"], ("points_to_win", "2.5")),
    ([*POLITE, "--set", "seats=5"], ("seats", "5")),
    ([*POLITE, "--set", "seats=3"], ("4 bots for 3 seats",)),
    ([*POLITE, "--set", "player_trades=barter"], ("player_trades", "barter", "one_for_one")),
    ([*POLITE, "--set", "=8"], ("'' is no field of the rules",)),
    ([*POLITE, "--time-control", "fast"], ("time control", "'fast'", "move")),
    ([*POLITE, "--time-control", ""], ("time control",)),
    ([*POLITE, "--time-control", "move=1h"], ("move=", "500ms")),
    ([*POLITE, "--time-control", "move=" + "9" * 400 + "s"], ("move", "at most")),
    ([*POLITE, "--time-control", "move=1s", "--no-timeout"], ("--time-control", "--no-timeout", "contradict")),
    ([*POLITE, "--replay", "there.jsonl"], ("there.jsonl", "is there already")),
    ([*POLITE, "--replay", "there.jsonl.gz"], ("there.jsonl", "is there already")),
    ([*POLITE, "--replay", "nowhere/m.jsonl"], ("nowhere", "no folder")),
    ([*POLITE, "--replay", "empty"], ("empty", "is there already")),
    ([*POLITE, "--transcript", "there.jsonl"], ("there.jsonl", "is there already")),
    ([*POLITE, "--transcript", "nowhere/m.tsv"], ("nowhere", "no folder")),
    ([*POLITE, "--transcript", "both", "--replay", "both"], ("both",)),
    ([*POLITE, "--transcript", "empty/../same", "--replay", "same"], ("same", "where the replay goes")),
    ([*POLITE, "--replay", ""], ("--replay", "must name a file")),
    ([*POLITE, "--replay", "n" * 300], ("nnn", "File name too long")),
    ([*POLITE, "--seed", "\udcff"], ("seed", r"\udcff", "printable")),
    ([*POLITE, "--seed", "x" * 100_000], ("seed of 100000 characters", "1 to 256")),
    ([*POLITE, "--sed", "x"], ("--sed",)),
    ([*POLITE, "stray"], ("stray",)),
    ([*POLITE, "--seed"], ("--seed",)),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with all that can be wrong in it."""
    for name, manifest in {
        "broken": "name = ",
        "nameless": 'command = ["python3"]',
        "typo": 'name = "t"\ncomand = ["python3"]',
        "lost": 'name = "l"\ncommand = ["./run"]',
        "otherrules": 'name = "o"\ncommand = ["python3"]\nrules = ["katan"]',
    }.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "bot.toml").write_text(manifest)
    (tmp_path / "empty").mkdir()
    (tmp_path / "there.jsonl").write_text("precious")
    (tmp_path / "bad.toml").write_text("points_to_win = = 8")
    (tmp_path / "latin.toml").write_bytes(b"# caf\xe9")
    (tmp_path / "unknown.toml").write_text("points_to_loose = 8")
    (tmp_path / "wrong.toml").write_text('points_to_win = "ten"')
    return tmp_path


def test_a_seed_that_no_match_can_have_has_no_island(tmp_path: Path) -> None:
    done = referee("board", "--seed", "a\nb", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "printable" in done.stderr


@pytest.mark.parametrize(("arguments", "words"), WRONG_MATCHES, ids=lambda value: ascii(" ".join(value[-2:]))[-40:])
def test_wrong_arguments_are_named_and_leave_nothing_behind(
    folder: Path, arguments: list[str], words: tuple[str, ...]
) -> None:
    before = sorted(folder.rglob("*"))
    done = referee("match", *arguments, cwd=folder)
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    for word in words:
        assert word in done.stderr
    assert "fault of ours" not in done.stderr
    assert sorted(folder.rglob("*")) == before
    assert (folder / "there.jsonl").read_text() == "precious"


def test_a_folder_that_takes_no_files_is_named(tmp_path: Path) -> None:
    done = referee("match", *POLITE, "--quiet", "--replay", "/proc/m.jsonl", cwd=tmp_path)
    assert done.returncode in (2, 3)  # root is told that it may write there, and then may not
    assert "/proc" in done.stderr
    assert "fault of ours" not in done.stderr
