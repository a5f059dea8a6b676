"""``referee match --rated``: what it stands for, and the arguments that it refuses."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any, Final

import pytest

from referee.replays.verify import verify
from tests.match.commands import POLITE, referee

SHORT: Final = ("--set", "roll_cap=4", "--quiet")
UNCONTAINED: Final = ("--sandbox", "none", "--sandbox-level", "none")
"""On any machine, whatever it can contain."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a bot of our zoo that calls itself otherwise than its manifest does."""
    bot = tmp_path / "mybot"
    bot.mkdir()
    (bot / "bot.toml").write_text('name = "entered"\nversion = "2"\ncommand = ["python3", "run.py"]\n')
    (bot / "run.py").write_text("from tests.bots import polite\n")
    (bot / "tests").symlink_to(Path(__file__).parent)
    return tmp_path


BOTS: Final = tuple(word for name in ("./mybot", "random", "random", "random") for word in ("--bot", name))


def told(folder: Path, seat: int) -> list[dict[str, Any]]:
    """What this seat was sent, from the transcript."""
    lines = [line.split("\t", 3) for line in (folder / "wire.tsv").read_text().splitlines()]
    return [json.loads(text) for _, at, way, text in lines if (at, way) == (str(seat), ">")]


def play(folder: Path, *arguments: str) -> dict[str, Any]:
    files = ("--transcript", "wire.tsv", "--replay", "m.jsonl")
    done = referee("match", *BOTS, *SHORT, *UNCONTAINED, *files, "--json", *arguments, cwd=folder)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_names_are_the_manifests_and_told_at_the_end(folder: Path) -> None:
    found = play(folder, "--rated")
    names = ["entered", "random", "random", "random"]
    assert [seat["name"] for seat in found["seats"]] == names
    header = json.loads((folder / "m.jsonl").read_text().splitlines()[0])
    assert [seat["name"] for seat in header["seats"]] == names
    start, *_, end = told(folder, 1)
    assert (start["names"], end["names"]) == (None, names)
    assert verify(folder / "m.jsonl").status == "ok"


def test_otherwise_a_bot_is_called_what_it_calls_itself(folder: Path) -> None:
    found = play(folder)
    names = ["polite", "random", "random", "random"]
    assert [seat["name"] for seat in found["seats"]] == names
    assert told(folder, 1)[0]["names"] == names


@pytest.mark.parametrize(
    ("arguments", "is_frozen"),
    [((), False), (("--freeze",), True), (("--rated",), True), (("--rated", "--no-freeze"), False)],
    ids=str,
)
def test_bots_are_told_whether_they_are_stopped(folder: Path, arguments: tuple[str, ...], is_frozen: bool) -> None:
    play(folder, *arguments)
    assert told(folder, 0)[0]["match"]["freeze"] is is_frozen


def test_a_rated_match_can_be_played_with_a_seed_from_a_file_and_sealed(folder: Path) -> None:
    seed_file = folder / "seed"
    seed_file.write_text("round 3\n")
    seed_file.chmod(0o600)
    found = play(folder, "--rated", "--seed-file", "seed", "--seal")
    assert found["seed"] is None
    assert json.loads((folder / "m.jsonl.seed").read_text())["seed"] == "round 3"
    assert stat.S_IMODE((folder / "m.jsonl.seed").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((*BOTS, "--seed", "x"), ("--seed-file", "argument list")),
        ((*BOTS, "--no-timeout"), ("--no-timeout", "by the clock")),
        ((*BOTS, "--on-illegal", "refuse"), ("--on-illegal refuse",)),
        ((*BOTS[:6], "--bot", "human"), ("human is started by somebody else",)),
        ((*BOTS[:6], "--bot", "wait:4000"), ("wait:4000 is started by somebody else",)),
        ((*BOTS[:6], *POLITE[:2]), ("is a command, which has no manifest", "folder with a bot.toml")),
    ],
    ids=["seed", "no clock", "refuse", "human", "waited for", "command"],
)
def test_what_no_rated_match_can_have_is_refused(
    folder: Path, arguments: tuple[str, ...], words: tuple[str, ...]
) -> None:
    before = sorted(folder.iterdir())
    done = referee("match", *arguments, *SHORT, "--rated", cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    for word in ("--rated", *words):
        assert word in done.stderr
    assert sorted(folder.iterdir()) == before


def test_a_bot_that_its_author_starts_can_not_be_stopped(folder: Path) -> None:
    done = referee("match", *BOTS[:6], "--bot", "wait:4000", "--freeze", cwd=folder)
    assert done.returncode == 2
    assert "--freeze" in done.stderr
