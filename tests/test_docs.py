"""The pages say what is so: examples run, vectors agree, every rule field, key, command and option is named."""

import doctest
import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine import COMPETITION, KATAN, STANDARD, Game, RulesError, SeededChance, topology
from engine import __all__ as engine_names
from engine.legal import PHASES
from engine.resources import CARD_COUNTS, CARDS, HARBOURS, TERRAIN_COUNTS, TOKENS
from engine.rules import FIELD_NAMES
from engine.scoring import Result
from protocol.digests import seed_commitment
from referee import exit_status
from referee.commands import app as commands
from sample_bots import SAMPLE_BOTS
from tests.kit.case_script import read_cases

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md")])
COMMANDS = (
    "match",
    "token",
    "series",
    "tournament run",
    "tournament status",
    "tournament standings",
    "tournament crosstable",
    "tournament pairs",
    "tournament plots",
    "tournament export",
    "tournament verify",
    "tournament bench",
    "tournament unbench",
    "tournament ruling",
    "tournament close",
    "tournament aa",
    "compare",
    "host",
    "check",
    "new",
    "keys new",
    "keys show",
    "replay verify",
    "replay sign",
    "replay rule",
    "replay ruling",
    "replay reveal",
    "replay feed",
    "replay view",
    "replay render",
    "replay show",
    "replay diff",
    "replay stats",
    "replay export",
    "replay cut",
    "replay branch",
    "replay report",
    "rules",
    "bots",
    "board",
    "doctor",
)
TEST_FILES = sorted((ROOT / "tests").glob("**/test_*.py"))


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def code_blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)


def anchors(text: str) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings}


# -- links and commands ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_link_leads_somewhere(path: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", path.read_text(encoding="utf-8")):
        if "://" in link:
            continue
        file, _, anchor = link.partition("#")
        target = path.parent / file if file else path
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target.read_text(encoding="utf-8")), link


def test_every_page_is_listed_in_the_readme() -> None:
    readme = page("README.md")
    assert [path.name for path in (ROOT / "docs").glob("*.md") if f"docs/{path.name}" not in readme] == []


def test_every_make_target_that_a_page_names_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", page("Makefile"), flags=re.MULTILINE))
    pages = "".join(path.read_text(encoding="utf-8") for path in PAGES)
    named = set(re.findall(r"(?:^|`)make ([a-z]+)", pages, flags=re.MULTILINE))
    assert {"play", "test", "bench"} <= named <= targets


def test_continuous_integration_runs_make_test() -> None:
    assert page(".ci/run").splitlines()[-1] == "make test"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_explained(command: str) -> None:
    found = re.search(rf"^## `referee {command}.*?(?=^## |\Z)", page("docs/cli.md"), flags=re.DOTALL | re.MULTILINE)
    assert found, command
    app = commands.app
    for word in command.split():
        app = app[word]
    options = [name for argument in app.assemble_argument_collection() for name in argument.names]
    assert options or command == "bots"
    assert [name for name in options if name.startswith("-") and f"`{name}" not in found[0]] == []


def test_every_command_is_checked_here() -> None:
    """A command that is added without a line in COMMANDS would escape the test above."""
    own = {
        name
        for app in (commands.app, commands.replay_app, commands.app["keys"], commands.app["tournament"])
        for name in app
        if not name.startswith("-")
    }
    assert own == {word for command in COMMANDS for word in command.split()}


def test_every_exit_status_is_explained() -> None:
    rows = re.findall(r"^\| (\d+) \|", page("docs/cli.md"), flags=re.MULTILINE)
    statuses = [value for value in vars(exit_status).values() if isinstance(value, int)]
    assert rows == [str(status) for status in statuses]


def test_every_sample_bot_is_named_in_the_readme_or_changelog() -> None:
    text = page("README.md") + page("CHANGELOG.md")
    assert [name for name in SAMPLE_BOTS if name not in text] == []


# -- rules.md -------------------------------------------------------------------------------------------------


def rule_rows() -> dict[str, list[str]]:
    """Field -> its other cells: the three presets' values, values, meaning, held by."""
    rows = [[cell.strip() for cell in line.strip("|").split(" |")] for line in page("docs/rules.md").splitlines()
            if line.startswith("| `")]  # fmt: skip
    return {row[0].strip("` "): row[1:] for row in rows}


def values_in(cell: str) -> list[Any]:
    """The values that a cell lists: words, numbers, true, false, null."""
    words = re.findall(r"[\w]+", cell)
    named = {"true": True, "false": False, "null": None}
    return [named[word] if word in named else int(word) if word.isdigit() else word for word in words]


def test_every_rule_field_is_in_the_table_with_its_value() -> None:
    rows = rule_rows()
    assert tuple(rows) == FIELD_NAMES
    for column, preset in enumerate((COMPETITION, KATAN, STANDARD)):
        assert {field: values_in(cells[column]) for field, cells in rows.items()} == {
            field: [value] for field, value in preset.as_dict().items()
        }


