"""What is played next: every match once, void blocks again, and everybody as often, whoever is benched meanwhile."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from referee.tournament.agenda import Agenda, Task
from referee.tournament.plan import MOST_ATTEMPTS
from referee.tournament.results import MatchResult
from referee.tournament.store.store import Store
from tests.tournament.planned import new_agenda, new_plan, new_store, next_task, play_all, row_of, void_of
from tests.tournament.store.made import ruling


def blocks_of(tasks: list[Task]) -> dict[int, list[Task]]:
    found: dict[int, list[Task]] = {}
    for task in tasks:
        found.setdefault(task.block, []).append(task)
    return found


def groups_of(store: Store) -> list[tuple[int, tuple[int, ...]]]:
    """Round and group of each block that counts or may."""
    return [(block.round, tuple(sorted(block.lineup))) for block in store.blocks() if block.state in ("open", "whole")]


@pytest.mark.parametrize(
    ("keys", "orders"),
    [({}, 4), ({"seats": 3}, 3), ({"orders": "all"}, 24), ({"format": "gauntlet", "candidate": "bot3"}, 4),
     ({"format": "rounds", "bounds": {"rounds": 1}}, 4)],
)  # fmt: skip
def test_every_match_of_a_block_once_on_one_seed(tmp_path: Path, keys: dict[str, Any], orders: int) -> None:
    plan = new_plan(**keys)
    with new_store(tmp_path / "cup", plan) as store:
        tasks = play_all(new_agenda(store, plan))
        assert {block.state for block in store.blocks()} == {"whole"}
        assert len(store.matches()) == len(tasks) == 5 * orders
    assert len({task.match_id for task in tasks}) == len(tasks)
    blocks = blocks_of(tasks)
    assert len({block[0].seed for block in blocks.values()}) == len(blocks) == 5
    for block in blocks.values():
        assert len({task.seed for task in block}) == 1
        assert sorted(task.order for task in block) == list(range(orders))
        assert len({task.entrants for task in block}) == orders
        sat = Counter((entrant, seat) for task in block for seat, entrant in enumerate(task.entrants))
        assert len(set(sat.values())) == 1, "each on each seat as often"
        assert len(sat) == plan.seats**2


def test_one_after_another_makes_the_same_matches_as_several_at_a_time(tmp_path: Path) -> None:
    plan = new_plan()
    with new_store(tmp_path / "one", plan) as store:
        expected = play_all(new_agenda(store, plan))
    with new_store(tmp_path / "many", plan) as store:
        agenda, found = new_agenda(store, plan), list[Task]()
        running: list[Task] = []
        while (task := next_task(agenda)) is not None or running:
            if task is not None:
                running.append(task)
            if task is None or len(running) > 5:
                done = running.pop(len(found) % len(running))
                agenda.played(row_of(done))
                found.append(done)
    assert sorted(found) == sorted(expected)


def test_a_run_goes_on_where_the_last_one_was(tmp_path: Path) -> None:
    plan = new_plan()
    with new_store(tmp_path / "undisturbed", plan) as store:
        expected = play_all(new_agenda(store, plan))
    found = []
    with new_store(tmp_path / "disturbed", plan) as store:
        while True:  # a new run for every three matches, of which the last is not entered
            agenda = new_agenda(store, plan)
            for _ in range(2):
                task = next_task(agenda)
                if task is None:
                    break
                agenda.played(row_of(task))
                found.append(task)
            if next_task(agenda) is None:
                break
    assert found == expected


def test_a_void_match_voids_its_block_which_is_played_again_on_a_new_seed(tmp_path: Path) -> None:
    plan = new_plan(4, bounds={"blocks": 1})
    with new_store(tmp_path / "cup", plan) as store:
        agenda = new_agenda(store, plan)
        first, second, late = (next_task(agenda) for _ in range(3))
        assert first is not None
        assert second is not None
        assert late is not None
        agenda.played(row_of(first))
        agenda.void(void_of(second))
        assert not agenda.played(row_of(late)), "its block went on without it"
        again = play_all(agenda)
        assert [task.attempt for task in again] == [2] * 4
        assert {task.seed for task in again}.isdisjoint({first.seed})
        assert {task.match_id for task in again}.isdisjoint({first.match_id, second.match_id, late.match_id})
        assert [(row.attempt, row.is_void) for row in store.matches()] == [(1, False), (1, True)] + [(2, False)] * 4
        assert {result.match_id for result in store.results()} == {task.match_id for task in again}


def test_a_block_that_is_void_too_often_is_given_up_for_another(tmp_path: Path) -> None:
    plan = new_plan(5, bounds={"blocks": 2})
    with new_store(tmp_path / "cup", plan) as store:
        agenda = new_agenda(store, plan)
        seeds = set()
        for attempt in range(1, MOST_ATTEMPTS + 1):
            task = next_task(agenda)
            assert task is not None
            assert (task.block, task.attempt) == (0, attempt)
            seeds.add(task.seed)
            agenda.void(void_of(task))
        assert len(seeds) == MOST_ATTEMPTS
        rest = play_all(agenda)
        assert Counter(task.block for task in rest) == {1: 4, 2: 4}
        assert [block.state for block in store.blocks()] == ["given_up", "whole", "whole"]
        assert agenda.matches_left == 0


def test_a_match_that_could_not_be_brought_about_waits_again(tmp_path: Path) -> None:
    plan = new_plan()
    with new_store(tmp_path / "cup", plan) as store:
        agenda = new_agenda(store, plan)
        task = next_task(agenda)
        assert task is not None
        left = agenda.matches_left
        agenda.not_played(task)
        assert (next_task(agenda), agenda.matches_left) == (task, left)


# -- benched ------------------------------------------------------------------------------------------------


def play_blocks(agenda: Agenda, blocks: int) -> None:
    """So many whole blocks."""
    while blocks:
        task = next_task(agenda)
        assert task is not None
        blocks -= agenda.played(row_of(task))


def check_fair(store: Store, active: range, by: int) -> None:
    """However few blocks it had stopped after, nobody had played more than ``by`` more than another, once all did."""
    plays = Counter(dict.fromkeys(active, 0))
    for block in store.blocks():
        if block.state != "withdrawn":
            plays.update(number for number in block.lineup if number in active)
            assert max(plays.values()) - min(plays.values()) <= by, block


def test_who_is_benched_plays_no_more_and_the_rest_stays_fair(tmp_path: Path) -> None:
    plan = new_plan(7, bounds={"rounds": 1})
    with new_store(tmp_path / "cup", plan) as store:
        agenda = new_agenda(store, plan)
        play_blocks(agenda, 10)
        while not (agenda.has_open_blocks and 6 in store.blocks()[-1].lineup):
            task = next_task(agenda)
            assert task is not None
            if 6 not in task.entrants or agenda.matches_left is None:
                agenda.played(row_of(task))
        number = store.blocks()[-1].number
        assert agenda.bench(6, "it fell ill") == [number]
        assert agenda.is_benched(6)
        play_all(agenda)
        blocks = store.blocks()
        assert blocks[number].state == "withdrawn"
        assert all(6 not in block.lineup for block in blocks[number + 1 :])
        assert sum(block.state == "whole" for block in blocks) == 35
        check_fair(store, range(6), by=3)


def test_a_block_that_a_ruling_opens_again_is_not_played_with_who_is_benched(tmp_path: Path) -> None:
    plan = new_plan(5, bounds={"rounds": 1})
    with new_store(tmp_path / "cup", plan) as store:
        agenda = new_agenda(store, plan)
        play_blocks(agenda, 1)
        block = store.block(0)
        agenda.bench(block.lineup[0], "its files have changed")
        store.add_ruling(ruling(store.matches()[0], "b2:1"), attempts_left=True)
        assert store.block(0).state == "open"
        assert all(block.lineup[0] not in task.entrants for task in play_all(new_agenda(store, plan)))
        name = f"bot{block.lineup[0]}"
        assert (store.block(0).state, store.block(0).reason) == (
            "withdrawn", f"{name} is benched: its files have changed",
        )  # fmt: skip


@pytest.mark.parametrize("keys", [{"format": "round_robin"}, {"format": "gauntlet", "candidate": "bot0"}])
def test_no_group_plays_twice_in_a_round_whoever_is_benched_and_back(tmp_path: Path, keys: dict[str, Any]) -> None:
    plan = new_plan(6, bounds={"rounds": 3}, **keys)
    with new_store(tmp_path / "cup", plan) as store:
        for blocks, change in ((3, (2, None)), (2, (5, None)), (2, (2, "back")), (7, (5, "back"))):
            agenda = new_agenda(store, plan)
            play_blocks(agenda, blocks)
            assert next_task(agenda) is not None  # one is open when the organiser benches somebody
            if change[1] is None:
                agenda.bench(change[0], "asked to")
            else:
                store.unbench(change[0])
        play_all(new_agenda(store, plan))
        others = [group for group in combinations(range(6), 4) if plan.format == "round_robin" or 0 in group]
        drawn = Counter(groups_of(store))
        assert drawn == {(number, group): 1 for number in (1, 2, 3) for group in others}


@pytest.mark.parametrize(
    ("keys", "benched"),
    [({}, (0, 1)), ({"format": "gauntlet", "candidate": "bot0"}, (0,)), ({"format": "rounds"}, (1, 2)),
     ({"format": "compare"}, (3,)), ({"seats": 3}, (0, 1, 2))],
)  # fmt: skip
def test_too_few_are_left(tmp_path: Path, keys: dict[str, Any], benched: tuple[int, ...]) -> None:
    plan = new_plan(5, bounds={"blocks": 20}, **keys)
    with new_store(tmp_path / "cup", plan) as store:
        agenda = new_agenda(store, plan)
        for number in benched[:-1]:
            agenda.bench(number, "ill")
        assert agenda.begin()
        assert agenda.next_open() is not None
        agenda.bench(benched[-1], "ill")
        assert next_task(agenda) is None
        assert not agenda.has_open_blocks


# -- rounds -------------------------------------------------------------------------------------------------


def test_a_round_is_drawn_when_the_last_is_over_and_whole(tmp_path: Path) -> None:
    plan = new_plan(9, format="rounds", bounds={"blocks": 26})
    asked = []

    def rate(results: list[MatchResult]) -> dict[int, float]:
        asked.append(len(results))
        return {}

    with new_store(tmp_path / "cup", plan) as store:
        agenda = Agenda(store, plan, bytes(32), 26, rate)
        assert agenda.begin()
        task = agenda.next_open()
        assert task is not None
        assert not agenda.begin(), "the round is open"
        agenda.not_played(task)
        play_all(agenda)
        assert Counter(block.round for block in store.blocks()) == {1: 9, 2: 9}
        assert asked[:2] == [0, 9 * 4]
        plays = Counter(number for block in store.blocks() for number in block.lineup)
        assert plays == dict.fromkeys(range(9), 8)


def test_a_round_without_one_who_is_benched_is_fair_among_the_others(tmp_path: Path) -> None:
    plan = new_plan(9, format="rounds", bounds={"blocks": 18})
    with new_store(tmp_path / "cup", plan) as store:
        agenda = new_agenda(store, plan)
        play_blocks(agenda, 9)
        agenda.bench(4, "ill")
        play_all(agenda)
        later = [block for block in store.blocks() if block.round > 1]
        plays = Counter(number for block in later for number in block.lineup)
        assert len(set(plays.values())) == 1
        assert set(plays) == set(range(9)) - {4}
