"""Where a tournament may be kept, and what has to be as it was when it is gone on with."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from referee.tournament.folder import begin, begin_or_go_on
from referee.tournament.plan import Bounds, Plan, PlanError, PlannedBot
from tests.tournament.planned import new_plan


@pytest.fixture
def bots(tmp_path: Path) -> list[Path]:
    """Two folders with a bot in each."""
    folders = [tmp_path / name for name in ("new", "old")]
    for folder in folders:
        folder.mkdir()
        (folder / "bot.toml").write_text(f'name = "{folder.name}"\nversion = "1"\ncommand = ["python3", "bot.py"]\n')
        (folder / "bot.py").write_text("print('ready')\n")
    return folders


def comparison_of(bots: list[Path]) -> Plan:
    specs = tuple(PlannedBot(spec=str(folder)) for folder in bots)
    return msgspec.structs.replace(new_plan(), format="compare", bots=specs, bounds=Bounds(blocks=3))


@pytest.mark.parametrize("inside", ["cup", "deep/cup", "."])
def test_nothing_is_kept_among_the_files_of_a_bot(bots: list[Path], inside: str) -> None:
    with pytest.raises(PlanError, match=r"lies in the folder of the bot .*/new, whose files are not to change"):
        begin(bots[0] / inside, comparison_of(bots))
    assert sorted(path.name for path in bots[0].iterdir()) == ["bot.py", "bot.toml"]


def test_a_folder_beside_the_bots_will_do(bots: list[Path]) -> None:
    begin(bots[0].parent / "new-against-old", comparison_of(bots)).close()


def test_a_comparison_with_a_changed_bot_is_refused_and_left_as_it_was(bots: list[Path], tmp_path: Path) -> None:
    plan, program = comparison_of(bots), bots[0] / "bot.py"
    begin(tmp_path / "cup", plan).close()
    was = program.read_text()
    program.write_text(was + "# better\n")
    with pytest.raises(PlanError, match=r"cup: was begun with other files of .*/new: .* begin anew, with --folder"):
        begin_or_go_on(tmp_path / "cup", plan)
    program.write_text(was)
    with begin_or_go_on(tmp_path / "cup", plan) as store:
        assert [entrant.benched for entrant in store.entrants()] == [None, None]
