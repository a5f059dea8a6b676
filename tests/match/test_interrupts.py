"""A running match is interrupted, politely and by force: what is left of it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from referee.interrupts import INTERRUPTS
from referee.replays.verify import verify
from tests.match.commands import BOT, environment, start
from tests.match.tables import left_running, running


def wait_for(path: Path, words: str, times: int = 1) -> None:
    """Until the record has these words so many times."""
    end = time.monotonic() + 30
    while not path.exists() or path.read_text().count(words) < times:
        assert time.monotonic() < end, "the match does not get on"
        time.sleep(0.02)


@contextmanager
def running_match(
    folder: Path, programs: tuple[str, str, str, str], name: str = "m.jsonl", before: Sequence[str] = ()
) -> Iterator[subprocess.Popen[str]]:
    """A match in its middle: seat 0 does not answer when its first turn has come. ``folder`` marks the programs."""
    bots = [word for program in programs for word in ("--bot", f"{BOT}{program} {folder}")]
    referee = start(["match", *bots, "--seed", "stop", "--replay", name, "--no-timeout", "--quiet"], folder, before)
    try:
        wait_for(folder / "m.jsonl", '{"t":"ply"', times=16)  # the setup
        yield referee
    finally:
        referee.kill()
        referee.communicate()
        for program in running(str(folder)):
            os.kill(int(program.split(":")[0]), signal.SIGKILL)


@pytest.mark.parametrize("number", INTERRUPTS, ids=lambda number: number.name)
@pytest.mark.parametrize("name", ["m.jsonl", "m.jsonl.gz"])
def test_an_interrupted_match_is_closed(tmp_path: Path, number: signal.Signals, name: str) -> None:
    with running_match(tmp_path, ("sleeps_at 4", "polite", "ignores_the_end", "leaves_a_child -1"), name) as referee:
        referee.send_signal(number)
        stdout, stderr = referee.communicate(timeout=15)
    assert (referee.returncode, stdout, stderr) == (130, "", "referee: interrupted\n")
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


@pytest.mark.parametrize("number", INTERRUPTS, ids=lambda number: number.name)
def test_impatience_changes_nothing(tmp_path: Path, number: signal.Signals) -> None:
    with running_match(tmp_path, ("sleeps_at 4", "ignores_the_end", "polite", "polite")) as referee:
        while referee.poll() is None:
            referee.send_signal(number)
        stdout, stderr = referee.communicate(timeout=15)
    assert left_running(str(tmp_path)) == []
    assert (referee.returncode, stdout, stderr) == (130, "", "referee: interrupted\n")
    assert verify(tmp_path / "m.jsonl").status == "ok"


def test_a_match_that_is_decided_is_told_though_it_is_interrupted(tmp_path: Path) -> None:
    bots = [word for _ in range(4) for word in ("--bot", f"{BOT}ignores_the_end {tmp_path}")]
    arguments = ["match", *bots, "--set", "roll_cap=8", "--replay", "m.jsonl", "--quiet"]
    with start(arguments, tmp_path) as referee:
        wait_for(tmp_path / "m.jsonl", '{"t":"end"')
        referee.send_signal(signal.SIGINT)  # while the bots are given time to leave, which they don't
        stdout, _ = referee.communicate(timeout=15)
    assert referee.returncode == 0
    assert "replay: m.jsonl" in stdout
    assert verify(tmp_path / "m.jsonl").status == "ok"
    assert left_running(str(tmp_path)) == []


def test_a_match_that_shall_outlive_its_terminal_does(tmp_path: Path) -> None:
    with running_match(tmp_path, ("sleeps_at 4", "polite", "polite", "polite"), before=["nohup"]) as referee:
        referee.send_signal(signal.SIGHUP)
        with pytest.raises(subprocess.TimeoutExpired):
            referee.wait(timeout=1)
        referee.send_signal(signal.SIGTERM)
        referee.communicate(timeout=15)
    assert referee.returncode == 130


@pytest.mark.parametrize("number", INTERRUPTS, ids=lambda number: number.name)
def test_an_interrupt_while_the_program_loads_is_no_traceback(tmp_path: Path, number: signal.Signals) -> None:
    """The signal comes with the import of the commands, before anything of ours could wait for it."""
    text = f"""
import os, sys
from referee.cli import main
class Interrupts:
    def find_spec(self, name, path=None, target=None):
        if name == "referee.commands.app":
            os.kill(os.getpid(), {int(number)})
sys.meta_path.insert(0, Interrupts())
main()
"""
    done = subprocess.run([sys.executable, "-c", text], env=environment(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "referee: interrupted\n")


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
