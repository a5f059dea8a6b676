"""docs/strategy.md says of the engine what is so, and its measured tables are those of the command that it names."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine import COMPETITION, KATAN, PRESETS, STANDARD, Game, resources, topology
from engine.awards import ARMY_AT_LEAST, ROAD_AT_LEAST
from referee.match.settings import DEFAULT_TIME_CONTROL, MatchSettings
from tests.sample_bots.lengths import TABLES, main
from tests.strategy_docs import STRATEGY_MD, WAYS, fill_in, pips_of_picks, total_pips
from tests.test_docs import code_blocks

PAGE = STRATEGY_MD.read_text(encoding="utf-8")
WORDS = " ".join(PAGE.split())
"""Without its line ends."""


def test_the_generated_parts_are_up_to_date() -> None:
    assert fill_in(PAGE) == PAGE, "run `python -m tests.strategy_docs`"


CONTROL = DEFAULT_TIME_CONTROL
SENTENCES = (
    f"All 18 numbers together have {total_pips()} pips, a hex with a number {total_pips() / 18:.1f} on average",
    f"{topology.HEX_COUNT} hexes.",
    f"{topology.VERTEX_COUNT} vertices, {topology.EDGE_COUNT} edges, {len(topology.HARBOUR_EDGES)} harbours",
    f"Hexes 0 to {topology.HEX_COUNT - 1}, vertices 0 to {topology.VERTEX_COUNT - 1}, "
    f"edges 0 to {topology.EDGE_COUNT - 1}",
    f"with 20 pips together bring {20 / 36:.2f} cards a roll, {4 * 20 / 36:.1f} a round",
    f"of each resource there are {STANDARD.bank_per_resource} cards",
    f"come to {resources.SETTLEMENTS_PER_SEAT + 2 * resources.CITIES_PER_SEAT} points at the most",
    f"A seat with more than {STANDARD.hand_limit} cards loses half of them",
    f"needs {ROAD_AT_LEAST} roads at least, the largest army {ARMY_AT_LEAST} knights",
    f"in {COMPETITION.roll_cap} rolls about {160 * WAYS[7] / 36:.0f} are to be expected",
    f"the cap on plies ({MatchSettings(rules=STANDARD).ply_cap})",
    f"an answer may take {CONTROL.move_ms // 1000} s, what goes beyond comes out of a reserve of "
    f"{CONTROL.reserve_ms // 1000} s",
    f"a quarter of an hour each: at a second an answer that is {CONTROL.match_ms // (4 * CONTROL.move_ms)} answers",
)
"""What the page says in words, with the numbers of the engine and of the referee."""


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_number_in_words_is_so(sentence: str) -> None:
    assert sentence in WORDS


def test_what_is_said_of_all_rule_sets_holds_for_all() -> None:
    assert {(rules.bank_per_resource, rules.hand_limit, rules.points_to_win) for rules in PRESETS.values()} == {
        (19, 7, 10)
    }
    assert KATAN.road_award_points + KATAN.army_award_points == KATAN.points_to_win


def test_the_example_finds_the_pips_of_every_vertex() -> None:
    [example] = code_blocks(PAGE, "python")
    names: dict[str, Any] = {}
    exec(compile(example, "docs/strategy.md", "exec"), names)
    board = Game(STANDARD, seed="pips").board
    pips = names["pips_of_vertices"](board.as_wire())
    assert len(pips) == topology.VERTEX_COUNT
    assert pips_of_picks(board)[0] == max(pips)


def test_pips_are_the_ways_that_the_page_says() -> None:
    assert "`6 - abs(7 - number)`" in PAGE
    assert {number: 6 - abs(7 - number) for number in WAYS} == dict(WAYS)


def test_the_measured_tables_are_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    """Not its figures, which take ten minutes: its columns, and a row for all that was measured."""
    assert "python -m tests.sample_bots.lengths" in PAGE
    main(1, ["katan"])
    said = capsys.readouterr().out.splitlines()
    assert [line for line in said if line.startswith("| rules ") and line not in PAGE] == []
    rows = set(re.findall(r"^\| (`\w+`) \| (`\w+`|mixed) \| \d+% \| \d+ \(", PAGE, flags=re.MULTILINE))
    assert rows == {(f"`{preset}`", table) for preset in PRESETS for table in TABLES}
