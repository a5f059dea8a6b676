"""Records that are consistent with themselves and tell what can't have been: made, not changed, and signed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import COMPETITION
from protocol.digests import seed_commitment
from protocol.replay_records import FaultKind
from referee.replays.reader import Replay
from referee.replays.seed_file import Secret
from referee.replays.verify import Verification, verify, verify_replay
from tests.replays.golden import (
    EVIDENCE,
    VICTORY,
    assert_differs,
    changed,
    find,
    lines_of,
    signed_anew,
    write,
)
from tests.replays.made import NONCE, MadeRecord

THREE_SEATS = replace(COMPETITION, name="three", seats=3)
SHORT = replace(COMPETITION, name="short", roll_cap=1)


def illegal_action(record: MadeRecord) -> str:
    """One that the grammar has and the moment does not."""
    assert "accept_trade" not in record.game.legal_actions()
    return "accept_trade"


def verified(folder: Path, lines: list[bytes]) -> Verification:
    return verify(write(folder, lines))


def assert_ok(folder: Path, lines: list[bytes]) -> None:
    found = verified(folder, lines)
    assert (found.status, found.reason) == ("ok", "")


# -- caps and verdicts ---------------------------------------------------------------------------------------


def test_a_match_ends_at_its_ply_cap_and_nowhere_else(tmp_path: Path) -> None:
    lines = MadeRecord(ply_cap=20).play(20).scored("ply_cap")
    assert_ok(tmp_path, lines)
    terms = json.loads(lines[0])["match"]
    for cap, line, words in ((21, 22, "20 plies are not the cap of 21"), (19, 21, "after the cap of 19 plies")):
        other = [changed(lines[0], match={**terms, "ply_cap": cap}), *lines[1:]]
        assert_differs(verified(tmp_path, signed_anew(other)), line, words)


@pytest.mark.parametrize("missing", ["on_illegal", "refusals", "ply_cap", "freeze", "events"])
def test_a_header_without_a_setting_differs(tmp_path: Path, missing: str) -> None:
    lines = MadeRecord().play(20).cancelled()
    terms = {key: value for key, value in json.loads(lines[0])["match"].items() if key != missing}
    lines[0] = changed(lines[0], match=terms)
    assert_differs(verified(tmp_path, signed_anew(lines)), 1, "match", missing)


@pytest.mark.parametrize("verdict", ["time_cap", "victory", "roll_cap", "adjudicated", "forfeit_crash"])
def test_a_match_can_not_be_ended_by_its_last_line_alone(tmp_path: Path, verdict: str) -> None:
    lines = MadeRecord().play(60).scored(verdict)
    assert_differs(verified(tmp_path, lines), 62, f"verdict is {verdict}, but the match is not over")


# -- what comes too late -------------------------------------------------------------------------------------


def test_a_ply_after_the_end_of_play_differs(tmp_path: Path) -> None:
    record = MadeRecord(SHORT)
    while record.game.result is None:
        record.play(1)
    plies = record.game.ply
    lines = record.ended()
    assert_ok(tmp_path, lines)
    lines.insert(-1, changed(lines[-2], n=plies))
    assert_differs(verified(tmp_path, signed_anew(lines)), plies + 2, "after the match was over")


def test_a_fault_after_the_end_of_play_differs(tmp_path: Path) -> None:
    record = MadeRecord(SHORT)
    while record.game.result is None:
        record.play(1)
    lines = record.fault(0, "crash", outcome="noted").ended()
    assert_differs(verified(tmp_path, lines), record.game.ply + 2, "fault after the match was over")


def test_nothing_but_the_end_comes_after_a_forfeit(tmp_path: Path) -> None:
    lines = MadeRecord().play(9).fault(3, "crash").play(1).forfeited([3], "forfeit_crash")
    assert_differs(verified(tmp_path, lines), 12, "after a forfeit")
    lines = MadeRecord().play(9).fault(3, "crash").fault(3, "flood").forfeited([3], "forfeit_crash")
    assert_differs(verified(tmp_path, lines), 12, "after a forfeit")


# -- faults --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["timeout", "crash", "flood", "memory"])
def test_a_fault_that_only_the_referee_saw_is_believed(tmp_path: Path, kind: FaultKind) -> None:
    assert_ok(tmp_path, MadeRecord().play(9).fault(3, kind).forfeited([3], f"forfeit_{kind}"))


def test_what_is_only_noted_may_be_any_seat_s(tmp_path: Path) -> None:
    assert_ok(tmp_path, MadeRecord().play(9).fault(0, "flood", outcome="noted").play(9).cancelled())


def test_nobody_is_late_without_a_time_limit(tmp_path: Path) -> None:
    lines = MadeRecord(time_control=None).play(9).fault(3, "timeout").forfeited([3], "forfeit_timeout")
    assert_differs(verified(tmp_path, lines), 11, "no time limit")


def test_programs_that_do_not_start_are_judged_together_by_seat(tmp_path: Path) -> None:
    def no_starts(*seats: int, kind: FaultKind = "no_start") -> list[bytes]:
        record = MadeRecord()
        for seat in seats:
            record.fault(seat, kind)
        return record.forfeited(sorted(set(seats)), f"forfeit_{kind}")

    assert_ok(tmp_path, no_starts(1))
    assert_ok(tmp_path, no_starts(0, 2, 3))
    for seats in ((2, 0), (1, 1)):
        assert_differs(verified(tmp_path, no_starts(*seats)), 3, "after a forfeit")
    lines = MadeRecord().fault(0, "crash").fault(2, "no_start").forfeited([0, 2], "forfeit_crash")
    assert_differs(verified(tmp_path, lines), 3, "after a forfeit")


@pytest.mark.parametrize("outcome", ["forfeit", "noted"])
def test_who_has_played_had_started(tmp_path: Path, outcome: Any) -> None:
    lines = MadeRecord().play(9).fault(3, "no_start", outcome=outcome).cancelled()
    assert_differs(verified(tmp_path, lines), 11, "had started")


def test_a_seat_that_is_not_there_has_no_fault(tmp_path: Path) -> None:
    lines = MadeRecord(THREE_SEATS).fault(3, "no_start").cancelled()
    assert_differs(verified(tmp_path, lines), 2, "seat 3", "3 seats")


@pytest.mark.parametrize("outcome", ["refused", "default"])
def test_nobody_is_asked_again_where_a_fault_is_a_forfeit(tmp_path: Path, outcome: Any) -> None:
    record = MadeRecord().play(9)
    lines = record.fault(3, "illegal", illegal_action(record), outcome).cancelled()
    assert_differs(verified(tmp_path, lines), 11, outcome, "a forfeit")


def test_an_answer_was_what_it_is_called(tmp_path: Path) -> None:
    def answered(kind: FaultKind, answer: str | None, reason: str = "because") -> list[bytes]:
        return MadeRecord().play(9).fault(3, kind, answer).forfeited([3], f"forfeit_{kind}", reason)

    played = MadeRecord().play(9)
    illegal, legal = illegal_action(played), played.game.legal_actions()[0]
    assert_ok(tmp_path, answered("illegal", illegal))
    assert_ok(tmp_path, answered("malformed", "hello"))
    for answer in (illegal, legal, None):
        words = f"{answer!r} is said to be malformed and is not"
        assert_differs(verified(tmp_path, answered("malformed", answer)), 11, words)
    for answer in ("hello", legal, None):
        words = f"{answer!r} is said to be illegal and is not"
        assert_differs(verified(tmp_path, answered("illegal", answer)), 11, words)


def test_a_bare_answer_is_malformed_where_an_id_was_due(tmp_path: Path) -> None:
    record = MadeRecord().play(9)
    legal = record.game.legal_actions()[0]
    reason = f"seat 3 answered '{legal}': a bot that has used @<id> must use it always: expected @9 {legal}"
    assert_ok(tmp_path, record.fault(3, "malformed", legal).forfeited([3], "forfeit_malformed", reason))
    refused = MadeRecord(on_illegal="refuse").play(9).fault(3, "malformed", legal, "refused").play(9).cancelled()
    assert_ok(tmp_path, refused)
    lines = MadeRecord().play(9).fault(3, "malformed").forfeited([3], "forfeit_malformed", reason)
    assert_differs(verified(tmp_path, lines), 11, "None is said to be malformed and is not")


def test_a_record_that_was_cut_off_after_a_forfeit_is_interrupted(tmp_path: Path) -> None:
    record = MadeRecord().play(9)
    lines = record.fault(3, "malformed", record.game.legal_actions()[0]).lines
    found = verify_replay(Replay(b"".join(lines)), Secret("made", NONCE))
    assert (found.status, found.reason) == ("interrupted", "interrupted after ply 8")


# -- spelling and secrets ------------------------------------------------------------------------------------


def test_an_action_is_on_record_in_one_spelling_only(tmp_path: Path) -> None:
    record = MadeRecord()
    plenty = ("play_dev:year_of_plenty:brick:ore", "play_dev:year_of_plenty:ore:brick")
    while plenty[0] not in record.game.legal_actions():
        record.play(1)
    lines = record.apply(plenty[0]).cancelled()
    assert_ok(tmp_path, lines)
    index = find(lines, plenty[0])
    lines[index] = changed(lines[index], action=plenty[1])
    assert_differs(verified(tmp_path, signed_anew(lines)), index + 1, f"{plenty[1]} is written {plenty[0]}")


def test_a_match_does_not_begin_with_all_its_plies(tmp_path: Path) -> None:
    lines = lines_of(VICTORY)
    terms, plies = json.loads(lines[0])["match"], json.loads(lines[-1])["result"]["plies"]
    lines[0] = changed(lines[0], match={**terms, "prelude": plies - 1})
    assert_ok(tmp_path, signed_anew(lines))
    for prelude in (plies, plies + 1):
        lines[0] = changed(lines[0], match={**terms, "prelude": prelude})
        assert_differs(verified(tmp_path, signed_anew(lines)), 1, f"prelude is {prelude}", f"with ply {plies - 1}")


# -- what an unsigned record can't hold: docs/replay.md says so ----------------------------------------------


def test_another_nonce_with_its_commitment_is_consistent(tmp_path: Path) -> None:
    lines = MadeRecord().play(9).cancelled()
    other = "cd" * 32
    lines[0] = changed(lines[0], seed_commitment=seed_commitment(other, "made"))
    lines[-1] = changed(lines[-1], nonce=other)
    assert_ok(tmp_path, signed_anew(lines))


def test_evidence_can_be_left_out(tmp_path: Path) -> None:
    lines = lines_of(EVIDENCE)
    del lines[find(lines, '"t":"evidence"')]
    assert_ok(tmp_path, signed_anew(lines))


# -- spelling ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ('"referee":"', '"referee":"\u2028', "is not in ASCII"),
        ("}\n", "}\r\n", "does not end in } and LF"),
        ("}\n", "} \n", "does not end in } and LF"),
    ],
)
def test_lines_end_where_all_readers_see_it(tmp_path: Path, before: str, after: str, words: str) -> None:
    lines = MadeRecord().play(9).cancelled()
    assert before.encode() in lines[0]
    lines[0] = lines[0].replace(before.encode(), after.encode())
    assert_differs(verified(tmp_path, signed_anew(lines)), 1, words)


@pytest.mark.parametrize("nonce", ["", "ab" * 31, "ab" * 33, "AB" * 32, " ".join(["ab"] * 32), "no hex"])
def test_a_nonce_of_another_length_or_spelling_differs(tmp_path: Path, nonce: str) -> None:
    """Whatever the commitment is: it was made with 32 bytes, or it could be opened as several seeds."""
    lines = MadeRecord().play(9).cancelled()
    assert seed_commitment("ab" * 32, "made") in lines[0].decode()
    lines[-1] = changed(lines[-1], nonce=nonce)
    assert_differs(verified(tmp_path, signed_anew(lines)), len(lines), "64 lower-case hex digits")


def test_a_seed_that_is_no_text_differs(tmp_path: Path) -> None:
    lines = MadeRecord().play(9).cancelled()
    lines[-1] = changed(lines[-1], seed="\ud800")
    assert_differs(verified(tmp_path, signed_anew(lines)), len(lines), "malformed")
