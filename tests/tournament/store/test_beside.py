"""Somebody reads while a run writes: what is read is whole, and nobody waits for anybody."""

from pathlib import Path

from referee.tournament.store.store import Store
from tests.tournament.store.made import ROTATIONS, new_store, play
from tests.tournament.store.writers import play_on, writer

BLOCKS = 60


def test_readers_beside_a_run(tmp_path: Path) -> None:
    new_store(tmp_path / "cup", 0).close()
    seen = [0]
    with Store.open_to_read(tmp_path / "cup") as stays, writer(play_on, tmp_path / "cup", BLOCKS) as (process, heard):
        assert heard.recv() == "m-000000-1-0"
        while process.is_alive():
            with Store.open_to_read(tmp_path / "cup") as comes_and_goes:
                for store in (comes_and_goes, stays):
                    seen.append(len(store.results()))
                    assert sum(score.seats for score in store.scores()) % (4 * len(ROTATIONS)) == 0
        assert process.exitcode == 0
        assert len(stays.results()) == BLOCKS * len(ROTATIONS)
    assert all(count % len(ROTATIONS) == 0 for count in seen)
    assert seen == sorted(seen)
    assert len(set(seen)) > 2


def test_a_reader_in_the_process_that_writes(tmp_path: Path) -> None:
    """Closing the one must not take the other's locks away, as it does where a file is opened by other means."""
    with new_store(tmp_path / "cup", 2) as store:
        play(store, 0)
        with Store.open_to_read(tmp_path / "cup") as reader:
            assert len(reader.results()) == 4
        play(store, 1)
        assert (tmp_path / "cup" / "tournament.db-wal").exists()
        with Store.open_to_read(tmp_path / "cup") as reader:
            assert len(reader.results()) == 8


def test_what_is_read_within_one_moment_is_of_that_moment(tmp_path: Path) -> None:
    with new_store(tmp_path / "cup", 2) as store:
        play(store, 0)
        with Store.open_to_read(tmp_path / "cup") as reader:
            with reader.one_moment():
                before = reader.results_version()
                play(store, 1)
                assert (len(reader.results()), len(reader.scores()), reader.results_version()) == (4, 4, before)
            assert (len(reader.results()), len(reader.scores())) == (8, 8)
