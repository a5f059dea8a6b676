"""The ``referee`` command as its users meet it: arguments, output, exit status."""

from __future__ import annotations

import json
import os
import re
import stat
from pathlib import Path
from typing import Any, Final

import pytest

from engine import PRESETS
from engine.rules import FIELD_NAMES
from referee.replays.verify import verify
from sample_bots import SAMPLE_BOTS
from tests.match.commands import BOT, POLITE, referee
from tests.replays.golden import FORFEIT, VICTORY, changed, lines_of

SHORT: Final = ("--set", "roll_cap=8", "--quiet")
MATCH_KEYS: Final = [
    "match_id", "rules", "seed", "verdict", "reason", "offender", "winner", "ranking", "rolls", "plies", "seats",
    "replay", "game_digest", "record_digest", "wall_ms", "sandbox", "evidence",
]  # fmt: skip
SEAT_KEYS: Final = [
    "seat", "name", "version", "points", "resource_cards", "time_ms", "slowest_ms", "forfeit", "last_words",
    "read_on",
]  # fmt: skip


def match_json(folder: Path, *arguments: str, **options: Any) -> dict[str, Any]:
    """The object that ``referee match --json`` prints, and nothing else on standard output."""
    done = referee("match", *POLITE, *SHORT, "--json", *arguments, cwd=folder, **options)
    assert done.returncode == 0, done.stderr
    (line,) = done.stdout.splitlines()
    found: dict[str, Any] = json.loads(line)
    return found


# -- match ---------------------------------------------------------------------------------------------------


def test_the_json_object_has_the_keys_that_are_promised(tmp_path: Path) -> None:
    found = match_json(tmp_path, "--seed", "cli")
    assert list(found) == MATCH_KEYS
    assert [list(seat) for seat in found["seats"]] == [SEAT_KEYS] * 4
    assert (found["rules"], found["seed"], found["verdict"]) == ("custom", "cli", "roll_cap")
    assert [seat["name"] for seat in found["seats"]] == ["polite"] * 4
    assert (found["offender"], found["sandbox"], found["evidence"]) == (None, "none", None)
    assert found["replay"] == f"{found['match_id']}.jsonl"
    verified = verify(tmp_path / found["replay"])
    assert verified.status == "ok"
    assert (verified.game_digest, verified.record_digest) == (found["game_digest"], found["record_digest"])


def test_a_seed_and_the_same_bots_give_the_same_match(tmp_path: Path) -> None:
    digests = set()
    for hash_seed in ("0", "1", "4242"):
        found = match_json(
            tmp_path, "--seed", "same", "--replay", f"{hash_seed}.jsonl", extra={"PYTHONHASHSEED": hash_seed}
        )
        digests.add(found["game_digest"])
    assert len(digests) == 1


def test_without_a_seed_there_is_a_secret_one(tmp_path: Path) -> None:
    seeds = {match_json(tmp_path, "--replay", name)["seed"] for name in ("a.jsonl", "b.jsonl")}
    assert len(seeds) == 2
    assert all(re.fullmatch("[0-9a-f]{32}", seed) for seed in seeds)


def test_a_forfeit_is_told_and_is_no_failure_of_the_command(tmp_path: Path) -> None:
    bots = [*POLITE[:4], "--bot", f"{BOT}answers_with 0 ROLL", *POLITE[:2]]
    done = referee("match", *bots, "--json", cwd=tmp_path)
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert (found["verdict"], found["offender"]) == ("forfeit_malformed", 2)
    assert [seat["forfeit"] for seat in found["seats"]] == [None, None, "malformed", None]


def test_the_last_words_of_a_bot_that_broke_down_are_for_its_author_and_not_on_record(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("import no_such_module")
    bots = [*POLITE[:4], "--bot", "python3 broken.py", *POLITE[:2]]
    done = referee("match", *bots, "--quiet", "--replay", "m.jsonl", cwd=tmp_path)
    assert "seat 2 wrote last to its standard error" in done.stderr
    assert "ModuleNotFoundError: No module named 'no_such_module'" in done.stderr
    assert "no_such_module" not in done.stdout + (tmp_path / "m.jsonl").read_text()
    done = referee("match", *bots, "--json", cwd=tmp_path)
    words = [seat["last_words"] for seat in json.loads(done.stdout)["seats"]]
    assert words == ["", "", "ModuleNotFoundError: No module named 'no_such_module'", ""]


def test_who_did_not_start_and_has_a_build_is_told_of_it(tmp_path: Path) -> None:
    """A program that is found by its interpreter, as Java's classes are, can't be seen to be missing."""
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "bot.toml").write_text('name = "b"\ncommand = ["false"]\nbuild = [["javac", "Bot.java"]]\n')
    done = referee("match", "--bot", "./bot", *POLITE[2:], *SHORT, cwd=tmp_path)
    assert "nobody but its author runs: (cd ./bot && javac Bot.java)" in done.stderr


