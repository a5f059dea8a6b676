"""A running match is interrupted, politely and by force: what is left of it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from referee.replays.verify import verify
from tests.match.commands import BOT, start
from tests.match.tables import left_running, running


def wait_for(path: Path, lines: int) -> None:
    """Until the record has so many lines."""
    end = time.monotonic() + 30
    while not path.exists() or path.read_bytes().count(b"\n") < lines:
        assert time.monotonic() < end, "the match does not get on"
        time.sleep(0.02)


@contextmanager
def running_match(
    folder: Path, programs: tuple[str, str, str, str], name: str = "m.jsonl"
) -> Iterator[subprocess.Popen[str]]:
    """A match in its middle: seat 0 does not answer when its first turn has come. ``folder`` marks the programs."""
    bots = [word for program in programs for word in ("--bot", f"{BOT}{program} {folder}")]
    referee = start(["match", *bots, "--seed", "stop", "--replay", name, "--no-timeout", "--quiet"], folder)
    try:
        wait_for(folder / "m.jsonl", lines=1 + 16)  # the header and the setup
        yield referee
    finally:
        referee.kill()
        referee.communicate()
        for program in running(str(folder)):
            os.kill(int(program.split(":")[0]), signal.SIGKILL)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
@pytest.mark.parametrize("name", ["m.jsonl", "m.jsonl.gz"])
def test_an_interrupted_match_is_closed(tmp_path: Path, number: signal.Signals, name: str) -> None:
    with running_match(tmp_path, ("sleeps_at 4", "polite", "ignores_the_end", "leaves_a_child -1"), name) as referee:
        referee.send_signal(number)
        stdout, stderr = referee.communicate(timeout=15)
    assert (referee.returncode, stdout) == (130, "")
    assert "interrupted" in stderr
    assert "Traceback" not in stderr
    assert left_running(str(tmp_path)) == []
    assert [path.name for path in tmp_path.iterdir()] == [name]
    verified = verify(tmp_path / name)
    assert (verified.status, verified.reason) == ("ok", "")
    assert verified.plies == 16
    if name == "m.jsonl":
        end = json.loads((tmp_path / name).read_text().splitlines()[-1])
        assert (end["result"]["verdict"], end["result"]["winner"]) == ("cancelled", None)


def test_the_terminals_interrupt_reaches_bots_only_through_the_referee(tmp_path: Path) -> None:
    with running_match(tmp_path, ("sleeps_at 4", "polite", "polite", "polite")) as referee:
        os.killpg(referee.pid, signal.SIGINT)  # as Ctrl-C does, to the foreground group
        _, stderr = referee.communicate(timeout=15)
    assert referee.returncode == 130
    assert verify(tmp_path / "m.jsonl").status == "ok"
    assert "KeyboardInterrupt" not in stderr


def test_a_killed_referee_leaves_a_readable_record_and_no_bot_that_reads(tmp_path: Path) -> None:
    with running_match(tmp_path, ("answers_with 4 #", "polite", "polite", "polite")) as referee:
        referee.kill()
        referee.communicate()
        assert left_running(str(tmp_path), within_s=10) == []
    assert {path.name for path in tmp_path.iterdir()} == {"m.jsonl", "m.jsonl.seed"}
    verified = verify(tmp_path / "m.jsonl")
    assert verified.status == "interrupted"
    assert verified.reason == f"interrupted after ply {verified.plies - 1}"
    assert verified.plies == 16
