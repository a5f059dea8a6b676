"""The pages say what is so: examples run, vectors agree, every rule field, key, command and option is named."""

import doctest
import json
import re
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

from engine import COMPETITION, Game, Rules, RulesError, SeededChance, topology
from engine import __all__ as engine_names
from engine.legal import PHASES
from engine.resources import CARD_COUNTS, CARDS, HARBOURS, TERRAIN_COUNTS, TOKENS
from engine.rules import FIELD_NAMES
from engine.scoring import Result
from protocol.digests import seed_commitment
from referee import cli
from sample_bots import SAMPLE_BOTS

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md")])
COMMANDS = {
    "match": cli.match,
    "replay verify": cli.replay_verify,
    "bots": cli.bots,
    "board": cli.board,
}
OPTION_NAMES = {"set_": "set"}


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
    function: Any = COMMANDS[command]
    parameters = signature(function).parameters.values()
    options = [OPTION_NAMES.get(p.name, p.name) for p in parameters if p.kind is p.KEYWORD_ONLY]
    shown = [f"`--{name.replace('_', '-')}" for name in options]
    assert [option for option in shown if option not in found[0]] == []


def test_every_command_is_checked_here() -> None:
    """A command that is added without a line in COMMANDS would escape the test above."""
    own = {name for app in (cli.app, cli.replay_app) for name in app if not name.startswith("-")}
    assert own == {word for command in COMMANDS for word in command.split()}


def test_every_exit_status_is_explained() -> None:
    rows = re.findall(r"^\| (\d+) \|", page("docs/cli.md"), flags=re.MULTILINE)
    statuses = (cli.FINE, cli.NEGATIVE, cli.WRONG_ARGUMENTS, cli.REFEREE_FAULT, cli.INTERRUPTED)
    assert rows == [str(status) for status in statuses]


def test_every_sample_bot_is_named_in_the_readme_or_changelog() -> None:
    text = page("README.md") + page("CHANGELOG.md")
    assert [name for name in SAMPLE_BOTS if name not in text] == []


# -- rules.md -------------------------------------------------------------------------------------------------


def rule_rows() -> dict[str, list[str]]:
    """Field -> its other cells: competition, played, not yet, meaning."""
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
    assert {field: values_in(cells[0]) for field, cells in rows.items()} == {
        field: [value] for field, value in COMPETITION.as_dict().items()
    }


def test_values_said_to_be_played_are_played_and_the_others_refused() -> None:
    for field, (_, played, later, _) in rule_rows().items():
        if field == "name":
            continue
        if played.startswith("from "):
            low = int(played.removeprefix("from "))
            Rules.from_dict({field: low})
            with pytest.raises(RulesError, match=field):
                Rules.from_dict({field: low - 1})
        else:
            for value in values_in(played):
                Rules.from_dict({field: value})
        for value in values_in(later):
            with pytest.raises(RulesError, match="not playable yet"):
                Rules.from_dict({field: value})


# -- engine.md ------------------------------------------------------------------------------------------------


def test_the_examples_of_the_engine_page_run() -> None:
    results = doctest.testfile(str(ROOT / "docs" / "engine.md"), module_relative=False, encoding="utf-8")
    assert results.failed == 0
    assert results.attempted >= 12


def test_the_engine_page_names_every_key_phase_and_error() -> None:
    text = page("docs/engine.md")
    keys = [*Game(COMPETITION, seed="docs").position(), "seed", "steals"]
    assert [key for key in keys if f"`{key}`" not in text] == []
    played = [phase for phase in PHASES if phase not in ("discard", "trade_counters")]
    assert [word for word in (*played, *Result.__dataclass_fields__) if word not in text] == []
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
