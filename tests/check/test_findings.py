"""The rows on a bot's habits, of made-up trials: where a warning begins, and where a forfeit does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import COMPETITION
from protocol.messages import ResultRecord, TimeControl
from protocol.session import Answer
from referee.bots.conduct import Conduct
from referee.bots.sandbox.ceilings import Ceilings
from referee.check.findings import Inspection, rows_of
from referee.check.observed import Exchange, ObservedPlayer
from referee.check.play import Observation
from referee.check.rows import Row
from referee.check.trials import trials_for
from referee.match.outcome import Outcome

CONTROL = TimeControl(start_ms=10_000, move_ms=1_000, reserve_ms=30_000, increment_ms=0)
CONDUCT = Conduct("itself", 5, 0, 1, 20 * 1024**2)
RESULT = ResultRecord("ply_cap", None, "over", 0, [0, 1, 2, 3], [2, 2, 2, 2], [0, 0, 0, 0], 3, 120)


def observed(
    times_ms: tuple[float, ...] = (1.0,), *, ready_ms: float = 40.0, conduct: Conduct | None = CONDUCT
) -> Observation:
    player = ObservedPlayer(0, None, name="bot", started_ns=0)
    player.ready_ns = round(ready_ms * 1e6)
    player.exchanges = [Exchange(1, Answer("roll", "@1 roll"), round(ms * 1e6)) for ms in times_ms]
    outcome = Outcome(RESULT, "", "", ("bot",) * 4, ("",) * 4, (0,) * 4, (0,) * 4, (), 1, "seed", last_words=("",) * 4)
    return Observation(trials_for([COMPETITION], CONTROL)[0], outcome, player, conduct, Path("r"), Path("t"))


def row(name: str, *observations: Observation, **inspection: Any) -> Row:
    parts: dict[str, Any] = {"control": CONTROL, "ceilings": Ceilings(), **inspection}
    (found,) = [row for row in rows_of(Inspection(observations, **parts)) if row.name == name]
    return found


def test_a_bot_without_fault_gets_no_advice() -> None:
    rows = rows_of(Inspection([observed()], CONTROL, Ceilings()))
    assert [(row.grade, row.advice, row.where) for row in rows] == [("ok", "", "")] * len(rows)


@pytest.mark.parametrize(("ready_ms", "grade"), [(4_999, "ok"), (5_001, "warning")])
def test_the_slowest_start_counts(ready_ms: float, grade: str) -> None:
    found = row("start time", observed(), observed(ready_ms=ready_ms))
    assert (found.grade, found.value) == (grade, f"ready after {ready_ms} ms of 10000")


@pytest.mark.parametrize(
    ("times_ms", "grade", "words"),
    [
        ((1, 2, 499), "ok", "median 2.0 ms, slowest 499.0 ms of 1000"),
        ((1, 2, 501), "warning", "slowest 501.0"),
        ((1, 2, 1_001), "warning", "slowest 1001.0"),
        ((1_100,), "warning", "the reserve lasts 300 answers"),
        ((1_300,), "warning", "the reserve lasts 100 answers"),
        ((1_310,), "forfeit", "the reserve lasts 96 answers"),
    ],
)
def test_answers_are_held_against_the_clock(times_ms: tuple[float, ...], grade: str, words: str) -> None:
    found = row("answer times", observed(times_ms))
    assert found.grade == grade
    assert words in found.value


def test_an_increment_keeps_a_reserve_whole() -> None:
    control = TimeControl(10_000, 1_000, 30_000, 900)
    assert row("answer times", observed((1_310,)), control=control).grade == "warning"


@pytest.mark.parametrize(("bytes_a_request", "grade"), [(218, "ok"), (219, "warning")])
def test_chatter_is_counted_for_a_long_match(bytes_a_request: int, grade: str) -> None:
    one = observed((1.0, 1.0))
    one.player.session.chatter = 2 * bytes_a_request
    assert row("chatter", one).grade == grade


@pytest.mark.parametrize(("longest", "grade"), [(2048, "ok"), (2049, "warning")])
def test_long_answers(longest: int, grade: str) -> None:
    one = observed()
    one.player.session.longest_answer = longest
    assert row("answer size", one).grade == grade


@pytest.mark.parametrize(
    ("conduct", "grade", "words"),
    [
        (CONDUCT, "ok", "at most 5 ms"),
        (replace(CONDUCT, leaving="asked", exit_status=-15), "warning", "SIGTERM"),
        (replace(CONDUCT, leaving="forced", exit_status=-9), "warning", "SIGKILL"),
        (replace(CONDUCT, exit_status=1), "warning", "exit status 1 in 1 of 1 trials"),
    ],
)
def test_how_it_ends(conduct: Conduct, grade: str, words: str) -> None:
    found = row("ending", observed(conduct=conduct))
    assert found.grade == grade
    assert words in found.value


@pytest.mark.parametrize(("mib", "grade"), [(768, "ok"), (769, "warning")])
def test_memory_is_held_against_the_limit(mib: int, grade: str) -> None:
    found = row("memory", observed(conduct=replace(CONDUCT, peak_bytes=mib * 1024**2)))
    assert (found.grade, found.value) == (grade, f"at most {mib} MiB of 1024")


def test_memory_beyond_the_limit_is_called_that() -> None:
    found = row("memory", observed(conduct=replace(CONDUCT, peak_bytes=2 * 1024**3)))
    assert (found.grade, "a forfeit" in found.advice) == ("warning", True)


def test_rule_sets_that_there_are_not_are_named() -> None:
    assert "chess" in row("rule sets", observed(), unknown_rules=["chess"]).value
