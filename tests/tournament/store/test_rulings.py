"""Rulings change what counts, one at a time, and those that contradict each other are refused."""

from pathlib import Path
from typing import Any

import pytest

from referee.tournament.standings.tally import block_scores
from referee.tournament.store.errors import AlreadyStoredError, RulingRefusedError
from referee.tournament.store.rows import RulingRow
from referee.tournament.store.store import Store
from tests.tournament.store.made import match, new_store, play, ruling, void

OTHER_WAY = tuple(reversed(match(0, 1).ranking))


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with new_store(tmp_path / "cup", blocks=3) as made:
        play(made, 0)
        yield made


def counted(store: Store) -> list[str]:
    return [result.match_id for result in store.results()]


def test_an_adjudicated_ranking_counts_and_nobody_offends_any_more(tmp_path: Path) -> None:
    with new_store(tmp_path / "cup") as store:
        for order in range(4):
            row = match(0, order, verdict="forfeit_timeout", offenders=(match(0, order).ranking[-1],))
            store.add_match(row, block_state="whole" if order == 3 else "open")
        before = store.results_version()
        assert sum(score.forfeits for score in store.scores()) == 4
        store.add_ruling(ruling(match(0, 1), "b2:1", "adjudicated", ranking=OTHER_WAY), attempts_left=True)
        result = store.results()[1]
        assert (result.verdict, result.ranking, result.offenders) == ("adjudicated", OTHER_WAY, ())
        assert store.scores() == block_scores(store.results())
        assert sum(score.forfeits for score in store.scores()) == 3
        assert store.results_version() != before
        assert store.matches()[1].verdict == "forfeit_timeout"


def test_a_void_ruling_opens_the_block_again(store: Store) -> None:
    store.add_ruling(ruling(match(0, 1), "b2:1"), attempts_left=True)
    block = store.block(0)
    assert (block.state, block.attempt, block.reason) == ("open", 2, "match m-000000-1-1: two bots of one team")
    assert (store.results(), store.scores()) == ([], [])
    rows = play(store, 0, attempt=2)
    assert counted(store) == [row.match_id for row in rows]


def test_a_block_without_attempts_left_is_given_up_and_comes_back(store: Store) -> None:
    before = store.results(), store.scores()
    store.add_ruling(ruling(match(0, 1), "b2:1"), attempts_left=False)
    assert (store.block(0).state, store.results()) == ("given_up", [])
    store.add_ruling(ruling(match(0, 1), "b2:22", "upheld", replaces="b2:1"), attempts_left=False)
    assert store.block(0).state == "whole"
    assert (store.results(), store.scores()) == before


def test_a_block_that_was_given_up_stays_so_while_another_match_is_void(store: Store) -> None:
    store.add_ruling(ruling(match(0, 1), "b2:1"), attempts_left=False)
    store.add_ruling(ruling(match(0, 2), "b2:2"), attempts_left=False)
    store.add_ruling(ruling(match(0, 1), "b2:33", "upheld", replaces="b2:1"), attempts_left=False)
    assert store.block(0).state == "given_up"
    store.void_match(void(1, 0), attempts_left=False)
    store.add_ruling(ruling(void(1, 0), "b2:4", "upheld"), attempts_left=False)
    assert store.block(1).state == "given_up"


def test_a_block_that_is_being_played_is_voided_by_a_ruling_too(store: Store) -> None:
    store.add_match(match(1, 0), block_state="open")
    store.add_ruling(ruling(match(1, 0), "b2:1"), attempts_left=True)
    assert (store.block(1).state, store.block(1).attempt) == ("open", 2)


