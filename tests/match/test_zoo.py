"""One badly behaved program at a table of three good ones: who is judged, for what, and in which words."""

from __future__ import annotations

import asyncio
import io
import resource
import time
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from protocol.messages import TimeControl
from referee.event_loop import run
from referee.match.outcome import Outcome
from referee.match.player import STDERR_BYTES, Player
from referee.match.transcript import Transcript
from referee.replays.verify import verify
from tests.match.tables import TIME_CONTROL, bot, left_running, open_descriptors, play

SEAT = 2
"""Where the program sits that misbehaves."""
MEMORY_KIB = 64 * 1024


@dataclass(frozen=True)
class Case:
    """A program, its arguments, the kind of fault that it is judged for (None: it plays), words in the reason."""

    program: str
    arguments: tuple[str, ...] = ()
    kind: str | None = None
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.program, *(ascii(argument)[1:-1] for argument in self.arguments)))


NO_START = (
    Case("says_first", ("hello",), "no_start", ("the first line must be: ready <name>", "hello")),
    Case("says_first", ("ready",), "no_start", ("ready",)),
    Case("says_first", ("READY bot",), "no_start", ("READY bot",)),
    Case("says_first", (r"ready \x1b[31mred",), "no_start", ("1 to 32 characters", r"\x1b[31mred")),
    Case("says_first", (f"ready {'n' * 33}",), "no_start", ("1 to 32 characters",)),
    Case("says_first", (r"ready caf\xe9",), "no_start", ("must be UTF-8",)),
    Case("says_first", ("@0 roll",), "no_start", ("the first line must be",)),
    Case("exits_before_ready", ("3",), "no_start", ("exited with status 3 before it was ready",)),
    Case("exits_before_ready", ("0",), "no_start", ("exited with status 0 before it was ready",)),
    Case("no_such_program", (), "no_start", ("exited with status 1 before it was ready",)),
    Case("floods_with", ("-1", "x"), "no_start", ("a line has at most 4096 bytes",)),
    Case("floods_with", ("-1", r"# comment\n"), "no_start", ("65536 bytes a match",)),
    Case("floods_with", ("-1", r"\n"), "no_start", ("65536 bytes",)),
)

CRASH = (
    Case("exits_after_ready", (), "crash", ("exited with status 0 during the match",)),
    Case("exits_at", ("0", "7"), "crash", ("exited with status 7 during the match",)),
    Case("exits_at", ("3", "0"), "crash", ("exited with status 0 during the match",)),
    Case("raises_at", ("1",), "crash", ("exited with status 1 during the match",)),
    Case("killed_at", ("1", "SIGSEGV"), "crash", ("was ended by SIGSEGV",)),
    Case("killed_at", ("0", "SIGKILL"), "crash", ("was ended by SIGKILL",)),
    Case("closes_stdout", (), "crash", ("closed its standard output",)),
    Case("leaves_a_child", ("1",), "crash", ("exited with status 0 during the match",)),
    Case("leaves_an_heir", ("1",), "crash", ("exited with status 3 during the match",)),
)

TIMEOUT = (
    Case("sleeps_at", ("0",), "timeout", ("did not answer in time", "over the 100 ms", "flushed")),
    Case("sleeps_at", ("4",), "timeout", ("reserve is used up",)),
    Case("answers_late", (), "timeout", ("did not answer in time",)),
    Case("no_line_end", (), "timeout", ("without a line end", r"\n")),
    Case("unflushed_answer", (), "timeout", ("was it flushed",)),
    Case("wrong_id", (), "timeout", ("answers another request", "@<id>")),
    Case("stops_reading", (), "timeout", ("did not answer in time",)),
    Case("closes_stdin", (), "timeout", ("did not answer in time",)),
    Case("stops_itself", (), "timeout", ("did not answer in time",)),
    Case("answers_with", ("0", ""), "timeout", ("did not answer in time",)),
    Case("answers_with", ("0", "# place_settlement:0"), "timeout", ("only comments came, 1 since",)),
    Case("answers_with", ("0", "@7777 place_settlement:0"), "timeout", ("'@7777 place_settlement:0'",)),
)

