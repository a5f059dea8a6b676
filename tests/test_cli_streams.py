"""Standard streams that are not as a terminal's: closed at the start, closed by their reader, on a full disk."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.replays.verify import verify
from tests.match.commands import BOT, POLITE, command, environment
from tests.match.tables import left_running
from tests.replays.golden import VICTORY

MATCH = ("match", *POLITE, "--set", "roll_cap=8", "--replay", "m.jsonl")
UNREAD = 141


@pytest.fixture
def unread() -> Iterator[int]:
    """The writing end of a pipe whose reader has left."""
    reader, writer = os.pipe()
    os.close(reader)
    yield writer
    os.close(writer)


def run(
    arguments: tuple[str, ...], cwd: Path, stdout: int = subprocess.PIPE, stderr: int = subprocess.PIPE
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments), cwd=cwd, env=environment(), encoding="utf-8", timeout=120, check=False,
        stdout=stdout, stderr=stderr,
    )  # fmt: skip


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&-", "<&- >&- 2>&-"])
def test_a_closed_stream_is_as_dev_null(tmp_path: Path, closed: str) -> None:
    shell = ["sh", "-c", f'exec "$@" {closed}', "sh", *command(*MATCH)]
    done = subprocess.run(shell, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert ("replay: m.jsonl" in done.stdout) == (" >&-" not in f" {closed}")
    assert verify(tmp_path / "m.jsonl").status == "ok"


def test_a_match_whose_picture_nobody_sees_is_played_all_the_same(tmp_path: Path, unread: int) -> None:
    bots = [word for _ in range(4) for word in ("--bot", f"{BOT}ignores_the_end {tmp_path}")]
    done = run(("match", *bots, *MATCH[-4:]), tmp_path, stderr=unread)
    assert done.returncode == 0
    assert "replay: m.jsonl" in done.stdout
    assert verify(tmp_path / "m.jsonl").status == "ok"
    assert left_running(str(tmp_path)) == []


def test_a_fault_that_nobody_can_be_told_has_its_status(tmp_path: Path, unread: int) -> None:
    assert run(("mtach",), tmp_path, stderr=unread).returncode == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("--version",),
        ("match", "--help"),
        ("bots",),
        ("board",),
        ("replay", "verify", str(VICTORY)),
        (*MATCH, "--quiet"),
        (*MATCH, "--json"),
    ],
    ids=lambda arguments: " ".join((arguments[0], arguments[-1]))[:20],
)
def test_a_reader_that_leaves_ends_the_command_without_a_word(
    tmp_path: Path, unread: int, arguments: tuple[str, ...]
) -> None:
    done = run(arguments, tmp_path, stdout=unread)
    assert (done.returncode, done.stderr) == (UNREAD, "")
    if arguments[0] == "match" and "--help" not in arguments:
        assert verify(tmp_path / "m.jsonl").status == "ok"


def test_a_result_that_a_full_disk_does_not_take_is_a_fault(tmp_path: Path) -> None:
    with open("/dev/full", "w") as full:
        done = run(("replay", "verify", str(VICTORY)), tmp_path, stdout=full.fileno())
    assert done.returncode == 3
    assert done.stderr.count("\n") == 1
    assert done.stderr.endswith(": No space left on device\n")


@pytest.mark.parametrize("json", [(), ("--json",)], ids=["table", "json"])
def test_a_reader_that_has_left_spoils_neither_the_signature_nor_the_page(
    tmp_path: Path, unread: int, json: tuple[str, ...]
) -> None:
    run(("keys", "new", "cup"), tmp_path)
    done = run((*MATCH, "--quiet", "--sign", "cup.key", "--html", "m.html", *json), tmp_path, stdout=unread)
    assert (done.returncode, done.stderr) == (UNREAD, "")
    assert [signature.by for signature in verify(tmp_path / "m.jsonl").signatures] == ["cup"]
    assert (tmp_path / "m.html").read_text().startswith("<!DOCTYPE html>")
