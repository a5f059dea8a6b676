"""A disk that is full: the match is not there, everything before it is, and with room again the run goes on."""

from pathlib import Path

import pytest

from referee.tournament.store.errors import StoreError
from referee.tournament.store.store import Store
from tests.kit.disk import files_no_longer_than
from tests.tournament.store.made import match, new_store, play

WORDS = r"tournament\.db: .*disk"


@pytest.mark.parametrize("room", [0, 1, 4000, 4121, 9000])
def test_a_match_that_finds_no_room(tmp_path: Path, room: int) -> None:
    """The first goes into the -wal; ``room`` is for less of the next one than it takes."""
    with new_store(tmp_path / "cup", blocks=2) as store:
        store.add_match(match(0, 0), block_state="open")
        used = (tmp_path / "cup" / "tournament.db-wal").stat().st_size
        before = store.matches(), store.blocks()
        for _ in range(2):
            with files_no_longer_than(used + room), pytest.raises(StoreError, match=WORDS):
                store.add_match(match(0, 1), block_state="open")
            assert (store.matches(), store.blocks()) == before
        for order in range(1, 4):
            store.add_match(match(0, order), block_state="whole" if order == 3 else "open")
        play(store, 1)
    with Store.open_to_write(tmp_path / "cup") as store:
        assert len(store.results()) == 8


def test_the_last_match_of_a_block_does_not_count_by_half(tmp_path: Path) -> None:
    with new_store(tmp_path / "cup") as store:
        for order in range(3):
            store.add_match(match(0, order), block_state="open")
        used = (tmp_path / "cup" / "tournament.db-wal").stat().st_size
        with files_no_longer_than(used + 8000), pytest.raises(StoreError, match=WORDS):
            store.add_match(match(0, 3), block_state="whole")
        assert (store.block(0).state, store.played(0, 1), store.scores()) == ("open", {0, 1, 2}, [])


def test_a_run_that_begins_on_a_full_disk(tmp_path: Path) -> None:
    with new_store(tmp_path / "cup") as store:
        play(store, 0)
    with files_no_longer_than(10), pytest.raises(StoreError, match=WORDS):
        Store.open_to_write(tmp_path / "cup")
    with Store.open_to_write(tmp_path / "cup") as store:
        assert len(store.results()) == 4