def test_a_replay_may_have_any_name_that_a_file_may_have(tmp_path: Path) -> None:
    assert match_json(tmp_path, "--replay", "m\udcff.jsonl")["replay"] == r"m\xff.jsonl"


def test_results_go_to_stdout_and_the_rest_to_stderr(tmp_path: Path) -> None:
    done = referee("match", *POLITE, "--set", "roll_cap=8", "--replay", "m.jsonl", cwd=tmp_path)
    assert done.returncode == 0
    assert "polite" in done.stdout
    assert "8 rolls" in done.stdout
    assert "replay: m.jsonl" in done.stdout
    assert done.stderr.count("\n") >= 4  # a line a turn where there is no terminal
    quiet = referee("match", *POLITE, *SHORT, "--replay", "quiet.jsonl", cwd=tmp_path)
    assert quiet.stderr == ""
    assert "\x1b" not in done.stdout + done.stderr


def test_what_a_bot_says_is_escaped(tmp_path: Path) -> None:
    bots = [*POLITE[:6], "--bot", f"{BOT}answers_with 0 '\\x1b[2J\\xe2\\x80\\xae'"]
    done = referee("match", *bots, "--quiet", cwd=tmp_path)
    assert done.returncode == 0
    assert "\x1b" not in done.stdout + done.stderr
    assert "\u202e" not in done.stdout + done.stderr
    assert r"\x1b[2J" in done.stdout


def test_a_replay_can_be_compressed(tmp_path: Path) -> None:
    found = match_json(tmp_path, "--replay", "m.jsonl.gz")
    assert found["replay"] == "m.jsonl.gz"
    assert (tmp_path / "m.jsonl.gz").read_bytes().startswith(b"\x1f\x8b")
    assert verify(tmp_path / "m.jsonl.gz").status == "ok"


def test_a_transcript_has_the_lines_both_ways(tmp_path: Path) -> None:
    match_json(tmp_path, "--transcript", "wire.tsv")
    lines = [line.split("\t") for line in (tmp_path / "wire.tsv").read_text().splitlines()]
    assert {len(line) for line in lines} == {4}
    assert {line[1] for line in lines} == set("0123")
    assert {line[2] for line in lines} == {"<", ">"}
    times = [float(line[0]) for line in lines]
    assert times == sorted(times)
    assert stat.S_IMODE((tmp_path / "wire.tsv").stat().st_mode) == 0o600  # it has every hand


def test_settings_reach_the_record(tmp_path: Path) -> None:
    (tmp_path / "quick.toml").write_text("points_to_win = 5\nroll_cap = 12\n")
    found = match_json(
        tmp_path, "--rules", "quick.toml", "--set", "hand_limit=9", "--time-control", "move=3s,increment=5ms,match=1.5m"
    )
    header = json.loads((tmp_path / found["replay"]).read_text().splitlines()[0])
    assert found["rules"] == header["rules"]["name"] == "custom"
    assert [header["rules"][field] for field in ("points_to_win", "roll_cap", "hand_limit")] == [5, 8, 9]
    assert header["time_control"] == {
        "start_ms": 10_000,
        "move_ms": 3_000,
        "reserve_ms": 30_000,
        "increment_ms": 5,
        "match_ms": 90_000,
    }


def test_no_timeout_is_no_time_control(tmp_path: Path) -> None:
    found = match_json(tmp_path, "--no-timeout")
    assert json.loads((tmp_path / found["replay"]).read_text().splitlines()[0])["time_control"] is None


def test_three_seats_take_three_bots(tmp_path: Path) -> None:
    done = referee("match", *POLITE[:6], *SHORT, "--set", "seats=3", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)["seats"]) == 3


