"""docs/tournaments.md: its example is played, its program computes the seeds, and every key of a file is in it."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest

from protocol.replay_records import Header, Reveal
from referee.commands.compare_report import STATUSES, Compared, comparison_object
from referee.commands.tournament.until import parse_until
from referee.replays.reader import read_replay
from referee.tournament.comparison.answer import Comparison
from referee.tournament.plan import PlannedBot
from referee.tournament.plan_file import PlanFile
from referee.tournament.seeds import block_seed, master_commitment, match_name, new_master
from tests.test_authors_page import typed
from tests.test_docs import code_blocks, page

PAGE = page("docs/tournaments.md")
PROGRAM: dict[str, Any] = {}
exec(compile(code_blocks(PAGE, "python")[0], "docs/tournaments.md", "exec"), PROGRAM)
[VECTORS] = [json.loads(block) for block in code_blocks(PAGE, "json")]
QUICK = 'set = ["points_to_win=3"]\nsandbox = "none"\nsandbox_level = "none"\n'
"""For matches of a tenth of a second."""


def section(heading: str) -> str:
    found = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", PAGE, flags=re.DOTALL | re.MULTILINE)
    assert found, heading
    return found[1]


def rows(text: str) -> dict[str, str]:
    """The first cell of each row of its tables, and the others."""
    found = re.findall(r"^\| (.*?) \| (.*) \|$", text, flags=re.MULTILINE)
    return {first: rest for first, rest in found if first != "---"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where everything was typed that the page begins with, for a tournament of few short matches."""
    folder = tmp_path_factory.mktemp("page")
    example, published = code_blocks(PAGE, "toml")
    assert "rounds = 100" in published
    assert "matches = 40\n" in example
    (folder / "spring.toml").write_text(QUICK + example.replace("matches = 40", "matches = 4"), encoding="utf-8")
    typed("referee new python otter", folder)
    typed("sed -i 's/^name = .*/name = \"otter\"/' otter/bot.toml", folder)
    [lines] = code_blocks(PAGE, "sh")
    for line in lines.splitlines():
        line = line.replace(
            "aa greedy", "aa greedy --matches 4 --set points_to_win=3 --sandbox none --sandbox-level none"
        )
        typed(line.replace("--matches 400", "--matches 8"), folder)
    for form in ("json", "csv", "matches"):
        typed(f"referee tournament export spring --as {form} --out spring.{form}", folder)
    return folder


# -- the file -------------------------------------------------------------------------------------------------


def test_every_key_of_a_file_is_explained() -> None:
    keys = [key for cell in rows(section("The file")) for key in re.findall(r"`(\w+)`", cell)]
    assert sorted(keys) == sorted(PlanFile.__struct_fields__)
    assert [key for key in PlannedBot.__struct_fields__ if f"`{key}`" not in section("The file")] == []


def test_every_format_is_explained() -> None:
    formats = [cell.strip("`") for cell in rows(section("Formats")) if cell.startswith("`")]
    assert formats == ["round_robin", "gauntlet", "rounds"]


def test_the_times_shown_are_times() -> None:
    times = re.findall(r'`"([\d:T-]+|\d+[a-z])"`', section("How long it goes on"))
    assert len(times) == 4
    for time in times:
        if not time.startswith("20"):
            parse_until(time)


# -- what is written ------------------------------------------------------------------------------------------


