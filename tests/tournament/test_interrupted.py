"""Ctrl-C: once, and the running matches end and count; twice, and nothing is left; in both cases ``run`` goes on."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.match.commands import BOT
from tests.match.tables import running
from tests.tournament.conftest import Ask
from tests.tournament.cups import Cup, check_complete, new_cup, wait_for

MATCHES = 4


@contextmanager
def held(folder: Path, instant: dict[str, str]) -> Iterator[tuple[Cup, subprocess.Popen[str], Path]]:
    """A tournament in the middle of its first match, which goes on when something is written to the pipe ``go``."""
    told, go = folder / "told", folder / "go"
    os.mkfifo(told)
    os.mkfifo(go)
    bots = dict(list(instant.items())[:3]) | {"held": f"{BOT}holds_at 3 {told} {go}"}
    cup = new_cup(folder, bots, matches=MATCHES, at_a_time=1)
    with cup.start() as process:
        try:
            assert told.read_bytes() == b"asked"
            yield cup, process, go
        finally:
            process.kill()


def let_all_go(folder: Path) -> None:
    """From now on the bot does not hold: its pipes are files."""
    for name in ("told", "go"):
        (folder / name).unlink()
        (folder / name).touch()


def wait_for_words(process: subprocess.Popen[str], words: str) -> None:
    assert process.stderr is not None
    while words not in (line := process.stderr.readline()):
        assert line, f"it ended before it said {words!r}"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_once_and_the_running_matches_are_stored(
    tmp_path: Path, instant: dict[str, str], ask: Ask, number: signal.Signals
) -> None:
    with held(tmp_path, instant) as (cup, process, go):
        status = ask("tournament", "status", cup.file)
        assert (status.status, f"being played by process {process.pid}" in status.out) == (0, True)
        assert "blocks: 0 of 1 whole" in status.out
        assert ask("tournament", "standings", cup.file).status == 0
        process.send_signal(number)
        wait_for_words(process, "stopping after the running matches")
        go.write_bytes(b"go")
        _, told = process.communicate(timeout=60)
    assert process.returncode == 130, told
    assert cup.left_running(within_s=2) == []
    assert [(row.block, row.order) for row in cup.matches()] == [(0, 0)]
    assert "nobody plays it at the moment" in ask("tournament", "status", cup.file).out
    let_all_go(tmp_path)
    cup.play()
    check_complete(cup, MATCHES)


def test_twice_and_nothing_is_left(tmp_path: Path, instant: dict[str, str]) -> None:
    with held(tmp_path, instant) as (cup, process, _):
        assert len(cup.workers()) == len(running(str(tmp_path / "told"))) == 1
        process.send_signal(signal.SIGINT)
        wait_for_words(process, "stopping after the running matches")
        process.send_signal(signal.SIGINT)
        out, told = process.communicate(timeout=60)  # the match, which nobody lets go, would take longer
    assert (process.returncode, out) == (130, "")
    assert told.splitlines()[-1] == "referee: interrupted"
    assert cup.left_running(within_s=0) == running(str(tmp_path / "told")) == []
    assert cup.matches() == []
    let_all_go(tmp_path)
    cup.play()
    check_complete(cup, MATCHES)


def test_a_worker_that_is_killed_costs_its_block_and_is_replaced(tmp_path: Path, instant: dict[str, str]) -> None:
    with held(tmp_path, instant) as (cup, process, _):
        (worker,) = cup.workers()
        let_all_go(tmp_path)
        os.kill(worker, signal.SIGKILL)
        wait_for(lambda: cup.matches())
        _, told = process.communicate(timeout=60)
        assert process.returncode == 0, told
    (void, *rest) = cup.matches()
    assert (void.block, void.attempt, void.order, void.is_void, void.verdict) == (0, 1, 0, True, "referee_fault")
    assert void.reason == "the process that refereed the match was ended by signal 9"
    assert f"void: match {void.match_id} of block 0, attempt 1: {void.reason}" in told
    assert [(row.block, row.attempt) for row in rest] == [(0, 2)] * 4
    assert not any(row.is_void for row in rest)
    assert cup.left_running() == []
    assert [(block.state, block.attempt) for block in cup.blocks()] == [("whole", 2)]