def test_the_values_of_the_table_are_all_that_there_are() -> None:
    for field, cells in rule_rows().items():
        if field == "name":
            continue
        needed = {"overlapping_bundles": {"player_trades": "bundles"}}.get(field, {})
        words = values_in(cells[3].removeprefix("from "))
        for value in words:
            COMPETITION.with_values({**needed, field: value})
        wrong = words[0] - 1 if cells[3].startswith("from ") else "something else"
        with pytest.raises(RulesError, match=field) as refusal:
            COMPETITION.with_values({**needed, field: wrong})
        if "must be one of" in str(refusal.value):
            assert values_in(str(refusal.value).partition("one of: ")[2]) == words


def test_what_is_said_to_hold_a_rule_exists() -> None:
    cases = {case["id"] for case in read_cases()}
    tests = set(re.findall(r"^def (test_\w+)", "".join(p.read_text("utf-8") for p in TEST_FILES), flags=re.MULTILINE))
    tests |= {path.stem for path in TEST_FILES}
    page_text = page("docs/rules.md")
    named = (
        set(re.findall(r"\b(test_\w+)\b(?!\.py)", page_text)),
        set(re.findall(r"\b([A-Z]{2}\d\d[a-z]?)\b", page_text)),
    )
    assert named[0] - tests == set()
    assert named[1] - cases == set()
    assert [field for field, cells in rule_rows().items() if not re.search(r"test_|[A-Z]{2}\d\d", cells[5])] == []


# -- engine.md ------------------------------------------------------------------------------------------------


def test_the_examples_of_the_engine_page_run() -> None:
    results = doctest.testfile(str(ROOT / "docs" / "engine.md"), module_relative=False, encoding="utf-8")
    assert results.failed == 0
    assert results.attempted >= 12


def test_the_engine_page_names_every_key_phase_and_error() -> None:
    text = page("docs/engine.md")
    keys = [*Game(COMPETITION, seed="docs").position(), "seed", "steals"]
    assert [key for key in keys if f"`{key}`" not in text] == []
    assert [word for word in (*PHASES, *Result.__dataclass_fields__) if word not in text] == []
    errors = [name for name in engine_names if name.endswith(("Error", "Action", "Exhausted"))]
    assert len(errors) == 6
    assert [name for name in errors if f"`{name}`" not in text] == []


def test_the_readme_example_plays_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    [example] = [block for block in code_blocks(page("README.md"), "python") if "from engine" in block]
    exec(compile(example, "README.md", "exec"), {})
    assert re.fullmatch(r"\([\d, ]+\) [0-9a-f]{32}\n", capsys.readouterr().out)


# -- chance.md ------------------------------------------------------------------------------------------------

CHANCE_PROGRAM: dict[str, Any] = {}
exec(compile(code_blocks(page("docs/chance.md"), "python")[0], "docs/chance.md", "exec"), CHANCE_PROGRAM)
COMMITMENT, VECTORS = (json.loads(block) for block in code_blocks(page("docs/chance.md"), "json"))
TERRAIN = [name for name, count in TERRAIN_COUNTS.items() for _ in range(count)]
DECK = [card for card, count in zip(CARDS, CARD_COUNTS, strict=True) for _ in range(count)]
SHUFFLED = {"terrain": TERRAIN, "tokens": TOKENS, "harbours": HARBOURS, "deck": DECK}


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: repr(vector["seed"]))
def test_program_and_vectors_of_the_chance_page_agree(vector: dict[str, Any]) -> None:
    seed, rejected = vector["seed"], vector["rejected"]
    draw = CHANCE_PROGRAM["draw"]
    assert [f"{draw(seed, 'dice', index, 2**64):016x}" for index in range(3)] == vector["words"]
    assert draw(seed, "dice", rejected["index"], rejected["n"]) == rejected["result"]
    assert draw(seed, "dice", rejected["index"], 2**64) >= rejected["n"], "no attempt is turned down"
    assert [CHANCE_PROGRAM["dice"](seed, roll) for roll in range(1, 11)] == vector["dice"]
    assert [draw(seed, "steal", index, 7) for index in range(10)] == vector["steals"]
    for stream, items in SHUFFLED.items():
        assert CHANCE_PROGRAM["shuffle"](seed, stream, items) == vector[stream]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: repr(vector["seed"]))
def test_the_engine_agrees_with_the_vectors(vector: dict[str, Any]) -> None:
    chance, rejected = SeededChance(vector["seed"]), vector["rejected"]
    assert chance.draw("dice", rejected["index"], rejected["n"]) == rejected["result"]
    assert [list(chance.dice(roll)) for roll in range(1, 11)] == vector["dice"]
    assert [chance.steal(index, 7) for index in range(10)] == vector["steals"]
    dealt = Game(COMPETITION, seed=vector["seed"]).position()
    assert [token for token in dealt["tokens"] if token is not None] == vector["tokens"]
    assert len(dealt["terrain"]) == topology.HEX_COUNT
    for stream in ("terrain", "harbours", "deck"):
        assert dealt[stream] == vector[stream]


def test_the_engine_agrees_with_the_program_on_many_draws() -> None:
    for seed in ("a", "b" * 200):
        chance = SeededChance(seed)
        for stream in ("terrain", "dice", "steal"):
            for index in range(50):
                n = index * 37 % 19 + 1
                assert chance.draw(stream, index, n) == CHANCE_PROGRAM["draw"](seed, stream, index, n)


def test_the_commitment_shown_is_right() -> None:
    assert seed_commitment(COMMITMENT["nonce"], COMMITMENT["seed"]) == COMMITMENT["commitment"]
