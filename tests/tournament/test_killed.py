"""A tournament whose run is killed at any moment: at its end it is the one that nobody has disturbed."""

from __future__ import annotations

import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.tournament.cups import Cup, check_complete, kill, new_cup, wait_for

LONGEST_S = 0.5
AWAITED = ("is whole", "to play:", "is whole", "seeds:", "is whole", "is whole", "")
"""What a run has said before it is killed, within so many seconds: it plays, its workers start, it starts itself."""


def test_killed_at_random_moments(tmp_path: Path, instant: dict[str, str]) -> None:
    check_kills(tmp_path, instant, kills=8, matches=48)


@pytest.mark.soak
def test_killed_forty_times(tmp_path: Path, instant: dict[str, str]) -> None:
    check_kills(tmp_path, instant, kills=40, matches=200)


def check_kills(folder: Path, bots: dict[str, str], *, kills: int, matches: int) -> None:
    """Every other time the next run begins while workers and bots of the one before may still be there."""
    disturbed, undisturbed = (
        new_cup(place, marked(bots, place), matches=matches, at_a_time=2)
        for place in (folder / "disturbed", folder / "undisturbed")
    )
    moments, stored, at_work = random.Random(20261130), 0, 0
    for number in range(kills):
        at_work += kill_run(disturbed, moments, AWAITED[number % len(AWAITED)])
        if number % 2:
            assert disturbed.left_running() == []
        now = len(disturbed.matches()) if (disturbed.folder / "tournament.db").exists() else 0
        assert stored <= now <= matches
        stored = now
    assert at_work > kills * 3 // 4, f"only {at_work} of {kills} kills came before its end"
    assert stored > 0
    disturbed.play()
    undisturbed.play()
    assert disturbed.left_running() == undisturbed.left_running() == []
    check_complete(disturbed, matches)
    check_complete(undisturbed, matches)
    assert disturbed.games() == undisturbed.games()
    assert disturbed.standings() == undisturbed.standings()


def marked(bots: dict[str, str], place: Path) -> dict[str, str]:
    """The folder of the cup in this place is an argument of each, so that it is found where it is left."""
    return {name: f"{spec} {place / 'cup'}" for name, spec in bots.items()}


def kill_run(cup: Cup, moments: random.Random, awaited: str) -> bool:
    """Kill a run, and nothing else, a while after it has said this; False where it had ended by itself."""
    with cup.start() as process:
        assert process.stderr is not None
        while awaited not in (line := process.stderr.readline()) and line:
            continue
        time.sleep(moments.uniform(0, LONGEST_S))
        was_running = process.poll() is None
        process.kill()
        process.communicate()
    return was_running


def test_the_next_run_waits_for_workers_that_are_still_there(tmp_path: Path, instant: dict[str, str]) -> None:
    """One of them may be slow to close the record that it was at, and the next run writes one of the same name."""
    cup = new_cup(tmp_path, instant, matches=8, at_a_time=1)
    with cup.start() as process:
        wait_for(lambda: any(cup.folder.glob("replays/*/*.jsonl")))
        worker = cup.workers()
        kill(worker, signal.SIGSTOP)
        process.kill()
        process.communicate()
    try:
        with cup.start() as process:
            assert process.stderr is not None
            while "to play:" not in process.stderr.readline():
                continue
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(timeout=2)
            assert cup.workers() == worker
            kill(worker, signal.SIGCONT)
            process.communicate()
            assert process.returncode == 0
    finally:
        kill(worker, signal.SIGKILL)
    assert cup.left_running() == []
    check_complete(cup, 8)