def test_sample_bots_play(tmp_path: Path) -> None:
    bots = [word for name in ("random", "greedy", "trader", "raw") for word in ("--bot", name)]
    done = referee("match", *bots, *SHORT, "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert [seat["name"] for seat in found["seats"]] == ["random", "greedy", "trader", "raw"]
    assert found["verdict"] == "roll_cap"


def test_a_folder_with_a_manifest_plays_in_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "mybot"
    folder.mkdir()
    (folder / "bot.toml").write_text('name = "mine"\nversion = "2"\ncommand = ["python3", "run.py"]\n')
    (folder / "run.py").write_text("from tests.bots import polite\n")
    (folder / "tests").symlink_to(Path(__file__).parent)
    done = referee("match", "--bot", "./mybot", *POLITE[:6], *SHORT, "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["verdict"] == "roll_cap"


# -- replay verify -------------------------------------------------------------------------------------------


def test_verify_says_ok_with_the_digests(tmp_path: Path) -> None:
    done = referee("replay", "verify", str(VICTORY), str(FORFEIT), cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    first, second = done.stdout.splitlines()
    end = json.loads(lines_of(VICTORY)[-1])
    assert first == (
        f"ok {VICTORY} {end['result']['plies']} plies game_digest={end['game_digest']} "
        f"record_digest={end['record_digest']} consistent, not authenticated"
    )
    assert second.startswith(f"ok {FORFEIT} ")


def test_verify_names_the_line_that_differs_and_goes_on(tmp_path: Path) -> None:
    lines = lines_of(VICTORY)
    lines[6] = changed(lines[6], hash="\x1b[31m")
    (tmp_path / "changed.jsonl").write_bytes(b"".join(lines))
    (tmp_path / "cut.jsonl").write_bytes(b"".join(lines[:5]))
    done = referee("replay", "verify", "changed.jsonl", str(FORFEIT), "cut.jsonl", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    first, second, third = done.stdout.splitlines()
    assert first.startswith("differs changed.jsonl at line 7: ply 5: the state has hash")
    assert "\x1b" not in first
    assert second.startswith("ok ")
    assert third.startswith("interrupted cut.jsonl")


@pytest.mark.parametrize("name", ["missing.jsonl", "."])
def test_verify_of_what_cannot_be_read_is_a_wrong_argument(tmp_path: Path, name: str) -> None:
    done = referee("replay", "verify", str(VICTORY), name, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout.startswith("ok ")
    assert name in done.stderr


def test_verify_needs_a_file(tmp_path: Path) -> None:
    done = referee("replay", "verify", cwd=tmp_path)
    assert done.returncode == 2
    assert "FILE" in done.stderr


# -- bots, board, help ---------------------------------------------------------------------------------------


def test_bots_lists_the_sample_bots(tmp_path: Path) -> None:
    done = referee("bots", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    for name, sample in SAMPLE_BOTS.items():
        assert re.search(rf"\b{name}\b.*{re.escape(str(sample.file))}", done.stdout)


@pytest.mark.parametrize("preset", ["competition", "katan", "standard"])
def test_rules_are_printed_as_a_table_and_as_toml_that_reads_back(tmp_path: Path, preset: str) -> None:
    done = referee("rules", preset, cwd=tmp_path)
    table, toml = done.stdout.split("\n\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert [field for field in FIELD_NAMES[1:] if field not in table] == []
    assert "turn_seat_on_build" in table  # not broken over lines
    (tmp_path / "mine.toml").write_text(toml)
    again = referee("rules", "mine.toml", "--set", "hand_limit=9", cwd=tmp_path)
    assert again.stdout.split("\n\n")[1] == toml.replace(f'"{preset}"', '"custom"').replace(
        "hand_limit = 7", "hand_limit = 9"
    )


def test_board_lays_the_tokens_as_the_rules_of_the_match_do(tmp_path: Path) -> None:
    drawn = {rules: referee("board", "--seed", "a", "--rules", rules, cwd=tmp_path).stdout for rules in PRESETS}
    assert drawn["katan"] == drawn["standard"] != drawn["competition"]


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system does not let a program choose its core")
def test_a_match_can_be_kept_to_one_core(tmp_path: Path) -> None:
    core = min(os.sched_getaffinity(0))
    bot = f"{BOT}polite"
    arguments = ["--bot", bot, *POLITE[2:], "--set", "roll_cap=1", "--json"]
    done = referee("match", *arguments, "--cpu", str(core), cwd=tmp_path)
    assert json.loads(done.stdout)["verdict"] == "roll_cap"
    refused = referee("match", *arguments, "--cpu", "4096", cwd=tmp_path)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "--cpu 4096: must be one of the cores that this process may use" in refused.stderr


def test_board_draws_the_island_of_a_seed(tmp_path: Path) -> None:
    pictures = [
        referee("board", *arguments, cwd=tmp_path)
        for arguments in (["--seed", "a"], ["--seed", "a"], ["--seed", "b"], ["--seed", "a", "--ids"], [])
    ]
    assert {done.returncode for done in pictures} == {0}
    first, again, other, with_ids, plain = (done.stdout for done in pictures)
    assert first == again
    assert len({first, other, with_ids, plain}) == 4
    assert "53" in with_ids
    assert "\x1b" not in first


def test_board_writes_svg(tmp_path: Path) -> None:
    done = referee("board", "--seed", "a", "--ids", "--svg", "island.svg", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "island.svg\n")
    assert (tmp_path / "island.svg").read_text(encoding="utf-8").lstrip().startswith("<svg")
    again = referee("board", "--svg", "island.svg", cwd=tmp_path)
    assert again.returncode == 2
    assert "is there already" in again.stderr


@pytest.mark.parametrize("arguments", [["--help"], ["match", "--help"], ["replay", "verify", "--help"], ["--version"]])
def test_help_is_fine(tmp_path: Path, arguments: list[str]) -> None:
    done = referee(*arguments, cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout


def test_an_unknown_command_is_a_wrong_argument(tmp_path: Path) -> None:
    done = referee("mtach", cwd=tmp_path)
    assert done.returncode == 2
    assert "mtach" in done.stderr