ILLEGAL = (
    Case("answers_with", ("0", "@{id} place_road:0"), "illegal", ("place_road:0",)),
    Case("answers_with", ("0", "roll"), "illegal", ("roll",)),
    Case("answers_with", ("0", "build_road:3"), "illegal", ("build_road:3",)),
    Case("answers_with", ("1", "@{id} place_road:71"), "illegal", ("place_road:71",)),
    Case("answers_with", ("4", "@{id} end_turn"), "illegal", ("end_turn",)),
    Case("answers_with", ("4", "@{id} place_settlement:0"), "illegal", ("place_settlement:0",)),
)

MALFORMED = (
    Case("answers_with", ("0", "ROLL"), "malformed", ("ROLL",)),
    Case("answers_with", ("0", '@{id} {"action":"roll"}'), "malformed", ('{"action":"roll"}',)),
    Case("answers_with", ("0", "@{id} build_road:99"), "malformed", ("build_road:99",)),
    Case("answers_with", ("0", "@{id} roll:6"), "malformed", ("roll:6",)),
    Case("answers_with", ("0", "@{id} roll roll"), "malformed", ("roll roll",)),
    Case("answers_with", ("0", "@{id}"), "malformed", ("no action after @",)),
    Case("answers_with", ("0", "@x roll"), "malformed", ("expected @<id> <action>",)),
    Case("answers_with", ("0", "@-1 roll"), "malformed", ("expected @<id> <action>",)),
    Case("answers_with", ("0", r"@{id} caf\xe9"), "malformed", ("UTF-8",)),
    Case("answers_with", ("0", r"@{id} \x1b[2Jroll"), "malformed", (r"\x1b[2Jroll",)),
    Case("answers_with", ("0", r"@{id} roll\x00"), "malformed", (r"\x00",)),
    Case("answers_with", ("0", "@{id} place_settlement:" + "9" * 4000), "malformed", ("place_settlement:99",)),
    Case("answers_with", ("0", "x" * 5000), "malformed", ("a line has at most 4096 bytes",)),
    Case("mixes_ids", (), "malformed", ("must use it always",)),
    Case("floods_with", ("0", "x"), "malformed", ("a line has at most 4096 bytes",)),
    Case("floods_with", ("1", r"\x00"), "malformed", ("a line has at most 4096 bytes",)),
)

FLOOD = (
    Case("floods_with", ("0", r"# comment\n"), "flood", ("65536 bytes a match",)),
    Case("floods_with", ("1", r"\n"), "flood", ("65536 bytes a match",)),
    Case("floods_with", ("1", r"@99999 roll\n"), "flood", ("65536 bytes a match",)),
    Case("floods_after_answer", (), "flood", ("65536 bytes a match",)),
)

PLAYS = (
    Case("polite"),
    Case("chatters"),
    Case("comments_much"),
    Case("ends_lines_with_crlf"),
    Case("without_ids"),
    Case("byte_by_byte"),
    Case("doubles_answers"),
    Case("answers_in_advance"),
    Case("bare_in_advance"),
    Case("floods_stderr"),
    Case("ignores_the_end"),
    Case("leaves_a_child", ("-1",)),
)


@pytest.fixture(scope="module", autouse=True)
def loops_have_run() -> None:
    """What an event loop opens once for the life of the process is there before descriptors are counted."""
    run(asyncio.sleep(0))


