"""Commands of tournaments where an extra is not installed: one line says which, and what to type."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from referee.exit_status import FINE, WRONG_ARGUMENTS

COMMANDS = (
    ("sqlalchemy", ["tournament", "run", "spring.toml"]),
    ("sqlalchemy", ["tournament", "standings", "spring"]),
    ("sqlalchemy", ["tournament", "--help"]),
    ("sqlalchemy", ["compare", "greedy", "trader"]),
    ("alembic", ["compare", "greedy", "trader"]),  # which makes the tables, and is loaded no sooner
)


def without(module: str, arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """The command in a process that finds no module of this name."""
    hidden = (
        "class Hidden:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}:\n"
        "            raise ModuleNotFoundError(f'No module named {name!r}', name=name)\n"
        "import sys; sys.meta_path.insert(0, Hidden())\n"
        f"from referee.cli import main; main({arguments!r})"
    )
    return subprocess.run([sys.executable, "-c", hidden], cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("module", "arguments"), COMMANDS)
def test_without_the_store_a_command_says_what_to_install(tmp_path: Path, module: str, arguments: list[str]) -> None:
    done = without(module, arguments, tmp_path)
    assert done.returncode == WRONG_ARGUMENTS
    assert done.stderr == (
        "referee: tournaments need sqlalchemy and alembic: pip install 'catan-referee[tournament]'\n"
    )
    assert done.stdout == ""


@pytest.mark.parametrize("module", ["sqlalchemy", "alembic"])
def test_other_commands_need_no_extra(tmp_path: Path, module: str) -> None:
    done = without(module, ["--help"], tmp_path)
    assert (done.returncode, done.stderr) == (FINE, "")
    assert "tournament" in done.stdout
    assert "Play block after block" in done.stdout
