"""What is said of programs that misbehave, each in its own way, and that nothing is said of those that do not."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest

from protocol.messages import TimeControl
from referee.check.rows import Grade
from tests.check.checked import CLOCK, SHORT, SHORT_START, checked
from tests.match.contained import best_sandbox
from tests.match.tables import bot

TRIALS: Final = ("rules competition", "rated terms", "three seats", "refusals", "near the roll cap")
EVERYWHERE: Final[dict[str, Grade]] = dict.fromkeys(TRIALS, "forfeit")
STUMBLES: Final[dict[str, Grade]] = {**dict.fromkeys(TRIALS[:3], "forfeit"), "refusals": "warning"}
FIRST: Final = "rules competition"
STOPS: Final[dict[str, Grade]] = {FIRST: "forfeit"}
KEEPS_BACK: Final[dict[str, Grade]] = {FIRST: "forfeit", "flushing": "forfeit"}


@dataclass(frozen=True)
class Expected:
    """A program and what is told of it: the rows that are not ``ok``, words of rows, how many trials are played."""

    program: str
    arguments: tuple[str, ...] = ()
    grades: dict[str, Grade] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    control: TimeControl = CLOCK
    played: int = len(TRIALS)

    def __str__(self) -> str:
        return " ".join((self.program, *(ascii(argument)[1:-1] for argument in self.arguments)))


FINE: Final = (
    Expected("polite", words={"request ids": "begin with @<id>", "line ends": "LF", "ending": "by itself"}),
    Expected("offers_trades"),
    Expected("byte_by_byte"),
    Expected("starts_threads"),
    Expected("thinks_on_others_turns"),
    Expected("answers_slowly", ("0.02",), words={"answer times": "median 2"}),
    Expected("ends_lines_with_crlf", words={"line ends": "CR LF, which will do"}),
    Expected("leaves_a_child", ("-1",), words={"processes": "2 at the end"}),
)
WARNED: Final = (
    Expected("chatters", grades={"stray lines": "warning"}, words={"stray lines": "'ready chatty 1.0'"}),
    Expected("doubles_answers", grades={"stray lines": "warning"}),
    Expected("answers_in_advance", grades={"stray lines": "warning"}),
    Expected("writes_escapes", grades={"stray lines": "warning"}, words={"stray lines": r"\x1b[2J"}),
    Expected("comments_much", grades={"chatter": "warning"}, words={"chatter": "bytes a request"}),
    Expected("without_ids", grades={"request ids": "warning"}, words={"request ids": "0 of "}),
    Expected("bare_in_advance", grades={"request ids": "warning", "stray lines": "warning"}),
    Expected("floods_stderr", grades={"standard error": "warning"}),
    Expected("ignores_the_end", grades={"ending": "warning"}, words={"ending": "SIGKILL"}),
    Expected("trips_over", ("refusal",), grades={"refusals": "warning"}, words={"refusals": "exited with status 1"}),
    Expected("trips_over", ("repeats",), grades={"refusals": "warning"}, words={"refusals": "refused again, "}),
    Expected("trips_over", ("denial",), grades={"refusals": "warning"}, words={"refusals": "place_road:0"}),
)
FORFEITS: Final = (
    Expected("trips_over", ("seats",), {"three seats": "forfeit"}, {"three seats": "exited with status 1"}),
    Expected("trips_over", ("names",), {"rated terms": "forfeit"}),
    Expected("trips_over", ("history",), {"near the roll cap": "forfeit"}),
    Expected("segfaults", (), EVERYWHERE, {"three seats": "SIGSEGV"}),
    Expected("exits_at", ("0", "7"), EVERYWHERE, {"rated terms": "status 7"}),
    Expected("floods_with", ("0", r"# comment\n"), {**EVERYWHERE, "chatter": "warning"}, {"refusals": "too much"}),
    Expected("mixes_ids", (), STUMBLES, {"three seats": "must use it always"}, SHORT, 4),
    Expected("answers_with", ("0", "@{id} end_turn"), STUMBLES, {"rated terms": "end_turn"}, SHORT, 4),
)
STOPPED: Final = (
    Expected("no_line_end", (), STOPS, {FIRST: "without a line end"}, SHORT, 1),
    Expected("answers_late", (), STOPS, {FIRST: "sleeping"}, SHORT, 1),
    Expected("wrong_id", (), {**STOPS, "stray lines": "warning"}, {FIRST: "another request"}, SHORT, 1),
    Expected("unflushed_answer", (), KEEPS_BACK, {"flushing": "input was closed: '@1 "}, SHORT, 1),
    Expected("answers_slowly", ("0.4",), {**STOPS, "answer times": "forfeit"}, {"answer times": "lasts"}, SHORT, 1),
    Expected("says_first", ("hello",), STOPS, {FIRST: "the first line must be: ready"}, SHORT, 1),
    Expected("exits_before_ready", ("3",), STOPS, {FIRST: "exited with status 3"}, SHORT, 1),
    Expected("silent", (), STOPS, {FIRST: "no ready within"}, SHORT_START, 1),
    Expected("unflushed_ready", (), KEEPS_BACK, {"flushing": "ready unflushed"}, SHORT_START, 1),
)
"""After these nothing more is played."""


@pytest.mark.parametrize("expected", [*FINE, *WARNED, *FORFEITS, *STOPPED], ids=str)
def test_the_right_thing_is_said(expected: Expected, tmp_path: Path) -> None:
    rows, observations = checked(bot(expected.program, *expected.arguments), tmp_path, control=expected.control)
    assert {name: row.grade for name, row in rows.items() if row.grade != "ok"} == expected.grades
    for name, words in expected.words.items():
        assert words in rows[name].value
    for row in rows.values():
        assert bool(row.advice) == bool(row.where) == (row.grade != "ok")
        assert row.value.isprintable()
    assert len(observations) == expected.played


def test_a_contained_bot_is_measured_whole(tmp_path: Path) -> None:
    rows, observations = checked(bot("leaves_a_child", "-1"), tmp_path, sandbox=best_sandbox())
    assert {row.name for row in rows.values() if row.grade != "ok"} == set()
    assert rows["processes"].value.startswith("2 at the end")
    peaks = [one.conduct.peak_bytes for one in observations if one.conduct is not None]
    assert all(peak is not None and 1024**2 < peak < 200 * 1024**2 for peak in peaks)


def test_a_late_bot_is_told_what_happened_in_both_ways(tmp_path: Path) -> None:
    _, observations = checked(bot("polite"), tmp_path)
    lines = observations[-1].transcript.read_text(encoding="utf-8").split("\t>\t")
    start = next(number for number, line in enumerate(lines) if '"history":[{"type":"event","ply":0' in line)
    assert lines[start + 1].startswith('{"type":"event"')
    assert observations[-1].outcome.result.verdict == "roll_cap"