def test_what_went_on_without_the_match_is_not_touched(store: Store) -> None:
    store.add_ruling(ruling(match(0, 1), "b2:1"), attempts_left=True)
    rows = play(store, 0, attempt=2)
    store.add_ruling(ruling(match(0, 1), "b2:22", "upheld", replaces="b2:1"), attempts_left=True)
    store.add_ruling(ruling(match(0, 2), "b2:3"), attempts_left=True)
    play(store, 1)
    store.withdraw_block(1, "benched")
    store.add_ruling(ruling(match(1, 0), "b2:4"), attempts_left=True)
    assert counted(store) == [row.match_id for row in rows]
    assert store.block(1).state == "withdrawn"


def test_a_ruling_that_is_replaced_no_longer_holds(store: Store) -> None:
    before = store.results()
    store.add_ruling(ruling(match(0, 1), "b2:1", "adjudicated", ranking=OTHER_WAY), attempts_left=True)
    upheld = ruling(match(0, 1), "b2:22", "upheld", replaces="b2:1")
    store.add_ruling(upheld, attempts_left=True)
    assert store.results() == before
    assert [row.digest for row in store.rulings()] == ["b2:1", "b2:22"]
    assert store.rulings()[1] == upheld


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (ruling(match(0, 1), "b2:9", "upheld"), "stands on match m-000000-1-1: adjudicated by judge, b2:1"),
        (ruling(match(0, 1), "b2:9", "adjudicated", ranking=match(0, 1).ranking), "a new one must replace it"),
        (ruling(match(0, 2), "b2:9", "upheld", replaces="b2:1"), "replaces one on another match, m-000000-1-1"),
        (ruling(match(0, 2), "b2:9", "upheld", replaces="b2:8"), "b2:8, is not stored: add that one first"),
        (ruling(match(0, 2), "b2:9", "upheld", replaces="b2:9"), "b2:9, is not stored: add that one first"),
        (ruling(match(0, 2), "b2:9", "adjudicated"), "a ranking goes with the verdict adjudicated"),
        (ruling(match(0, 2), "b2:9", "void", ranking=OTHER_WAY), "a ranking goes with the verdict adjudicated"),
        (ruling(match(0, 2), "b2:9", "adjudicated", ranking=(0, 1, 2, 2)), "each of the seats 0 to 3 once"),
        (ruling(match(0, 2), "b2:9", "adjudicated", ranking=(0, 1, 2)), "each of the seats 0 to 3 once"),
        (ruling(match(1, 2), "b2:9"), "there is no match m-000001-1-2"),
        (ruling(void(2, 0), "b2:9", "adjudicated", ranking=OTHER_WAY), r"was void \(a worker was lost\)"),
    ],
)  # fmt: skip
def test_what_does_not_go_together_is_refused(store: Store, row: RulingRow, words: str) -> None:
    store.void_match(void(2, 0), attempts_left=True)
    store.add_ruling(ruling(match(0, 1), "b2:1", "adjudicated", ranking=OTHER_WAY), attempts_left=True)
    before = store.rulings(), store.results(), store.blocks(), store.results_version()
    with pytest.raises(RulingRefusedError, match=words):
        store.add_ruling(row, attempts_left=True)
    assert (store.rulings(), store.results(), store.blocks(), store.results_version()) == before


def test_an_earlier_ruling_can_be_replaced_once(store: Store) -> None:
    store.add_ruling(ruling(match(0, 1), "b2:1", "adjudicated", ranking=OTHER_WAY), attempts_left=True)
    store.add_ruling(ruling(match(0, 1), "b2:2", "upheld", replaces="b2:1"), attempts_left=True)
    with pytest.raises(RulingRefusedError, match="another ruling stands on match m-000000-1-1: upheld by judge, b2:2"):
        store.add_ruling(ruling(match(0, 1), "b2:3", "void", replaces="b2:1"), attempts_left=True)


def test_a_ruling_is_stored_once(store: Store) -> None:
    store.add_ruling(ruling(match(0, 1), "b2:1", "upheld"), attempts_left=True)
    with pytest.raises(AlreadyStoredError, match="the ruling b2:1 on match m-000000-1-1 is stored already"):
        store.add_ruling(ruling(match(0, 1), "b2:1", "upheld"), attempts_left=True)
