"""Tournament files: what they say, and what is wrong with one."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import COMPETITION, KATAN
from referee.tournament.plan import Containment, PlanError, PlannedBot
from referee.tournament.plan_file import PlanFile, parse_bot, plan_of, read_plan_file

FULL = """
name = "Spring cup"
format = "gauntlet"
bots = ["greedy", "./bots/mine", {spec = "../theirs", name = "theirs", version = "2", team = "Blue"}, "python3 a.py"]
candidate = "greedy"
rules = "katan"
set = ["points_to_win=8"]
time_control = "move=2s,reserve=1m"
orders = "all"
seed = "spring"
sandbox = "limits"
sandbox_level = "limits"
limits = "memory=2G"
rootfs = "./root"
blocks = 3
at_a_time = 2
"""


def written(folder: Path, text: str) -> Path:
    file = folder / "cup.toml"
    file.write_text(text)
    return file


def test_everything_that_it_may_say(tmp_path: Path) -> None:
    (tmp_path / "root").mkdir()
    file = read_plan_file(written(tmp_path, FULL))
    assert (file.blocks, file.at_a_time, file.matches, file.until) == (3, 2, None, None)
    plan = plan_of(file)
    assert (plan.name, plan.format, plan.candidate, plan.orders, plan.seed) == (
        "Spring cup", "gauntlet", "greedy", "all", "spring"
    )  # fmt: skip
    assert plan.bots == (
        PlannedBot(spec="greedy"),
        PlannedBot(spec=str(tmp_path / "bots" / "mine")),
        PlannedBot(spec=str(tmp_path.parent / "theirs"), name="theirs", version="2", team="Blue"),
        PlannedBot(spec="python3 a.py"),
    )
    assert {key: value for key, value in plan.rules.items() if value != KATAN.as_dict()[key]} == {
        "name": "custom", "points_to_win": 8
    }  # fmt: skip
    assert (plan.time_control.move_ms, plan.time_control.reserve_ms) == (2000, 60_000)
    assert plan.containment == Containment(
        choice="limits", level="limits", limits="memory=2G", rootfs=str(tmp_path / "root")
    )
    assert (plan.seats, plan.matches_a_block) == (4, 24)


def test_what_is_left_out(tmp_path: Path) -> None:
    plan = plan_of(read_plan_file(written(tmp_path, 'bots = ["greedy"]')))
    assert (plan.name, plan.format, plan.orders, plan.seed, plan.candidate) == (
        "cup", "round_robin", "rotations", None, None
    )  # fmt: skip
    assert plan.rules == COMPETITION.as_dict()
    assert plan.containment == Containment()


def test_rules_in_a_file_are_beside_it_wherever_it_is_read_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rules.toml").write_text("roll_cap = 77\n")
    file = written(tmp_path, 'rules = "rules.toml"')
    monkeypatch.chdir("/")
    assert plan_of(read_plan_file(file)).rules["roll_cap"] == 77


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("bots = [", "cup.toml: "),
        ("colour = 3", "`colour`"),
        ('format = "knockout"', r"'knockout' - at `\$.format`"),
        ("bots = [3]", r"at `\$.bots\[0\]`"),
        ('bots = [{name = "x"}]', r"`spec` - at `\$.bots\[0\]`"),
        ('bots = [{spec = "x", teem = "y"}]', "`teem`"),
        ('blocks = "many"', r"at `\$.blocks`"),
        ('orders = "some"', r"at `\$.orders`"),
        ("[[[", "cup.toml: "),
    ],
)
def test_a_file_that_is_wrong_names_the_key(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(PlanError, match=words):
        read_plan_file(written(tmp_path, text))


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_bytes(b"\xff\xfe\0")
    with pytest.raises(PlanError, match=r"cup\.toml"):
        read_plan_file(file)


@pytest.mark.parametrize(
    ("file", "words"),
    [
        (PlanFile(), "has no name"),
        (PlanFile(name="\x1b[2J"), "must be printable, of at most 64 characters"),
        (PlanFile(name="x" * 65), "must be printable, of at most 64 characters"),
        (PlanFile(name="x", seed=""), "a seed of 0 characters"),
        (PlanFile(name="x", rules="chess"), "chess"),
        (PlanFile(name="x", set=("points_to_win=many",)), "points_to_win"),
        (PlanFile(name="x", time_control="move=fast"), "move"),
        (PlanFile(name="x", limits="memory=much"), "much"),
        (PlanFile(name="x", rootfs="/nowhere/at/all"), "rootfs /nowhere/at/all: is no folder"),
    ],
)
def test_a_value_that_is_wrong(file: PlanFile, words: str) -> None:
    with pytest.raises(PlanError, match=words):
        plan_of(file)


def test_a_bot_as_an_option_is_a_spec_or_a_table() -> None:
    assert parse_bot("python3 a.py") == PlannedBot(spec="python3 a.py")
    assert parse_bot('{spec = "../theirs", name = "theirs", version = "2", team = "Blue"}') == PlannedBot(
        spec="../theirs", name="theirs", version="2", team="Blue"
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{name = "a"}', "missing required field `spec`"),
        ('{spec = "a", nam = "b"}', "the keys are spec, name, version, team"),
        ("{spec = 1}", "Expected `str`, got `int`"),
        ('{spec = "a"', r"--bot \{spec = \"a\": "),
        ('{spec = "a"}\nname = "b"', "unknown field"),
    ],
)
def test_a_table_that_is_none_is_refused(text: str, words: str) -> None:
    with pytest.raises(PlanError, match=words):
        parse_bot(text)
