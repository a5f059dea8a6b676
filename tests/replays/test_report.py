"""The report of a record: every verdict, what it says of faults, what it says without a seed, and the command."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from engine import COMPETITION, IllegalAction
from protocol.replay_records import FaultKind, FaultRecord, encode_record
from protocol.vocabulary import Verdict
from referee.replays.reader import ReplayError
from referee.replays.report.as_json import as_json
from referee.replays.report.facts import Report
from referee.replays.report.gather import report_of
from referee.replays.sign import sign
from referee.signing.keys import new_key
from tests.match.commands import referee
from tests.replays.golden import (
    EVIDENCE,
    FOLDER,
    FORFEIT,
    RECORDS,
    REPORTS,
    VICTORY,
    changed,
    lines_of,
    signed_anew,
    write,
)
from tests.replays.made import MadeRecord
from tests.replays.reports import in_html, in_markdown, without_pictures
from tests.replays.test_sealed import SECRET, sealed_lines
from tests.replays.test_sealed import write as write_with_seed

# -- how it ended ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name.partition(".")[0])
def test_every_golden_record_has_a_report_that_says_what_the_record_says(path: Path) -> None:
    report = report_of(path)
    assert report.play is not None
    end = json.loads(lines_of(path)[-1]) if report.end else {}
    for text in (in_markdown(report), in_html(report)):
        if report.end is None:
            assert "the match was interrupted" in text
        elif "result" in end:
            assert f"Verdict {end['result']['verdict']}:" in text
    assert msgspec.json.decode(as_json(report), type=Report) == report


@pytest.mark.parametrize("verdict", get_args(Verdict))
def test_every_verdict_is_explained(tmp_path: Path, verdict: str) -> None:
    """Made so, a few of them differ from what could be played: the report is written all the same."""
    record = MadeRecord().play(20)
    record.game.score_now("because", verdict=verdict)
    found = in_markdown(report_of(write(tmp_path, record.ended())))
    assert re.search(rf"Verdict {verdict}: \w.*\.\n", found)


@pytest.mark.parametrize("verdict", ["cancelled", "referee_fault", "infrastructure_error"])
def test_of_a_match_that_does_not_count_it_says_who_was_to_act_and_who_led(tmp_path: Path, verdict: str) -> None:
    record = MadeRecord(seed="void").play(60)
    to_act, phase, totals = record.game.to_act, record.game.phase, record.game.totals
    record.game.abandon("because", verdict=verdict)
    report = report_of(write(tmp_path, record.ended()))
    assert report.play is not None
    assert (report.play.to_act, report.play.phase) == (to_act, phase)
    assert [of.total for of in report.play.points] == totals
    text = in_markdown(report)
    assert f"Nobody won. Verdict {verdict}:" in text
    leaders = [str(seat) for seat, total in enumerate(totals) if total == max(totals)]
    assert re.search(
        rf"^Seats? {',? (?:and )?'.join(leaders)} led with {max(totals)} points?\. Seat", text, re.MULTILINE
    )
    assert f"Seat {to_act} was to act, in phase {phase}, at ply 60." in text


def test_the_machine_is_told_where_the_record_knows_it(tmp_path: Path) -> None:
    assert "| machine | not on record |" in in_markdown(report_of(VICTORY))
    machine = {"system": "Linux", "release": "6.12", "architecture": "x86_64", "python": "3.13.5", "cores": 8}
    first, *rest = lines_of(VICTORY)
    whole = json.loads(first) | {"machine": machine}
    line = json.dumps(whole, separators=(",", ":")).encode() + b"\n"
    report = report_of(write(tmp_path, signed_anew([line, *rest])))
    assert report.verified.status == "ok"
    assert "| machine | `Linux 6.12, x86_64, Python 3.13.5, 8 cores` |" in in_markdown(report)


# -- faults ---------------------------------------------------------------------------------------------------


def test_a_forfeit_is_shown_with_what_would_have_been_legal() -> None:
    report = report_of(FORFEIT)
    (fault,) = report.faults
    assert (fault.ply, fault.seat, fault.kind, fault.answer, fault.proof) == (46, 3, "illegal", "build_road:3", None)
    assert fault.why == "not in phase move_robber, where seat 3 may move_robber"
    assert fault.right is not None
    assert (fault.right.phase, fault.right.count) == ("move_robber", 18)
    assert fault.right.legal_actions == tuple(f"move_robber:{n}" for n in range(19) if n != 9)
    text = in_markdown(report)
    assert "### Seat 3 forfeits at ply 46: illegal" in text
    assert "18 actions would have been legal: move_robber:0, move_robber:1," in text


def test_evidence_is_shown_with_its_clock() -> None:
    report = report_of(EVIDENCE)
    refused, forfeit = report.faults
    assert (refused.outcome, refused.answer, refused.proof) == ("refused", "ROLL", None)
    assert refused.why == "actions are written in lower case without spaces: roll"
    assert forfeit.proof is not None
    assert (forfeit.proof.used_ms, forfeit.proof.overrun_ms, forfeit.proof.reserve_ms) == (131, 101, 100)
    assert forfeit.right is not None
    assert forfeit.right.legal_actions == ("roll",)
    text = in_markdown(report)
    assert "131 ms, 101 ms over the 30 ms for a move, with 100 ms of its reserve left" in text
    assert "`referee replay feed evidence.jsonl --seat 1 --bot SPEC`" in text


@pytest.mark.parametrize("kind", get_args(FaultKind))
def test_every_kind_of_forfeit_has_a_section(tmp_path: Path, kind: FaultKind) -> None:
    record = MadeRecord()
    if kind != "no_start":
        record.play(20)
    seat = record.game.to_act or 0
    answer = {"illegal": "build_city:3", "malformed": "what"}.get(kind)
    report = report_of(write(tmp_path, record.fault(seat, kind, answer).forfeited([seat], f"forfeit_{kind}")))
    assert report.verified.status == "ok", report.verified.reason
    (fault,) = report.faults
    assert (fault.right is None) == (kind == "no_start")
    assert (fault.why is None) == (answer is None)
    ply = 0 if kind == "no_start" else 20
    assert f"### Seat {seat} forfeits at ply {ply}: {kind.replace('_', ' ')}" in in_markdown(report)


def test_a_long_list_of_legal_actions_is_cut(tmp_path: Path) -> None:
    record = MadeRecord(rules=replace(COMPETITION, max_offers_per_turn=9))
    while len(record.game.legal_actions()) <= 60 or record.game.turn == 0:
        record.play(1)
    seat, legal = record.game.to_act, record.game.legal_actions()
    assert seat is not None
    with pytest.raises(IllegalAction) as refused:
        record.game.apply("roll")
    report = report_of(write(tmp_path, record.fault(seat, "illegal", "roll").forfeited([seat], "forfeit_illegal")))
    (fault,) = report.faults
    assert fault.right is not None
    assert (fault.why, fault.right.count) == (refused.value.reason, len(legal))
    assert fault.right.legal_actions == tuple(legal[:60])
    assert f"{len(legal)} actions would have been legal; the first 60 of them: " in in_markdown(report)


def test_refusals_and_the_default_are_in_the_timeline(tmp_path: Path) -> None:
    record = MadeRecord(on_illegal="refuse", refusals=1).play(20)
    seat, default = record.game.to_act or 0, record.game.default_action()
    record.fault(seat, "malformed", "what", "refused").fault(seat, "malformed", "oh", "default").apply(default)
    report = report_of(write(tmp_path, record.cancelled()))
    assert report.play is not None
    told = [moment.words for moment in report.play.timeline if "fault" in moment.why]
    assert told == [
        f"seat {seat} is refused an answer: malformed",
        f"seat {seat} is refused its last answer, and the default is played: malformed",
    ]
    assert re.search(rf"\| 20 \| {seat} \| malformed \| default \| `oh` \|.*\| {default} \|\n", in_markdown(report))


# -- records that can't be played -------------------------------------------------------------------------------


def test_without_its_seed_a_record_is_only_read(tmp_path: Path) -> None:
    report = report_of(write(tmp_path, sealed_lines()))
    assert (report.verified.status, report.play) == ("sealed", None)
    text = in_markdown(report)
    assert text.index("## This report is incomplete") < text.index("## How it ended")
    assert "its seed is neither revealed nor in a file beside it" in text
    assert "Seat 2, `polite`, won. Verdict victory:" in text
    assert sum(of.answers for of in report.clocks) == 135


def test_with_the_seed_beside_it_a_sealed_record_is_played_and_called_sealed(tmp_path: Path) -> None:
    report = report_of(write_with_seed(tmp_path, sealed_lines(), secret=SECRET))
    assert report.play == report_of(VICTORY).play
    assert "The seed is sealed" in in_markdown(report)


def test_a_record_that_differs_is_only_read_and_says_where(tmp_path: Path) -> None:
    lines = lines_of(VICTORY)
    lines[20] = changed(lines[20], seat=3 - json.loads(lines[20])["seat"])
    report = report_of(write(tmp_path, lines))
    assert (report.verified.status, report.verified.line, report.play) == ("differs", 21, None)
    assert "Line 21: `" in in_markdown(report)
    assert "Nothing in this report is proved." in in_markdown(report)


def test_a_result_that_names_seats_which_are_not_there_is_shown_as_it_is(tmp_path: Path) -> None:
    lines = lines_of(FOLDER / "three_seats.jsonl.gz")
    result = json.loads(lines[-1])["result"] | {"ranking": [3, 0, 3], "winner": 3, "offender": 3}
    lines[-1] = changed(lines[-1], result=result)
    fault = encode_record(FaultRecord(5, 3, "illegal", "x", 1, "forfeit"))
    report = report_of(write(tmp_path, [*lines[:5], fault, *lines[5:]]))
    assert report.verified.status == "differs"
    for text in (in_markdown(report), in_html(report)):
        assert "Seat 3 forfeits at ply 5" in text


def test_signatures_are_named_as_what_they_are(tmp_path: Path) -> None:
    pytest.importorskip("cryptography")
    path = write(tmp_path, lines_of(VICTORY))
    added = sign(path, new_key("organiser"))
    text = in_markdown(report_of(path))
    assert f"- Signed by `organiser` with the key `{added.key}`" in text
    assert "The signatures fit. Whose a key is, only who was given it can tell." in text
    assert "Signed by" not in in_markdown(report_of(VICTORY))


# -- the same bytes, and the command ------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["md", "html", "json"])
def test_the_golden_report_comes_out_the_same(form: str) -> None:
    """Written anew by ``python -m tests.replays.new_reports`` where a change is meant."""
    writers = {"md": in_markdown, "html": lambda report: without_pictures(in_html(report)), "json": as_json}
    assert writers[form](report_of(EVIDENCE)) == (REPORTS / f"evidence.{form}").read_text(encoding="utf-8")


def test_tables_of_the_page_have_heads_with_scopes() -> None:
    text = in_html(report_of(VICTORY))
    assert text.count("<table>") == text.count("<caption") == text.count("<thead>") > 15
    assert len(re.findall(r"<th(?! scope=)[ >]", text)) == 0
    assert text.count("<svg") == 2


def test_the_command_writes_to_standard_output_or_a_new_file_of_its_owner(tmp_path: Path) -> None:
    done = referee("replay", "report", str(EVIDENCE), cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (REPORTS / "evidence.md").read_text(encoding="utf-8")
    done = referee("replay", "report", str(EVIDENCE), "--format", "html", "--out", "page", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "page\n")
    assert (tmp_path / "page").read_text(encoding="utf-8") == in_html(report_of(EVIDENCE))
    assert (tmp_path / "page").stat().st_mode & 0o077 == 0
    again = referee("replay", "report", str(EVIDENCE), "--format", "json", "--out", "page", cwd=tmp_path)
    assert (again.returncode, again.stdout) == (2, "")
    assert "page: is there already" in again.stderr


def test_the_exit_status_of_a_record_that_differs_is_negative(tmp_path: Path) -> None:
    lines = lines_of(VICTORY)
    path = write(tmp_path, [*lines[:20], *lines[21:]])
    done = referee("replay", "report", str(path), cwd=tmp_path)
    assert done.returncode == 1
    assert "This report is incomplete" in done.stdout


@pytest.mark.parametrize("content", [b"", b"{}\n", b"\x1f\x8bnonsense", b"\x00" * 100],
                         ids=["empty", "an object", "half a gzip", "zeros"])  # fmt: skip
def test_a_file_that_is_no_replay_has_no_report(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x.jsonl").write_bytes(content)
    with pytest.raises(ReplayError, match="line 1: "):
        report_of(tmp_path / "x.jsonl")


def test_wrong_arguments_are_refused(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_bytes(b"")
    done = referee("replay", "report", "x.jsonl", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "x.jsonl: line 1: the file is empty" in done.stderr
    done = referee("replay", "report", "nowhere.jsonl", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "nowhere.jsonl: No such file" in done.stderr


def test_no_number_of_lines_fills_a_report(tmp_path: Path) -> None:
    """A forged record of faults and nothing else: what is shown of them stays short, and is made quickly."""
    first, *_, last = lines_of(VICTORY)
    faults = [FaultRecord(0, n % 4, "illegal", "x" * 40, 1, "forfeit" if n % 2 else "refused") for n in range(20_000)]
    report = report_of(write(tmp_path, [first, *map(encode_record, faults), last]))
    assert report.verified.status == "differs"
    assert len(report.faults) == 20_000
    text = in_markdown(report)
    assert "the first 200 of 10000" in text
    assert "No match has so many forfeits; these are the first 4." in text
    assert len(text) < 50_000