def sit_down(case: Case, replay: Path, time_control: TimeControl = TIME_CONTROL) -> Outcome:
    """Play with the program of this case on its seat; nothing may be left running, and the record must verify."""
    seats = [bot("polite")] * 4
    seats[SEAT] = bot(case.program, *case.arguments)
    open_before = open_descriptors()
    outcome = play(seats, replay, time_control=time_control)
    assert left_running(str(replay)) == []
    assert open_descriptors() == open_before
    assert list(replay.parent.iterdir()) == [replay]  # the seed's file is gone
    verified = verify(replay)
    assert (verified.status, verified.reason) == ("ok", "")
    assert verified.game_digest == outcome.game_digest
    return outcome


@pytest.mark.parametrize("case", [*CRASH, *TIMEOUT, *ILLEGAL, *MALFORMED, *FLOOD], ids=str)
def test_a_fault_is_judged(case: Case, tmp_path: Path) -> None:
    outcome = sit_down(case, tmp_path / "m.jsonl")
    assert_judged(outcome, case)
    assert outcome.result.plies > 0


@pytest.mark.parametrize("case", NO_START, ids=str)
def test_a_failure_to_start_is_judged(case: Case, tmp_path: Path) -> None:
    outcome = sit_down(case, tmp_path / "m.jsonl")
    assert_judged(outcome, case)
    assert outcome.result.plies == 0


@pytest.mark.parametrize("program", ["silent", "unflushed_ready"])
def test_the_start_allowance_ends(program: str, tmp_path: Path) -> None:
    start_ms = 3_000  # enough for the others even on a busy machine
    case = Case(program, (), "no_start", (f"no ready within {start_ms} ms", "flushed"))
    outcome = sit_down(case, tmp_path / "m.jsonl", TimeControl(start_ms, 100, 900, 0))
    assert_judged(outcome, case)


def assert_judged(outcome: Outcome, case: Case) -> None:
    """The case's seat, and no other, lost the match for the case's fault; the reason can go to any terminal."""
    result, (offence,) = outcome.result, outcome.offences
    assert (result.verdict, result.offender) == (f"forfeit_{case.kind}", SEAT), result.reason
    assert (offence.seat, offence.kind) == (SEAT, case.kind)
    assert result.ranking[-1] == SEAT
    assert result.points[SEAT] == 0
    assert result.winner == result.ranking[0]
    for words in (f"seat {SEAT} ", *case.words):
        assert words in result.reason
    assert result.reason.isprintable()
    assert len(result.reason) < 500


@pytest.mark.parametrize("case", PLAYS, ids=str)
def test_what_is_no_fault_is_not_judged(case: Case, tmp_path: Path) -> None:
    outcome = sit_down(case, tmp_path / "m.jsonl")
    assert (outcome.result.verdict, outcome.offences) == ("roll_cap", ()), outcome.result.reason


def test_extra_lines_change_nothing_of_the_match(tmp_path: Path) -> None:
    digests = set()
    for number, program in enumerate(("polite", "doubles_answers", "answers_in_advance", "chatters", "byte_by_byte")):
        folder = tmp_path / str(number)
        folder.mkdir()
        digests.add(sit_down(Case(program), folder / "m.jsonl").game_digest)
    assert len(digests) == 1


@pytest.mark.parametrize(
    "case", [Case("floods_with", ("0", "x")), Case("floods_after_answer"), Case("floods_stderr")], ids=str
)
def test_a_flood_costs_no_memory(case: Case, tmp_path: Path) -> None:
    sit_down(Case("polite"), _folder(tmp_path, "before") / "m.jsonl")
    before_kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    sit_down(case, _folder(tmp_path, "flood") / "m.jsonl")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before_kib < MEMORY_KIB


def _folder(parent: Path, name: str) -> Path:
    (parent / name).mkdir()
    return parent / name


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
    outcome = sit_down(Case("sleeps_at", ("0",)), tmp_path / "m.jsonl")
    allowed_ms = TIME_CONTROL.move_ms + TIME_CONTROL.reserve_ms
    assert allowed_ms - 2 <= outcome.used_ns[SEAT] / 1e6 < allowed_ms + 500


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