def test_the_example_was_played(folder: Path) -> None:
    bots = table(folder / "spring.csv")
    assert {row["bot"]: row["team"] for row in bots} == {
        "otter": "Riverside",
        "greedy": "",
        "trader": "",
        "random": "",
    }
    assert {row["seats"] for row in bots} == {"8"}
    assert (folder / "spring.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_everything_in_the_folder_is_explained(folder: Path) -> None:
    named = {name.partition("/")[0] for cell in rows(section("What is stored")) for name in re.findall("`(.+?)`", cell)}
    found = {path.name for path in (folder / "spring").iterdir()}
    assert found <= named
    assert named - found <= {"tournament.db-wal", "tournament.db-shm"}


def test_every_key_of_the_export_is_explained(folder: Path) -> None:
    exported = json.loads((folder / "spring.json").read_text(encoding="utf-8"))
    named = rows(section("Exports"))
    assert [cell.strip("`") for cell in named if cell.startswith("`")] == list(exported)
    for key, value in exported.items():
        assert [name for name in keys_of(value) if name not in words(named[f"`{key}`"])] == [], key


def test_every_column_of_the_tables_is_explained(folder: Path) -> None:
    said = words(section("Exports"))
    for form in ("csv", "matches"):
        [first, *_] = (folder / f"spring.{form}").read_text(encoding="utf-8").splitlines()
        columns = {re.sub(r"_(low|high)$", "", re.sub(r"_[1-9]$", "_0", column)) for column in first.split(",")}
        assert {column for column in columns if column.replace("places_0", "places_1") not in said} == set(), form


def table(file: Path) -> list[dict[str, str]]:
    """A row each, as a spreadsheet reads it."""
    return list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))


def keys_of(value: Any) -> set[str]:
    """The words that objects inside it have as keys; numbers stand for entrants, points and rolls."""
    if isinstance(value, list):
        return set().union(*map(keys_of, value))
    if not isinstance(value, dict):
        return set()
    return {key for key in value if not key.isdigit()}.union(*map(keys_of, value.values())) - {"value", "low", "high"}


def words(text: str) -> set[str]:
    """What stands as code in it."""
    return {word for code in re.findall(r"`([^`]+)`", text) for word in code.split()}


def test_every_outcome_of_a_comparison_is_explained() -> None:
    statuses = {
        int(first): rest for first, rest in rows(section("Is the new version better\\?")).items() if first.isdigit()
    }
    assert {status: words.split()[0] for status, words in statuses.items()} == {
        status: outcome for outcome, status in STATUSES.items()
    }


def test_every_key_of_a_comparison_is_explained() -> None:
    found = re.search(r"^\| `--json` \| (print the answer .*) \|$", page("docs/cli.md"), flags=re.MULTILINE)
    assert found
    nothing = Compared("new", "old", "wins", True, 0, Comparison().progress())
    assert [key for key in keys_of(comparison_object(nothing)) if f"`{key}`" not in found[1]] == []


# -- seeds ----------------------------------------------------------------------------------------------------


def test_the_program_and_the_vectors_agree_with_the_referee() -> None:
    master = PROGRAM["master_of"](VECTORS["seed"])
    assert master.hex() == VECTORS["master"] == new_master(VECTORS["seed"]).hex()
    assert PROGRAM["commitment"](master) == VECTORS["commitment"] == master_commitment(master)
    for block in VECTORS["blocks"]:
        where = block["block"], block["attempt"]
        assert PROGRAM["block_seed"](master, *where) == block["seed"] == block_seed(master, *where)
        for order, match_id in enumerate(block["match_ids"]):
            assert PROGRAM["match_id"](master, *where, order) == match_id == match_name(master, *where, order)


def test_what_was_played_can_be_checked_as_the_page_says(folder: Path) -> None:
    terms = json.loads((folder / "spring.json").read_text(encoding="utf-8"))["terms"]
    master = bytes.fromhex(terms["master"])
    assert PROGRAM["commitment"](master) == terms["commitment"]
    played = table(folder / "spring.matches")
    assert len(played) == 8
    for row in played:
        replay = read_replay(folder / "spring" / row["replay"])
        assert isinstance(replay.header, Header)
        assert replay.header.block is not None
        block, attempt = map(int, replay.header.block.split("/"))
        assert str(block) == row["block"]
        assert isinstance(replay.reveal, Reveal)
        assert replay.reveal.seed == PROGRAM["block_seed"](master, block, attempt)
        assert row["match_id"] in [PROGRAM["match_id"](master, block, attempt, order) for order in range(4)]
