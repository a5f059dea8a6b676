"""A tournament in its folder before its first block: put right where it was wrong, and else left as it is."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from referee.tournament.folder import begin, begin_or_go_on, close, plan_in
from referee.tournament.plan import Bounds, Plan, PlanError, PlannedBot
from referee.tournament.plan_file import PlanFile, plan_of

BOTS = ("greedy", "trader", "random", "raw")


def plan(*bots: str, name: str = "cup") -> Plan:
    """Of one block."""
    planned = plan_of(PlanFile(name=name, bots=tuple(PlannedBot(spec=spec) for spec in bots or BOTS)))
    return msgspec.structs.replace(planned, bounds=Bounds(blocks=1))


def test_what_was_planned_otherwise_is_begun_anew_while_nothing_was_played(tmp_path: Path) -> None:
    with begin(tmp_path / "cup", plan()) as store:
        first = store.tournament().commitment
    with begin_or_go_on(tmp_path / "cup", plan(name="cup2")) as store:
        assert plan_in(store).name == "cup2"
        assert store.tournament().commitment != first


def test_the_same_plan_keeps_its_secret(tmp_path: Path) -> None:
    with begin(tmp_path / "cup", plan()) as store:
        first = store.tournament().commitment
    with begin_or_go_on(tmp_path / "cup", plan()) as store:
        assert store.tournament().commitment == first


def test_who_was_not_there_is_entered_when_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bots = (*BOTS, "./late")
    with begin(tmp_path / "cup", plan(*bots)) as store:
        assert store.entrants()[4].benched == "./late: is not a folder; a SPEC that begins with ./, ../ or / is a " \
            "folder with a bot.toml. A program is given as a command: 'python3 bot.py', 'bin/bot --fast' or, by such " \
            "a path, 'env ./late'"  # fmt: skip
    (tmp_path / "late").mkdir()
    (tmp_path / "late" / "bot.toml").write_text(
        'name = "late"\nversion = "1"\ncommand = ["python3", "bot.py"]\nprotocol = 1\nrules = ["competition"]\n'
    )
    with begin_or_go_on(tmp_path / "cup", plan(*bots)) as store:
        assert (store.entrants()[4].name, store.entrants()[4].benched) == ("late", None)


def test_who_was_benched_by_hand_stays_on_the_bench(tmp_path: Path) -> None:
    with begin(tmp_path / "cup", plan()) as store:
        store.bench(2, "entered twice")
    with begin_or_go_on(tmp_path / "cup", plan()) as store:
        assert store.entrants()[2].benched == "entered twice"


def test_what_is_closed_is_not_gone_on_with(tmp_path: Path) -> None:
    with begin(tmp_path / "cup", plan()) as store:
        assert len(bytes.fromhex(close(store).master)) == 32
    with pytest.raises(PlanError, match="is closed, and the secret of its seeds is published"):
        begin_or_go_on(tmp_path / "cup", plan())
