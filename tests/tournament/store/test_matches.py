"""Matches go in once, with what they do to their block, and come out as they were."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee.tournament.results import MatchResult
from referee.tournament.standings.tally import block_scores, seat_scores
from referee.tournament.store.errors import AlreadyStoredError, StoreError
from referee.tournament.store.rows import MatchRow, Record, Start
from referee.tournament.store.store import Store
from tests.tournament.store.made import ENTRANTS, ROTATIONS, TOURNAMENT, block, match, new_store, play, void


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with new_store(tmp_path / "cup", blocks=3) as made:
        yield made


def everything(store: Store) -> list[Any]:
    """All that can be read."""
    return [
        store.tournament(), store.entrants(), store.blocks(), store.matches(), store.rulings(), store.results(),
        store.results_version(), store.scores(), store.seat_scores(), store.saved_ratings(),
    ]  # fmt: skip


def test_what_was_planned_comes_out_as_it_went_in(store: Store) -> None:
    assert store.tournament() == TOURNAMENT
    assert store.entrants() == ENTRANTS
    assert store.blocks() == [block(number) for number in range(3)]
    assert store.block(2) == block(2)


def test_what_was_written_is_there_for_the_next_process(tmp_path: Path) -> None:
    with new_store(tmp_path / "cup") as store:
        rows = play(store, 0)
        before = everything(store)
    for reopened in (Store.open_to_read(tmp_path / "cup"), Store.open_to_write(tmp_path / "cup")):
        with reopened:
            assert reopened.matches() == rows
            assert everything(reopened) == before


def test_a_block_counts_when_it_is_whole_and_not_before(store: Store) -> None:
    rows = [match(1, order) for order in range(4)]
    for row in reversed(rows[1:]):
        store.add_match(row, block_state="open")
    assert store.played(1, 1) == {1, 2, 3}
    assert (store.results(), store.scores(), store.seat_scores()) == ([], [], [])
    store.add_match(rows[0], block_state="whole")
    assert store.block(1).state == "whole"
    assert [result.match_id for result in store.results()] == [row.match_id for row in rows]


def test_results_and_scores_are_those_of_the_matches(store: Store) -> None:
    rows = play(store, 2) + play(store, 0)
    by_block = {number: [as_result(row) for row in rows if row.block == number] for number in (0, 2)}
    assert store.results() == by_block[0] + by_block[2]
    assert store.scores() == block_scores(by_block[0]) + block_scores(by_block[2])
    assert store.seat_scores() == seat_scores(by_block[0]) + seat_scores(by_block[2])
    assert sum(score.wins for score in store.scores()) == 8


def test_a_block_of_which_no_match_came_to_a_roll_counts_for_the_offenders_alone(store: Store) -> None:
    for order in range(4):
        rolled: dict[str, Any] = {"verdict": "forfeit_illegal", "offenders": (1,), "rolls": 0}
        store.add_match(match(0, order, **rolled), block_state="whole" if order == 3 else "open")
    assert (len(store.results()), store.seat_scores()) == (4, [])
    assert [(score.seats, score.wins, score.forfeits) for score in store.scores()] == [(1, 0, 1)] * 4


def as_result(row: MatchRow) -> MatchResult:
    return MatchResult(**{name: getattr(row, name) for name in MatchResult.__struct_fields__})


def test_a_match_is_stored_once(store: Store) -> None:
    store.add_match(match(0, 2), block_state="open")
    before = everything(store)
    with pytest.raises(AlreadyStoredError, match="match m-000000-1-2 is stored already"):
        store.add_match(match(0, 2, rolls=1), block_state="open")
    with pytest.raises(AlreadyStoredError, match="match m-000000-1-2 is stored already"):
        store.add_match(match(1, 2, match_id="m-000000-1-2"), block_state="open")
    with pytest.raises(AlreadyStoredError, match="order 2 of block 0 is stored already, by another match"):
        store.add_match(match(0, 2, match_id="m-other"), block_state="open")
    assert everything(store) == before


def test_a_void_match_voids_all_of_the_attempt(store: Store) -> None:
    store.add_match(match(0, 0), block_state="open")
    store.void_match(void(0, 1), attempts_left=True)
    assert (store.block(0).attempt, store.block(0).state, store.block(0).reason) == (2, "open", "a worker was lost")
    assert store.played(0, 2) == set()
    again = play(store, 0, attempt=2)
    assert [result.match_id for result in store.results()] == [row.match_id for row in again]
    assert store.matches(0) == [match(0, 0), void(0, 1), *again]
    assert store.block(0).reason is None


def test_a_block_is_given_up_in_the_end(store: Store) -> None:
    store.void_match(void(0, 3), attempts_left=False)
    assert (store.block(0).attempt, store.block(0).state) == (1, "given_up")
    assert store.results() == []


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (match(0, 0, attempt=1), "attempt 1 of block 0, which is at attempt 2 and open"),
        (match(1, 0), "attempt 1 of block 1, which is at attempt 1 and given_up"),
        (match(2, 0), "attempt 1 of block 2, which is at attempt 1 and withdrawn"),
        (match(7, 0), "there is no block 7"),
    ],
)
def test_a_match_that_its_block_does_not_wait_for_is_refused(store: Store, row: MatchRow, words: str) -> None:
    store.void_match(void(0, 1), attempts_left=True)
    store.void_match(void(1, 1), attempts_left=False)
    store.withdraw_block(2, "random was benched")
    before = everything(store)
    with pytest.raises(StoreError, match=words):
        store.add_match(row, block_state="open")
    assert everything(store) == before


@pytest.mark.parametrize(
    ("row", "state", "words"),
    [
        (match(0, 0), "whole", "block 0 is open with match"),
        (match(0, 3, entrants=ROTATIONS[0]), "open", "its block says"),
        (msgspec.structs.replace(match(0, 3), order=4), "open", "has orders 0 to 3, not 4"),
        (void(0, 0), "open", "is void"),
    ],
)
def test_a_match_that_is_not_its_blocks_is_the_callers_mistake(
    store: Store, row: MatchRow, state: Any, words: str
) -> None:
    before = everything(store)
    with pytest.raises(ValueError, match=words):
        store.add_match(row, block_state=state)
    assert everything(store) == before


def test_the_last_match_can_not_leave_its_block_open(store: Store) -> None:
    for order in range(3):
        store.add_match(match(0, order), block_state="open")
    with pytest.raises(ValueError, match="block 0 is whole with match"):
        store.add_match(match(0, 3), block_state="open")
    with pytest.raises(ValueError, match="is not void"):
        store.void_match(match(0, 3), attempts_left=True)
    assert store.played(0, 1) == {0, 1, 2}


def test_what_is_withdrawn_does_not_count(store: Store) -> None:
    play(store, 0)
    play(store, 1)
    store.withdraw_block(0, "random: did not start")
    assert store.bench(2, "did not start: no such file") == [2], "the block that is open"
    assert store.block(2).reason == "did not start: no such file"
    assert (store.block(0).state, store.block(0).reason) == ("withdrawn", "random: did not start")
    assert {result.block for result in store.results()} == {1}
    assert {score.block for score in store.scores()} == {1} == {score.block for score in store.seat_scores()}
    assert [entrant.benched for entrant in store.entrants()] == [None, None, "did not start: no such file", None]
    store.unbench(2)
    assert store.entrants() == ENTRANTS


def test_parts_of_matches_are_those_of_whole_rows(store: Store) -> None:
    rows = [*play(store, 0), match(1, 0)]
    store.add_match(rows[-1], block_state="open")
    store.void_match(void(1, 1), attempts_left=True)
    assert [part._asdict() for part in store.starts()] == [
        {name: getattr(row, name) for name in Start._fields} for row in rows
    ]
    assert store.records() == [*store.records(0), *store.records(1)]
    assert [part._asdict() for part in store.records()] == [
        {name: getattr(row, name) for name in Record._fields} for row in rows
    ]
    assert store.match(rows[1].match_id) == rows[1]
    assert store.match("m-nobody") is None


def test_what_is_not_there_can_not_be_changed(store: Store) -> None:
    for change in (lambda: store.bench(9, "x"), lambda: store.withdraw_block(9, "x"), lambda: store.block(9)):
        with pytest.raises(StoreError, match=r"there is no (entrant|block) 9"):
            change()


def test_blocks_are_added_all_or_none(store: Store) -> None:
    with pytest.raises(StoreError, match="UNIQUE"):
        store.add_blocks([block(3), block(4), block(0)])
    assert [row.number for row in store.blocks()] == [0, 1, 2]
    store.add_blocks([])


def test_the_version_changes_with_the_results_and_not_without(store: Store) -> None:
    versions = [store.results_version()]

    def is_new() -> bool:
        versions.append(store.results_version())
        return versions[-1] not in versions[:-1]

    store.add_match(match(0, 0), block_state="open")
    store.void_match(void(0, 1), attempts_left=True)
    store.change_plan("{}")
    assert not is_new()
    play(store, 0, attempt=2)
    assert is_new()
    play(store, 1)
    assert is_new()
    store.withdraw_block(1, "benched")
    assert is_new()


def test_ratings_are_kept_with_the_version_that_they_are_of(store: Store) -> None:
    assert store.saved_ratings() is None
    store.save_ratings('{"a":1}', store.results_version())
    store.save_ratings('{"a":2}', 7)
    assert store.saved_ratings() == ('{"a":2}', 7)


def test_a_plan_can_be_changed(store: Store) -> None:
    store.change_plan('{"blocks":50}')
    assert store.tournament().plan == '{"blocks":50}'


def test_the_secret_is_not_shown(store: Store) -> None:
    assert TOURNAMENT.master not in repr(store.tournament())


def test_the_results_of_one_block(store: Store) -> None:
    play(store, 0)
    rows = play(store, 1)
    store.add_match(match(2, 0), block_state="open")
    assert store.results_of(1) == [as_result(row) for row in rows]
    assert store.results_of(2) == []


def test_how_far_it_has_come(store: Store) -> None:
    play(store, 0)
    store.add_match(match(1, 0, sandbox="none", ended="2026-11-30T12:00:09Z"), block_state="open")
    store.void_match(void(1, 1), attempts_left=True)
    progress = store.progress()
    assert progress.blocks == {"open": 2, "whole": 1}
    assert (progress.counted, progress.played, progress.wall_ms, progress.voids) == (4, 5, 5 * 2500, 1)
    assert progress.sandboxes == {"none": 1, "sealed": 4}
    assert len(progress.recent) == 5
    assert progress.recent[0] == ("2026-11-30T12:00:00Z", "2026-11-30T12:00:09Z")
