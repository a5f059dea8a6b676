"""Seeds from files, seals and their breaking, as users of the command meet them."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

from referee.commands.seed_input import read_seed_file
from tests.match.commands import POLITE, command, environment, referee

SHORT: Final = ("--set", "roll_cap=4", "--quiet", "--sandbox", "none")
SECRET: Final = "a seed that nobody is to know"


def seed_of(folder: Path, content: bytes, mode: int = 0o600) -> Path:
    path = folder / "seed"
    path.write_bytes(content)
    path.chmod(mode)
    return path


def play(folder: Path, *arguments: str, replay: str = "m.jsonl") -> dict[str, Any]:
    done = referee("match", *POLITE, *SHORT, "--json", "--replay", replay, *arguments, cwd=folder)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


# -- a seed from a file --------------------------------------------------------------------------------------


@pytest.mark.parametrize("content", [b"r\xc3\xb6sti 1", b"r\xc3\xb6sti 1\n", b"r\xc3\xb6sti 1\r\n"], ids=ascii)
@pytest.mark.parametrize("mode", [0o600, 0o400])
def test_a_seed_file_has_one_line(tmp_path: Path, content: bytes, mode: int) -> None:
    assert read_seed_file(seed_of(tmp_path, content, mode)) == "r\u00f6sti 1"


def test_a_seed_from_a_file_is_the_match_of_that_seed(tmp_path: Path) -> None:
    seed_of(tmp_path, b"same\n")
    found = play(tmp_path, "--seed-file", "seed", replay="file.jsonl")
    assert found["seed"] == "same"
    assert found["game_digest"] == play(tmp_path, "--seed", "same", replay="argument.jsonl")["game_digest"]


def test_a_seed_can_come_on_standard_input(tmp_path: Path) -> None:
    arguments = command("match", *POLITE, *SHORT, "--json", "--seed-file", "-")
    done = subprocess.run(
        arguments, input=b"piped\n", cwd=tmp_path, env=environment(), capture_output=True, timeout=120, check=True
    )
    assert json.loads(done.stdout)["seed"] == "piped"


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o620, 0o610])
def test_a_seed_file_that_others_may_open_is_refused(tmp_path: Path, mode: int) -> None:
    seed_of(tmp_path, SECRET.encode(), mode)
    done = referee("match", *POLITE, *SHORT, "--seed-file", "seed", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"--seed-file seed: has mode {mode:04o}" in done.stderr
    assert "chmod 600" in done.stderr
    assert SECRET not in done.stderr


@pytest.mark.parametrize(
    "content",
    [b"", b"\n", SECRET.encode() + b"\nmore\n", SECRET.encode() + b"\x1b", SECRET.encode() * 10, b"\xff" * 9],
    ids=["empty", "an empty line", "two lines", "not printable", "too long", "not UTF-8"],
)
def test_a_file_without_a_seed_is_refused_and_not_shown(tmp_path: Path, content: bytes) -> None:
    seed_of(tmp_path, content)
    done = referee("match", *POLITE, *SHORT, "--seed-file", "seed", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--seed-file seed: must hold one line of 1 to 256 printable characters" in done.stderr
    assert SECRET not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--seed-file", "missing"), ("--seed-file missing", "No such file")),
        (("--seed-file", "."), ("--seed-file .", "Is a directory")),
        (("--seed-file", "seed", "--seed", "x"), ("--seed and --seed-file contradict",)),
        (("--seed-file", "-", "--bot", "human"), ("standard input is where a human answers",)),
    ],
    ids=["missing", "folder", "both", "human"],
)
def test_wrong_seed_files_are_named(tmp_path: Path, arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    seed_of(tmp_path, b"x")
    bots = POLITE[:6] if "--bot" in arguments else POLITE
    done = referee("match", *bots, *SHORT, *arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    for word in words:
        assert word in done.stderr
    assert os.listdir(tmp_path) == ["seed"]


# -- seals ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("replay", ["m.jsonl", "m.jsonl.gz"])
def test_a_seed_is_sealed_verified_and_revealed(tmp_path: Path, replay: str) -> None:
    found = play(tmp_path, "--seal", "--seed", "kept", replay=replay)
    assert found["seed"] is None
    digests = f"game_digest={found['game_digest']} record_digest={found['record_digest']}"
    ok = f"ok {replay} {found['plies']} plies {digests} consistent, not authenticated"
    verified = referee("replay", "verify", replay, cwd=tmp_path)
    assert (verified.returncode, verified.stdout) == (0, f"{ok} (sealed: the seed lies beside it)\n")
    revealed = referee("replay", "reveal", replay, cwd=tmp_path)
    assert (revealed.returncode, revealed.stdout, revealed.stderr) == (0, f"revealed {replay} seed=kept\n", "")
    assert os.listdir(tmp_path) == [replay]
    assert referee("replay", "verify", replay, cwd=tmp_path).stdout == f"{ok}\n"
    again = referee("replay", "reveal", replay, cwd=tmp_path)
    assert (again.returncode, again.stdout) == (2, "")
    assert f"{replay}: is not sealed: its seed is revealed already" in again.stderr


def test_without_its_seed_a_sealed_record_is_no_success(tmp_path: Path) -> None:
    play(tmp_path, "--seal", "--seed", "kept")
    (tmp_path / "m.jsonl.seed").unlink()
    verified = referee("replay", "verify", "m.jsonl", cwd=tmp_path)
    assert (verified.returncode, verified.stderr) == (1, "")
    assert verified.stdout.startswith("sealed m.jsonl: ")
    assert "can't be checked" in verified.stdout
    revealed = referee("replay", "reveal", "m.jsonl", cwd=tmp_path)
    assert revealed.returncode == 2
    assert "m.jsonl.seed" in revealed.stderr


def test_people_are_told_where_the_seed_lies(tmp_path: Path) -> None:
    done = referee("match", *POLITE, *SHORT, "--replay", "m.jsonl.gz", "--seal", "--seed", "kept", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "sealed seed: m.jsonl.seed" in done.stdout
    assert "kept" not in done.stdout + done.stderr


@pytest.mark.parametrize("name", ["missing.jsonl", "."])
def test_nothing_is_revealed_of_what_can_not_be_read(tmp_path: Path, name: str) -> None:
    done = referee("replay", "reveal", name, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"referee: {name}: " in done.stderr
