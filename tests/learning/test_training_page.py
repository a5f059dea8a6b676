"""The page on training says what is so: its examples run, its bot plays, its tables are complete."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine import COMPETITION, KATAN, PRESETS, STANDARD, Rules
from engine.legal import PHASES
from protocol.client import Match
from referee.learning.action_space import action_table
from referee.learning.layout import layout
from referee.learning.vector import Batch
from tests.sample_bots import in_process

PAGE = Path(__file__).parents[2] / "docs" / "training.md"
TEXT = PAGE.read_text(encoding="utf-8")
ON_ONE_LINE = " ".join(TEXT.split())
LEARNER, BOT = (
    block for block in re.findall(r"^```python\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE) if ">>>" not in block
)


def test_the_examples_run() -> None:
    results = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert results.failed == 0
    assert results.attempted >= 12


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the learner has learned a little."""
    folder = tmp_path_factory.mktemp("learned")
    (folder / "learn.py").write_text(LEARNER)
    ended = subprocess.run(
        [sys.executable, "learn.py", "30", "4"], cwd=folder, capture_output=True, text=True, check=True
    )
    assert re.search(r"^seat 0 wins \d+% of its games against random seats$", ended.stdout, re.MULTILINE)
    return folder


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_the_bot_plays_a_match(rules: Rules, learned: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of its answers is legal. Under other rules than those it has learned it likes everything alike."""
    monkeypatch.chdir(learned)
    program: dict[str, Any] = {"__name__": "bot"}
    exec(compile(BOT, "docs/training.md", "exec"), program)
    if rules is not COMPETITION:
        program["liking"] = np.zeros(len(action_table(rules, 0)))
    asked = []

    def sit(match: Match) -> in_process.Choose:
        seat = program["Seat"]()
        seat.start(match)
        return seat.choose  # type: ignore[no-any-return]

    monkeypatch.setitem(in_process.BOTS, "learned", sit)
    in_process.play_in_process(
        ["learned", "random", "random", "greedy"], "a page", rules, lambda seat, _: asked.append(seat)
    )
    assert asked.count(0) > 50


def test_the_table_has_every_part_in_order_with_its_size() -> None:
    section = TEXT.partition("| part | size | what |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", section, re.MULTILINE)
    parts = layout(KATAN).parts
    assert [name for name, _ in rows] == list(parts)
    for name, size in rows:
        factors = [KATAN.seats if word == "seats" else int(word) for word in size.split(" x ")]
        assert np.prod(factors) == parts[name].size, name
    assert " ".join(PHASES) in section


def test_every_field_of_a_batch_is_named() -> None:
    assert [field.name for field in fields(Batch) if f"`{field.name}`" not in TEXT] == []


def test_the_sizes_are_right() -> None:
    sizes = [len(action_table(rules, 0)) for rules in (COMPETITION, KATAN, STANDARD)]
    assert "`competition` has {}, `katan` {}, `standard` {}.".format(*sizes) in ON_ONE_LINE
    assert f"{layout(COMPETITION).size} bytes under `competition`" in ON_ONE_LINE
