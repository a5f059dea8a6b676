"""What lies in the folder decides whether there is a tournament; what is wrong with it is said."""

import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from referee.tournament.store import opening
from referee.tournament.store.errors import StoreError, StoreExistsError, StoreInUseError, StoreMissingError
from referee.tournament.store.store import Store
from tests.kit.disk import files_no_longer_than
from tests.kit.unprivileged import open_folder, without_root
from tests.tournament.store.made import ENTRANTS, TOURNAMENT, block, match, new_store, play

Open = Callable[[Path], Store]
BOTH = pytest.mark.parametrize("open_store", [Store.open_to_write, Store.open_to_read])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A tournament with one block that is whole, closed."""
    with new_store(tmp_path / "cup") as store:
        play(store, 0)
    return tmp_path / "cup"


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_secret_of_the_seeds_is_for_its_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with new_store(tmp_path / "deep" / "cup") as store:
            play(store, 0)
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "deep" / "cup").iterdir()}
    finally:
        os.umask(before)
    assert modes == dict.fromkeys(["run.lock", "tournament.db", "tournament.db-shm", "tournament.db-wal"], 0o600)
    assert files(tmp_path / "deep" / "cup") == ["run.lock", "tournament.db"]


def test_a_database_that_others_may_read_is_not_gone_on_with(folder: Path) -> None:
    (folder / "tournament.db").chmod(0o640)
    with pytest.raises(StoreError, match=r"has mode 0640, so others than its owner may read .*: chmod 600"):
        Store.open_to_write(folder)
    Store.open_to_read(folder).close()


@BOTH
def test_a_folder_without_a_tournament(tmp_path: Path, open_store: Open) -> None:
    for place in (tmp_path, tmp_path / "nowhere", tmp_path / "file" / "in"):
        (tmp_path / "file").touch()
        with pytest.raises(StoreMissingError, match=f"{place}: there is no tournament here"):
            open_store(place)
    assert files(tmp_path) == ["file"]


def test_a_tournament_is_not_written_over(folder: Path) -> None:
    before = (folder / "tournament.db").read_bytes()
    with pytest.raises(StoreExistsError, match=r"tournament\.db: is there already"):
        Store.create(folder, TOURNAMENT, ENTRANTS)
    assert (folder / "tournament.db").read_bytes() == before
    Store.open_to_write(folder).close()


def test_a_new_tournament_is_whole_or_not_there(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="UNIQUE"):
        Store.create(tmp_path / "deep" / "cup", TOURNAMENT, [*ENTRANTS, ENTRANTS[0]])
    assert files(tmp_path) == []
    with files_no_longer_than(40_000), pytest.raises(StoreError, match=r"tournament\.db\.new: .*disk"):
        Store.create(tmp_path / "deep" / "cup", TOURNAMENT, ENTRANTS)
    assert files(tmp_path) == []


def test_what_a_killed_process_left_of_a_new_one_is_in_nobodys_way(tmp_path: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        (tmp_path / f"tournament.db.new{ending}").write_bytes(b"half")
    new_store(tmp_path).close()
    assert files(tmp_path) == ["run.lock", "tournament.db"]


def test_a_tournament_goes_into_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for place, words in ((tmp_path / "file", "is no folder"), (tmp_path / "file" / "cup", "Not a directory")):
        with pytest.raises(StoreError, match=words):
            Store.create(place, TOURNAMENT, ENTRANTS)


def test_odd_names_of_folders(tmp_path: Path) -> None:
    for name in ("a b", "50%41?mode=rw#x", "ü", os.fsdecode(b"\xff\xfe")):
        with new_store(tmp_path / name) as store:
            play(store, 0)
        with Store.open_to_read(tmp_path / name) as store:
            assert len(store.matches()) == 4
        assert files(tmp_path / name) == ["run.lock", "tournament.db", "tournament.db-shm", "tournament.db-wal"]


@BOTH
@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"name,points\n" * 1000, "is no tournament's database, or is damaged"),
        (b"SQLite format 3\0" + bytes(84), "is no tournament's database, or is damaged"),
        (b"SQLite", "is no tournament's database, or is damaged"),
    ],
)
def test_a_file_that_is_no_database(tmp_path: Path, open_store: Open, content: bytes, words: str) -> None:
    file = tmp_path / "tournament.db"
    file.touch(0o600)
    file.write_bytes(content)
    with pytest.raises(StoreError, match=rf"tournament\.db: {words}"):
        open_store(tmp_path)
    assert file.read_bytes() == content


@BOTH
def test_a_half_written_database(folder: Path, open_store: Open) -> None:
    whole = (folder / "tournament.db").read_bytes()
    for length in (100, 4096, 5000, len(whole) // 2, len(whole) - 1):
        (folder / "tournament.db").write_bytes(whole[:length])
        with pytest.raises(StoreError, match=r"tournament\.db: is (damaged|no tournament's database)"):
            open_store(folder)
    (folder / "tournament.db").write_bytes(whole)
    open_store(folder).close()


def test_a_page_that_was_spoilt(folder: Path) -> None:
    content = bytearray((folder / "tournament.db").read_bytes())
    page = content.index(b"m-000000-1-2") // 4096
    content[page * 4096 : page * 4096 + 100] = bytes(100)
    (folder / "tournament.db").write_bytes(content)
    with pytest.raises(StoreError, match=r"tournament\.db: is damaged .*: put back a copy"):
        Store.open_to_write(folder)
    with Store.open_to_read(folder) as store, pytest.raises(StoreError, match=r"tournament\.db: is damaged"):
        store.matches()


@BOTH
def test_a_value_that_was_spoilt(folder: Path, open_store: Open) -> None:
    content = (folder / "tournament.db").read_bytes()
    assert content.count(b"[1200,30,5,900]") == 4
    (folder / "tournament.db").write_bytes(content.replace(b"[1200,30,5,900]", b"[1200,30,5,9x0]"))
    with open_store(folder) as store, pytest.raises(StoreError, match=r"tournament\.db: is damaged \(JSON"):
        store.matches()


@BOTH
def test_a_database_of_another_program(tmp_path: Path, open_store: Open) -> None:
    with closing(sqlite3.connect(tmp_path / "tournament.db")) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.commit()
    (tmp_path / "tournament.db").chmod(0o600)
    with pytest.raises(StoreError, match="is a database of another program"):
        open_store(tmp_path)


@BOTH
def test_a_database_that_another_program_holds(folder: Path, open_store: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "_PATIENCE_S", 0.05)
    with closing(sqlite3.connect(folder / "tournament.db", isolation_level=None)) as browser:
        browser.execute("PRAGMA locking_mode = EXCLUSIVE")
        browser.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreInUseError, match="another program holds it and does not let go"):
            open_store(folder)
    open_store(folder).close()


def test_a_lock_that_comes_while_a_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "_PATIENCE_S", 0.05)
    with new_store(tmp_path / "cup") as store:
        with closing(sqlite3.connect(tmp_path / "cup" / "tournament.db", isolation_level=None)) as browser:
            browser.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreInUseError, match="another program holds it"):
                store.add_match(match(0, 0), block_state="open")
        assert store.matches() == []
        play(store, 0)
        assert len(store.results()) == 4


def test_who_reads_does_not_write(folder: Path) -> None:
    with Store.open_to_read(folder) as store:
        with pytest.raises(StoreError, match=r"can't be written: .* or it was opened to be read"):
            store.add_blocks([block(1)])
        assert len(store.blocks()) == 1


def test_who_may_not_enter() -> None:
    with open_folder() as outer:
        new_store(outer / "cup").close()
        (outer / "closed").mkdir(0o700)
        with without_root():
            with pytest.raises(StoreError, match=r"tournament\.db: can't be opened: this user may not"):
                Store.open_to_read(outer / "cup")
            with pytest.raises(StoreError, match=r"run\.lock: can't be written \(Permission denied\)"):
                Store.open_to_write(outer / "cup")
            with pytest.raises(StoreError, match="Permission denied: a tournament needs"):
                Store.create(outer / "closed" / "other", TOURNAMENT, ENTRANTS)
            with pytest.raises(StoreError, match="Permission denied: a tournament needs a folder that it may write to"):
                Store.create(outer / "other", TOURNAMENT, ENTRANTS)


class TestReadOnly:
    """A folder that nothing can be written into, as on a disk that is mounted so, in three states of the database."""

    @pytest.fixture
    def archive(self) -> Iterator[Path]:
        with open_folder() as outer:
            outer.chmod(0o777)
            with without_root():
                yield outer / "cup"
                (outer / "cup").chmod(0o755)

    def test_of_a_run_that_ended(self, archive: Path) -> None:
        with new_store(archive) as store:
            play(store, 0)
        archive.chmod(0o555)
        with Store.open_to_read(archive) as store:
            assert len(store.results()) == 4
        assert files(archive) == ["run.lock", "tournament.db"]

    def test_that_was_read_before(self, archive: Path) -> None:
        with new_store(archive) as store:
            play(store, 0)
        Store.open_to_read(archive).close()
        archive.chmod(0o555)
        with Store.open_to_read(archive) as store:
            assert len(store.results()) == 4

    def test_of_a_run_that_was_killed(self, archive: Path) -> None:
        with new_store(archive) as store:
            play(store, 0)
            killed = {path.name: path.read_bytes() for path in archive.iterdir()}
        for name, content in killed.items():
            (archive / name).write_bytes(content)
        archive.chmod(0o555)
        with Store.open_to_read(archive) as store:
            assert len(store.results()) == 4
        archive.chmod(0o755)
        (archive / "tournament.db-shm").unlink()
        archive.chmod(0o555)
        with pytest.raises(
            StoreError, match=r"where tournament\.db-wal lies beside it in a folder that can't be written"
        ):
            Store.open_to_read(archive)

    def test_is_not_gone_on_with(self, archive: Path) -> None:
        new_store(archive).close()
        (archive / "run.lock").unlink()
        archive.chmod(0o555)
        with pytest.raises(
            StoreError, match=r"run\.lock: can't be written \(Permission denied\): a run needs a folder"
        ):
            Store.open_to_write(archive)
        archive.chmod(0o755)
        (archive / "tournament.db").chmod(0o400)
        with pytest.raises(StoreError, match=r"tournament\.db: can't be written"):
            Store.open_to_write(archive)
