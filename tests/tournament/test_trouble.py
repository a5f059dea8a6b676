"""A machine that gives out, and files that are not as they were: clear words, and nothing is lost."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from referee.replays.verify import verify
from tests.kit.disk import files_no_longer_than
from tests.tournament.conftest import Ask
from tests.tournament.cups import Cup, check_complete, new_cup


@pytest.fixture(scope="module")
def first_block(tmp_path_factory: pytest.TempPathFactory, instant: dict[str, str]) -> Cup:
    """One block of a tournament of two."""
    cup = new_cup(tmp_path_factory.mktemp("trouble"), instant, at_a_time=1)
    cup.play("--blocks", "1")
    return cup


@pytest.fixture
def played(tmp_path: Path, first_block: Cup) -> Cup:
    """A copy of it."""
    shutil.copytree(first_block.file.parent, tmp_path, dirs_exist_ok=True)
    return Cup(tmp_path / first_block.file.name)


def go_on(cup: Cup, ask: Ask) -> None:
    told = ask("tournament", "run", cup.file, "--blocks", 2)
    assert told.status == 0, told.err
    check_complete(cup, 8)


def test_a_disk_that_is_full(played: Cup, ask: Ask) -> None:
    before = played.matches()
    with files_no_longer_than(3_000):  # no record of a match is as short
        told = ask("tournament", "run", played.file, "--blocks", 2)
    assert told.status == 3
    assert "File too large" in told.err or "disk" in told.err
    assert played.matches() == before
    go_on(played, ask)


def test_a_disk_that_is_full_when_a_match_is_stored(played: Cup, ask: Ask) -> None:
    """The records still find room, the database does not."""
    before = played.matches()
    size = (played.folder / "tournament.db").stat().st_size
    with files_no_longer_than(size // 2):
        told = ask("tournament", "run", played.file, "--blocks", 2)
    assert told.status == 3
    assert "tournament.db" in told.err
    assert played.matches()[: len(before)] == before
    go_on(played, ask)


def test_a_second_run_at_the_same_time(played: Cup, ask: Ask) -> None:
    with played.start("--blocks", "2") as process:
        assert process.stderr is not None
        while "to play:" not in process.stderr.readline():
            continue
        for command in (["run"], ["bench", "--reason", "slow"]):
            told = ask("tournament", command[0], played.file, *(["a"] if command[0] == "bench" else []), *command[1:])
            assert told.status == 3
            assert f"another run plays this tournament (process {process.pid})" in told.err
        assert ask("tournament", "standings", played.file).status == 0
        process.communicate()
        assert process.returncode == 0
    check_complete(played, 8)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_can_only_be_read(played: Cup, ask: Ask) -> None:
    played.folder.chmod(0o500)
    try:
        told = ask("tournament", "run", played.file, "--blocks", 2)
        assert told.status == 3
        assert "can't be written" in told.err
        for command in ("status", "standings", "crosstable", "export"):
            assert ask("tournament", command, played.file).status == 0
    finally:
        played.folder.chmod(0o700)
    go_on(played, ask)


def test_a_database_that_somebody_holds(played: Cup, ask: Ask) -> None:
    with closing(sqlite3.connect(played.folder / "tournament.db", isolation_level=None)) as browser:
        browser.execute("BEGIN IMMEDIATE")
        told = ask("tournament", "run", played.file, "--blocks", 2)
        assert told.status == 3
        assert "another program holds it" in told.err
        assert ask("tournament", "status", played.file).status == 0
    go_on(played, ask)


def test_a_database_that_is_cut_off(played: Cup, ask: Ask) -> None:
    database = played.folder / "tournament.db"
    whole = database.read_bytes()
    again = Cup(Path(shutil.copytree(played.file.parent, played.file.with_name("again"))) / played.file.name)
    for size in (0, 100, len(whole) // 2 + 7, len(whole) // 2 // 4096 * 4096):
        database.write_bytes(whole[:size])
        for command in ("run", "status", "standings"):
            told = ask("tournament", command, played.file)
            assert told.status == 3 or (command != "run" and told.status == 0), (size, command)
            if told.status == 3:
                assert str(database) in told.err
    go_on(again, ask)


@pytest.mark.parametrize("foreign", [b"not a database, though it is long enough to be one" * 200, None])
def test_a_database_of_another_program(played: Cup, ask: Ask, foreign: bytes | None) -> None:
    database = played.folder / "tournament.db"
    database.unlink()
    if foreign is not None:
        database.write_bytes(foreign)
    else:
        with closing(sqlite3.connect(database)) as other:
            other.execute("CREATE TABLE songs (name TEXT)")
    database.chmod(0o600)
    before = database.read_bytes()
    for command in ("run", "status", "standings", "crosstable", "pairs", "plots", "export"):
        told = ask("tournament", command, played.file)
        assert told.status == 3
        assert str(database) in told.err
    assert database.read_bytes() == before


def test_a_replay_that_is_removed(played: Cup, ask: Ask) -> None:
    """What it showed is stored, and counts; the digest shows whether a copy is the one that was counted."""
    row = played.matches()[2]
    assert row.replay is not None
    replay = played.folder / row.replay
    table = ask("tournament", "standings", played.file)
    copy = replay.with_name("copy.jsonl.gz")
    replay.rename(copy)
    assert ask("tournament", "standings", played.file) == table
    for command in ("status", "crosstable", "pairs", "export"):
        assert ask("tournament", command, played.file).status == 0
    rows = ask("tournament", "export", played.file, "--as", "matches").out
    assert str(row.game_digest) in rows
    assert ask("replay", "verify", replay).status == 2
    told = ask("tournament", "run", played.file, "--blocks", 2)
    assert told.status == 0, told.err
    assert len(played.matches()) == 8
    assert verify(copy).record_digest == row.record_digest


def test_the_replays_that_are_all_removed(played: Cup, ask: Ask) -> None:
    shutil.rmtree(played.folder / "replays")
    assert ask("tournament", "run", played.file, "--blocks", 2).status == 0
    assert ask("tournament", "export", played.file, "--as", "html").status == 0
    assert len(played.matches()) == 8


def test_where_there_is_no_tournament(tmp_path: Path, instant: dict[str, str], ask: Ask) -> None:
    cup = new_cup(tmp_path, instant)
    for command in ("status", "standings", "crosstable", "pairs", "plots", "export"):
        told = ask("tournament", command, cup.file)
        assert told.status == 2
        assert "there is no tournament here" in told.err
    assert not cup.folder.exists()
    told = ask("tournament", "run", tmp_path / "nothing.toml")
    assert (told.status, told.err) == (2, f"referee: {tmp_path / 'nothing.toml'}: No such file or directory\n")


def test_a_sandbox_that_is_not_to_be_had(tmp_path: Path, instant: dict[str, str], ask: Ask) -> None:
    cup = new_cup(tmp_path, instant, sandbox="none", sandbox_level="full", blocks=1, at_a_time=2)
    told = ask("tournament", "run", cup.file)
    assert told.status == 3
    assert "full" in told.err.splitlines()[-1]
    assert cup.left_running(0) == []
