"""One badly behaved program at a table of three good ones, on every seat: who is judged, for what, in which words."""

from __future__ import annotations

import io
import time
from dataclasses import replace
from pathlib import Path

import pytest

from protocol.messages import TimeControl
from referee.match.complaints import STDERR_BYTES
from referee.match.player import Player
from referee.match.transcript import Transcript
from referee.replays.verify import verify
from tests.match.tables import ROOT, TIME_CONTROL, bot, left_running, play
from tests.match.zoo import SETTINGS, assert_judged, play_on_every_seat
from tests.match.zoo_cases import (
    CRASH,
    EVERY_CASE,
    FLOOD,
    FUGITIVE,
    ILLEGAL,
    MALFORMED,
    NO_START,
    PLAYS,
    TIMEOUT,
    TOO_LATE_TO_START,
    Case,
)

NO_PROGRAMS = {"__init__", "conftest", "manners", "findings", "kernel"}
ELSEWHERE = {"crowds_itself", "holds_at", "slips_at", "trips_over", "works"}
"""Programs for tests of something else."""


@pytest.fixture(scope="module", autouse=True)
def a_match_has_been_played(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What the first match opens for the life of the process is there before descriptors are counted."""
    play([bot("polite")] * 4, tmp_path_factory.mktemp("first") / "m.jsonl")


def test_every_program_has_its_place_in_the_table() -> None:
    files = {path.stem for path in (ROOT / "tests" / "bots").glob("*.py") if not path.stem.startswith("test_")}
    programs = files - NO_PROGRAMS - ELSEWHERE
    assert programs <= {case.program for case in EVERY_CASE}
    assert len(programs) >= 40


@pytest.mark.parametrize("case", [*CRASH, *TIMEOUT, *ILLEGAL, *MALFORMED, *FLOOD], ids=str)
def test_a_fault_is_judged(case: Case, tmp_path: Path) -> None:
    for seat, outcome in enumerate(play_on_every_seat(case, tmp_path)):
        assert_judged(outcome, case, seat)
        assert outcome.result.plies >= 2 * seat  # who sits before it has placed a settlement and a road


@pytest.mark.parametrize("case", NO_START, ids=str)
def test_a_failure_to_start_is_judged(case: Case, tmp_path: Path) -> None:
    for seat, outcome in enumerate(play_on_every_seat(case, tmp_path)):
        assert_judged(outcome, case, seat)
        assert outcome.result.plies == 0
        assert SETTINGS.time_control is not None
        assert outcome.wall_ms < SETTINGS.time_control.start_ms / 2  # nobody waits for it once it is judged


@pytest.mark.parametrize("case", TOO_LATE_TO_START, ids=str)
def test_the_start_allowance_ends(case: Case, tmp_path: Path) -> None:
    start_ms = 3_000  # enough for the others even on a busy machine
    settings = replace(SETTINGS, time_control=TimeControl(start_ms, 100, 900, 0))
    for seat, outcome in enumerate(play_on_every_seat(case, tmp_path, settings=settings)):
        assert_judged(outcome, case, seat)
        assert f"no ready within {start_ms} ms" in outcome.result.reason


@pytest.mark.parametrize("case", [*PLAYS, *FUGITIVE], ids=str)
def test_what_is_no_fault_is_not_judged(case: Case, tmp_path: Path) -> None:
    for seat, outcome in enumerate(play_on_every_seat(case, tmp_path)):
        assert_judged(outcome, case, seat)


def test_extra_lines_change_nothing_of_the_match(tmp_path: Path) -> None:
    digests = set()
    for program in ("polite", "doubles_answers", "answers_in_advance", "chatters", "byte_by_byte"):
        folder = tmp_path / program
        folder.mkdir()
        digests |= {outcome.game_digest for outcome in play_on_every_seat(Case(program), folder)}
    assert len(digests) == 1


def test_all_that_fail_to_start_are_judged_together(tmp_path: Path) -> None:
    replay = tmp_path / "m.jsonl"
    seats = [bot("polite"), bot("says_first", "hello"), bot("polite"), bot("exits_before_ready", "3")]
    outcome = play(seats, replay)
    assert [(offence.seat, offence.kind) for offence in outcome.offences] == [(1, "no_start"), (3, "no_start")]
    assert (outcome.result.offender, outcome.result.winner) == (1, 0)
    assert outcome.result.ranking == [0, 2, 1, 3]
    assert verify(replay).status == "ok"


def test_a_table_without_any_bot_has_no_winner(tmp_path: Path) -> None:
    replay = tmp_path / "m.jsonl"
    outcome = play([bot("exits_before_ready", "1")] * 4, replay)
    assert (outcome.result.verdict, outcome.result.winner) == ("forfeit_no_start", None)
    assert verify(replay).status == "ok"


def test_a_program_that_is_not_there_says_why(tmp_path: Path) -> None:
    replay = tmp_path / "m.jsonl"
    missing = replace(bot("polite"), command=(str(tmp_path / "missing"),))
    outcome = play([missing, bot("polite"), bot("polite"), bot("polite")], replay)
    assert (outcome.result.verdict, outcome.result.offender) == ("forfeit_no_start", 0)
    assert "No such file" in outcome.result.reason
    assert verify(replay).status == "ok"


def test_a_late_answer_is_charged_and_said(tmp_path: Path) -> None:
    outcome = play([bot("sleeps_at", "0"), *[bot("polite")] * 3], tmp_path / "m.jsonl")
    allowed_ms = TIME_CONTROL.move_ms + TIME_CONTROL.reserve_ms
    assert allowed_ms - 2 <= outcome.used_ns[0] / 1e6 < allowed_ms + 500


def test_a_bot_without_time_limits_may_think(tmp_path: Path) -> None:
    outcome = play([bot("polite")] * 4, tmp_path / "m.jsonl", time_control=None)
    assert outcome.result.verdict == "roll_cap"
    assert verify(tmp_path / "m.jsonl").status == "ok"


def test_the_last_words_of_a_crash_are_kept(tmp_path: Path) -> None:
    transcript = io.StringIO()
    play([bot("raises_at", "1"), *[bot("polite")] * 3], tmp_path / "m.jsonl", transcript=transcript)
    said = [line.split("\t")[3] for line in transcript.getvalue().splitlines() if line.split("\t")[1:3] == ["0", "!"]]
    assert any(line.startswith("RuntimeError: no idea what to do with") for line in said)


def test_the_log_of_a_noisy_bot_is_bounded(tmp_path: Path) -> None:
    transcript = io.StringIO()
    play([bot("floods_stderr"), *[bot("polite")] * 3], tmp_path / "m.jsonl", transcript=transcript)
    complaints = [line for line in transcript.getvalue().splitlines() if line.split("\t")[2] == "!"]
    assert sum(map(len, complaints)) < 1024 * 1024


@pytest.mark.parametrize("chunk", [1, 4096], ids=["bytes", "blocks"])
def test_a_long_complaint_without_a_line_end_is_logged_in_no_time(chunk: int) -> None:
    transcript = io.StringIO()
    player = Player(0, None, name="noisy", transcript=Transcript(transcript, lambda: 0))
    started = time.process_time()
    for _ in range(2 * STDERR_BYTES // chunk):
        player.complained(b"x" * chunk)
    assert time.process_time() - started < 4
    (line, rest) = transcript.getvalue().splitlines()
    assert len(line.split("\t")[3]) == STDERR_BYTES
    assert "more on standard error is not logged" in rest


def test_a_match_that_cannot_be_set_up_leaves_no_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(**options: object) -> None:
        raise RuntimeError("the referee's own")

    monkeypatch.setattr("referee.match.start.Match", fails)
    with pytest.raises(RuntimeError, match="own"):
        play([bot("ignores_the_end")] * 4, tmp_path / "m.jsonl")
    assert left_running(str(tmp_path / "m.jsonl")) == []
    assert list(tmp_path.iterdir()) == []


def test_a_bot_per_seat_is_needed(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="3 bots for 4 seats"):
        play([bot("polite")] * 3, tmp_path / "m.jsonl")
    assert list(tmp_path.iterdir()) == []
