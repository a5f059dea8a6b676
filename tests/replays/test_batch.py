"""Many records: which files of a folder are meant, and that the number of processes changes nothing."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from referee.replays.batch import Unread, replays_in, verify_all
from referee.replays.verify import Verification, verify
from tests.replays.golden import FORFEIT, VICTORY, changed, lines_of


def test_a_folder_s_replays_are_those_below_it_in_the_order_of_their_names(tmp_path: Path) -> None:
    inner = tmp_path / "b" / "c"
    inner.mkdir(parents=True)
    for path in (tmp_path / "z.jsonl", inner / "a.jsonl.gz", tmp_path / "a.jsonl"):
        path.write_bytes(b"")
    for other in ("a.jsonl.seed", "a.jsonl.ruling.json", "notes.txt", "a.evidence.json"):
        (tmp_path / other).write_bytes(b"")
    (tmp_path / "loop").symlink_to(tmp_path)
    assert replays_in(tmp_path) == [tmp_path / "a.jsonl", inner / "a.jsonl.gz", tmp_path / "z.jsonl"]


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        replays_in(tmp_path / "missing")


def test_the_number_of_processes_changes_nothing(tmp_path: Path) -> None:
    lines = lines_of(FORFEIT)
    lines[6] = changed(lines[6], hash="0" * 32)
    (tmp_path / "10.jsonl").write_bytes(b"".join(lines))
    (tmp_path / "20.jsonl").write_bytes(b"")
    for number in (number for number in range(33) if number not in (10, 20, 30)):
        shutil.copy(VICTORY if number % 3 else FORFEIT, tmp_path / f"{number:02}.jsonl")
    files = [tmp_path / f"{number:02}.jsonl" for number in range(33)]
    alone = list(verify_all(files, 1))
    assert [type(found) for found in alone].count(Unread) == 1
    assert alone[30] == Unread("No such file or directory")
    assert [file for file, found in zip(files, alone, strict=True) if getattr(found, "status", "") == "differs"] == [
        tmp_path / "10.jsonl",
        tmp_path / "20.jsonl",
    ]
    assert list(verify_all(files, 2)) == alone


def test_workers_really_do_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is patched here is not patched in another process."""

    def nobody(path: Path) -> Verification:
        raise AssertionError(f"this process verified {path}")

    files = [FORFEIT] * 32
    expected = verify(FORFEIT)
    monkeypatch.setattr("referee.replays.batch.verify", nobody)
    assert list(verify_all(files, 2)) == [expected] * 32
    with pytest.raises(AssertionError, match="this process"):
        list(verify_all(files[:31], 2))  # too few to be worth a second process


def test_a_process_that_is_ended_is_an_error_and_no_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.replays.batch._begin_work", os.abort)
    with pytest.raises(ChildProcessError, match="ended a process that verified replays"):
        list(verify_all([FORFEIT] * 32, 2))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_may_not_be_read_is_an_error(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0)
    with pytest.raises(PermissionError):
        replays_in(tmp_path)
