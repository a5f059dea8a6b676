"""The table: who is first, and what stands beside it."""

import subprocess
import sys
from itertools import groupby
from pathlib import Path

import pytest

from referee.tournament.results import MatchResult
from referee.tournament.standings.ratings import fit
from referee.tournament.standings.table import Entrant, Standings
from referee.tournament.standings.tabulate import make_standings
from referee.tournament.standings.tally import block_scores, seat_scores
from tests.tournament.standings.simulated import blocks, match

FOUR = [0.0, 0.5, 1.0, 1.5]
ROOT = Path(__file__).parents[3]


def entrants(count: int) -> list[Entrant]:
    return [Entrant(number, f"bot{number}", "1", f"team{number}") for number in range(count)]


def table(results: list[MatchResult], count: int = 4, *, is_rated: bool = False) -> Standings:
    of_blocks = [list(of_block) for _, of_block in groupby(results, key=lambda result: result.block)]
    return make_standings(
        entrants(count),
        [score for of_block in of_blocks for score in block_scores(of_block)],
        [score for of_block in of_blocks for score in seat_scores(of_block)],
        fit(results, 100) if is_rated else None,
    )


def numbers(standings: Standings) -> list[int]:
    return [row.entrant.number for row in standings.rows]


def test_the_table_adds_up() -> None:
    results = blocks(FOUR, 40, seed=1)
    standings = table(results, is_rated=True)
    assert (standings.blocks, standings.matches, standings.rated_blocks) == (40, 160, 40)
    assert numbers(standings) == [3, 2, 1, 0]
    assert sum(row.wins for row in standings.rows) == 160
    for row in standings.rows:
        assert row.seats == sum(row.places) == 160
        assert row.wins == row.places[0] == row.win_share.value * 160
        assert row.place.value == pytest.approx(sum(at * n for at, n in enumerate(row.places, 1)) / 160)
        assert row.place.low < row.place.value < row.place.high
        assert row.rating is not None
        assert row.rating.low < row.rating.value < row.rating.high
    above = [row.above_next for row in standings.rows]
    assert above[3] is None
    assert all(share is not None and 0.8 < share <= 1 for share in above[:3])
    assert sum(effect.wins for effect in standings.seats) == 160


def test_without_ratings_wins_decide_then_points_then_names() -> None:
    level = [
        match([3, 0, 1, 2], [0, 1, 2, 3], points=[10, 4, 4, 5]),
        match([3, 0, 1, 2], [0, 3, 1, 2], points=[10, 4, 4, 5]),
    ]
    standings = table(level)
    assert numbers(standings) == [3, 2, 0, 1]
    assert standings.rated_blocks == 0
    assert {(row.rating, row.above_next) for row in standings.rows} == {(None, None)}


def test_who_is_not_rated_comes_after_who_is() -> None:
    results = blocks([0.0, 0.5, 1.0], 5, table=3)
    standings = table(results, 5, is_rated=True)
    assert numbers(standings)[3:] == [3, 4]
    last = standings.rows[4]
    assert (last.seats, last.wins, last.places, last.rating) == (0, 0, (), None)
    assert standings.rows[2].above_next is None


def test_fields_that_never_met_are_not_said_to_be_above() -> None:
    apart = blocks([0.0, 0.5, 1.0], 10, table=3)
    further = [match([3 + bot for bot in r.entrants], r.ranking, block=r.block + 10) for r in apart]
    standings = table(apart + further, 6, is_rated=True)
    groups = [row.entrant.number // 3 for row in standings.rows]
    for place in range(5):
        assert (standings.rows[place].above_next is None) is (groups[place] != groups[place + 1])


def test_a_lost_start_is_counted_for_its_offender_alone() -> None:
    lost = match([0, 1, 2, 3], [1, 2, 3, 0], offenders=[0], rolls=0)
    standings = table([lost])
    assert standings.matches == 0
    assert [(row.entrant.number, row.seats, row.forfeits) for row in standings.rows if row.seats] == [(0, 1, 1)]


def test_an_empty_tournament_has_a_table() -> None:
    standings = table([], is_rated=True)
    assert numbers(standings) == [0, 1, 2, 3]
    assert (standings.seats, standings.blocks, standings.matches, standings.rated_blocks) == ((), 0, 0, 0)


def test_a_table_needs_no_extra() -> None:
    program = (
        "import sys; sys.modules.update(dict.fromkeys(['numpy', 'scipy', 'choix']))\n"
        "from tests.tournament.standings.test_tabulate import blocks, crosstable_of, table\n"
        "print(len(table(blocks([0.0] * 4, 2)).rows), len(crosstable_of(blocks([0.0] * 4, 2))))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "4 12\n"


def crosstable_of(results: list[MatchResult]) -> list[tuple[int, int]]:
    """The pairs of its cells: in a process of its own, see above."""
    from referee.tournament.standings.crosstable import crosstable

    return list(crosstable(results).cells)
