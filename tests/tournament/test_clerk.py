"""What is entered of each match: bots that never start are benched, and an unfit machine stops the run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from referee.tournament.agenda import Agenda, Task
from referee.tournament.assignments import Reply, Unable, Unstartable
from referee.tournament.clerk import NO_STARTS_IN_A_ROW, VOIDS_IN_A_ROW, Clerk
from referee.tournament.pace import Pace
from referee.tournament.stopped import RunStopped
from referee.tournament.store.store import Store
from tests.tournament.planned import failed, new_agenda, new_plan, new_store, next_task, played


class Heard:
    """An audience that remembers."""

    def __init__(self) -> None:
        self.matches, self.closed = 0, list[int]()
        self.told: list[str] = []

    def played(self) -> None:
        self.matches += 1

    def block_closed(self, number: int) -> None:
        self.closed.append(number)

    def news(self, text: str) -> None:
        self.told.append(text)


class Office:
    """A clerk with what it enters into and who hears of it."""

    def __init__(self, store: Store, folder: Path, agenda: Agenda) -> None:
        self.store, self.agenda, self.heard, self.pace = store, agenda, Heard(), Pace(1)
        self.clerk = Clerk(store, folder, agenda, self.pace, self.heard)

    def task(self) -> Task:
        task = next_task(self.agenda)
        assert task is not None
        return task

    def enter(self, reply: Reply) -> Task:
        """This is what comes of the next match."""
        task = self.task()
        self.clerk.enter(task, reply)
        return task

    def benched(self) -> dict[int, str]:
        return {row.number: row.benched for row in self.store.entrants() if row.benched is not None}


@contextmanager
def office(folder: Path, bots: int = 5, **keys: Any) -> Iterator[Office]:
    plan = new_plan(bots, **keys)
    with new_store(folder / "cup", plan) as store:
        yield Office(store, folder / "cup", new_agenda(store, plan))


def seat_of(task: Task, entrant: int) -> list[int]:
    return [seat for seat, number in enumerate(task.entrants) if number == entrant]


def test_results_are_stored_and_told(tmp_path: Path) -> None:
    with office(tmp_path, bounds={"blocks": 2}) as at:
        for number in range(8):
            task = at.task()
            assert at.clerk.enter(task, played(task)) is (number % 4 == 3)
        assert (at.heard.matches, at.heard.closed, at.heard.told) == (8, [0, 1], [])
        assert len(at.store.results()) == 8
        assert at.pace.matches == 8


def test_who_never_starts_in_three_matches_running_is_benched(tmp_path: Path) -> None:
    with office(tmp_path, 4) as at:
        for number in range(1, NO_STARTS_IN_A_ROW + 1):
            assert at.benched() == {}
            task = at.task()
            at.clerk.enter(task, played(task, no_start=seat_of(task, 2)))
            assert at.heard.matches == number
        assert list(at.benched()) == [2]
        assert "forfeited before the first roll in 3 matches running" in at.benched()[2]
        assert at.store.block(0).state == "withdrawn"
        (told,) = at.heard.told
        assert told.startswith("benched: bot2: forfeited before")
        assert told.endswith("withdrawn: block 0")


def test_one_start_between_is_enough(tmp_path: Path) -> None:
    with office(tmp_path, 4) as at:
        for does_start in (False, False, True, False, False, True):
            task = at.task()
            at.clerk.enter(task, played(task, no_start=() if does_start else seat_of(task, 2)))
        assert at.benched() == {}


def test_a_count_of_no_starts_goes_on_with_the_next_run(tmp_path: Path) -> None:
    with office(tmp_path, 4) as at:
        for _ in range(2):
            task = at.task()
            at.clerk.enter(task, played(task, no_start=seat_of(task, 1)))
        again = Office(at.store, tmp_path / "cup", new_agenda(at.store, new_plan(4)))
        task = again.task()
        again.clerk.enter(task, played(task, no_start=seat_of(task, 1)))
        assert list(again.benched()) == [1]


def test_who_comes_back_from_the_bench_may_fail_anew(tmp_path: Path) -> None:
    """It was mended: what it failed before is not held against it."""
    with office(tmp_path, 4) as at:
        for _ in range(NO_STARTS_IN_A_ROW):
            task = at.task()
            at.clerk.enter(task, played(task, no_start=seat_of(task, 1)))
        assert list(at.benched()) == [1]
        at.store.unbench(1)
        again = Office(at.store, tmp_path / "cup", new_agenda(at.store, new_plan(4)))
        task = again.task()
        again.clerk.enter(task, played(task, no_start=seat_of(task, 1)))
        assert again.benched() == {}


def test_who_cannot_be_started_is_benched_and_the_match_is_played_without_it(tmp_path: Path) -> None:
    with office(tmp_path, 6) as at:
        task = at.task()
        gone = task.entrants[1]
        at.clerk.enter(task, Unstartable(entrant=gone, reason="bots/x: is no folder"))
        assert at.benched() == {gone: "bots/x: is no folder"}
        assert at.store.matches() == []
        assert at.store.block(0).state == "withdrawn"
        assert gone not in at.task().entrants


def test_a_reply_on_one_who_is_benched_already_changes_nothing(tmp_path: Path) -> None:
    """Two workers were at its matches."""
    with office(tmp_path, 6) as at:
        one, other = at.task(), at.task()
        gone = one.entrants[0]
        at.clerk.enter(one, Unstartable(entrant=gone, reason="first"))
        at.clerk.enter(other, Unstartable(entrant=gone, reason="second"))
        assert at.benched() == {gone: "first"}
        assert len(at.heard.told) == 1


def test_void_matches_one_after_another_stop_the_run(tmp_path: Path) -> None:
    with office(tmp_path) as at:
        for _ in range(VOIDS_IN_A_ROW - 1):
            at.enter(failed())
        with pytest.raises(RunStopped, match=r"3 void matches one after another; the last: out of processes"):
            at.enter(failed())
        assert len(at.store.matches()) == VOIDS_IN_A_ROW, "stored all the same"


def test_void_matches_now_and_then_do_not(tmp_path: Path) -> None:
    with office(tmp_path, bounds={"blocks": 8}) as at:
        for _ in range(6):
            task = at.enter(failed("a worker was lost"))
            assert at.heard.told[-1] == (
                f"void: match {task.match_id} of block {task.block}, attempt {task.attempt}: a worker was lost"
            )
            good = at.task()
            at.clerk.enter(good, played(good))


def test_where_no_match_can_be_played_the_run_stops_and_the_match_waits(tmp_path: Path) -> None:
    with office(tmp_path) as at:
        task = at.task()
        with pytest.raises(RunStopped, match=r"^replays: No space left on device$"):
            at.clerk.enter(task, Unable(reason="replays: No space left on device"))
        assert at.task() == task
        assert at.store.matches() == []
