"""The house: which package may import what, and how long a file may grow."""

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("engine", "protocol", "referee", "sample_bots", "tests")
OURS = PACKAGES[:-1]
MAY_IMPORT: dict[str, set[str]] = {
    "engine": set(),
    "protocol": set(),
    "sample_bots": {"engine", "protocol"},
    "referee": {"engine", "protocol", "sample_bots"},
}
LEARNING = {"gymnasium", "numpy", "pettingzoo"}
"""What the extra ``rl`` brings, for ``referee.learning`` alone; numpy for ratings too."""
STATS = {"choix", "numpy", "scipy"}
"""What the extra ``stats`` brings, for the ratings of a tournament alone, which load it when they rate."""
STORE = {"alembic", "sqlalchemy"}
"""What the extra ``tournament`` brings, for the store of a tournament alone."""
SERVER = "aiohttp"
"""What the extra ``server`` brings, for the parts below alone, which nothing loads before it needs them."""
SIGN = "cryptography"
"""What the extra ``sign`` brings, for ``referee.signing`` alone, which loads it when there is something to sign."""
NETWORKED = ("protocol/connect", "referee/bots/remote")
FOREIGN: dict[str, set[str]] = {
    "engine": set(),
    "protocol": {"msgspec", SERVER},
    "sample_bots": set(),
    "referee": {
        "cyclopts", "msgspec", "rich", "pyseccomp", "structlog", "uvloop", SERVER, SIGN, *LEARNING, *STATS, *STORE,
    },
}  # fmt: skip
BANNED_IN_ENGINE = {"asyncio", "time", "os", "random", "logging", "socket", "subprocess"}
WITHIN_REFEREE: dict[str, set[str]] = {
    "bots": set(),
    "signing": set(),
    "replays": {"signing"},
    "learning": {"replays"},
    "people": {"bots", "console", "replays"},
    "match": {"bots", "people", "replays"},
    "check": {"bots", "match"},
    "tournament": {"bots", "config", "event_loop", "logs", "match", "replays"},
    "commands": {
        "bots", "check", "config", "console", "doctor", "event_loop", "exit_status", "live", "logs", "match", "people",
        "replays", "signing", "streams", "tournament",
    },
}  # fmt: skip
"""Arrows point down: a match may shorten names and name endings as replays do, replays know nothing of matches."""
WITHIN_TOURNAMENT: dict[str, set[str]] = {
    "results": set(),
    "standings": {"results"},
    "schedule": {"plan", "seeds"},
    "comparison": {"results", "schedule", "store"},
    "store": {"results", "standings"},
    "pages": {"results", "standings"},
}
"""The rooms of a tournament that know nothing of how it is played; its other files bring them together."""
MOST_LINES, MOST_TEST_LINES = 350, 400


def python_files(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def imports(file: Path) -> Iterator[str]:
    """The dotted names that a file imports, wherever in it; those of ``from a import b`` as ``a.b``."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}:{node.lineno}: imports are absolute here"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imported_packages(package: str) -> set[str]:
    return {name.split(".")[0] for file in python_files(package) for name in imports(file)} - {package}


@pytest.mark.parametrize("package", OURS)
def test_arrows_between_packages_point_one_way(package: str) -> None:
    assert imported_packages(package) & set(PACKAGES) <= MAY_IMPORT[package]


@pytest.mark.parametrize("package", OURS)
def test_foreign_parts_are_the_ones_named(package: str) -> None:
    assert imported_packages(package) - set(PACKAGES) - sys.stdlib_module_names <= FOREIGN[package]


@pytest.mark.parametrize(
    ("needed", "rooms"),
    [
        (LEARNING - STATS, ("learning",)),
        (STATS - LEARNING, ("tournament/standings",)),
        (LEARNING & STATS, ("learning", "tournament/standings")),
        (STORE, ("tournament/store",)),
    ],
)
def test_parts_of_extras_are_needed_in_their_rooms_alone(needed: set[str], rooms: tuple[str, ...]) -> None:
    elsewhere = [file for file in python_files("referee")
                 if not str(file.parent.relative_to(ROOT / "referee")).startswith(rooms)]  # fmt: skip
    assert [file for file in elsewhere if {name.split(".")[0] for name in imports(file)} & needed] == []


def test_the_command_line_loads_no_extra_before_it_is_needed() -> None:
    extras = sorted(STATS | STORE | LEARNING)
    program = f"import sys, referee.commands.app; sys.exit(' '.join(set({extras!r}) & set(sys.modules)) or 0)"
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)


def test_only_what_speaks_over_a_network_needs_a_server() -> None:
    elsewhere = [file for package in OURS for file in python_files(package)
                 if str(file.parent.relative_to(ROOT)) not in NETWORKED]  # fmt: skip
    assert [file for file in elsewhere if SERVER in {name.split(".")[0] for name in imports(file)}] == []
    program = f"import sys, referee.commands.app, protocol.connect.__main__; sys.exit({SERVER!r} in sys.modules)"
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)


def test_only_signing_needs_what_signs() -> None:
    elsewhere = [file for package in OURS for file in python_files(package) if file.parent.name != "signing"]
    assert [file for file in elsewhere if SIGN in {name.split(".")[0] for name in imports(file)}] == []
    program = f"import sys, referee.commands.app; sys.exit({SIGN!r} in sys.modules)"
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)


def test_the_engine_has_no_clock_no_io_and_no_other_randomness() -> None:
    assert len(python_files("engine")) > 10
    assert imported_packages("engine") & BANNED_IN_ENGINE == set()


def test_every_package_is_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found = {".".join(file.parent.relative_to(ROOT).parts) for name in OURS for file in python_files(name)}
    assert sorted(project["tool"]["setuptools"]["packages"]) == sorted(found)


def test_arrows_within_the_referee_point_one_way() -> None:
    parts = {file.relative_to(ROOT / "referee").parts[0] for file in (ROOT / "referee").rglob("*/*.py")}
    assert parts == set(WITHIN_REFEREE)
    for part, allowed in WITHIN_REFEREE.items():
        for file in python_files(f"referee/{part}"):
            named = {name.split(".")[1] for name in imports(file) if name.startswith("referee.")}
            assert named - {part, "__version__"} <= allowed, file


def test_arrows_within_a_tournament_point_one_way() -> None:
    for part, allowed in WITHIN_TOURNAMENT.items():
        folder = ROOT / "referee/tournament" / part
        for file in sorted(folder.rglob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]:
            named = {name.split(".")[2] for name in imports(file) if name.startswith("referee.tournament.")}
            assert named - {part} <= allowed, file


@pytest.mark.parametrize("package", PACKAGES)
def test_no_file_is_too_long(package: str) -> None:
    most = MOST_TEST_LINES if package == "tests" else MOST_LINES
    lengths = {file: len(file.read_text(encoding="utf-8").splitlines()) for file in python_files(package)}
    assert {str(file): lines for file, lines in lengths.items() if lines > most} == {}


def test_there_are_no_other_packages() -> None:
    holding_code = {file.parent.name for file in ROOT.glob("*/*.py") if not file.parent.name.startswith(".")}
    assert holding_code == set(PACKAGES)
