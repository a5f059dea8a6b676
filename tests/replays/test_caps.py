"""A record is of a match that its caps ended, exactly where its own lines say so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from protocol.replay_records import FaultRecord, encode_record
from referee.replays.verify import Verification, verify
from tests.replays.golden import assert_differs, changed, signed_anew, write
from tests.replays.made import TIME_CONTROL, MadeRecord


def capped(match_ms: int, **terms: Any) -> MadeRecord:
    """A record whose plies are charged 1 ms each."""
    return MadeRecord(time_control={**TIME_CONTROL, "match_ms": match_ms}, **terms)


def verified(folder: Path, lines: list[bytes]) -> Verification:
    return verify(write(folder, lines))


def assert_ok(folder: Path, lines: list[bytes]) -> None:
    found = verified(folder, lines)
    assert (found.status, found.reason) == ("ok", "")


def test_a_match_ends_when_the_recorded_time_reaches_the_cap(tmp_path: Path) -> None:
    assert_ok(tmp_path, capped(20).play(20).scored("time_cap"))


@pytest.mark.parametrize("match_ms", [19, 21])
def test_another_cap_than_the_recorded_time_differs(tmp_path: Path, match_ms: int) -> None:
    lines = capped(20).play(20).scored("time_cap")
    control = {**TIME_CONTROL, "match_ms": match_ms}
    lines = signed_anew([changed(lines[0], time_control=control), *lines[1:]])
    line, words = (21, "ply 19 comes after the cap of 19 ms") if match_ms == 19 else (22, "20 ms are not the cap of 21")
    assert_differs(verified(tmp_path, lines), line, words)


@pytest.mark.parametrize("ms", [0, 2])
def test_a_changed_time_moves_the_end(tmp_path: Path, ms: int) -> None:
    """Even of a record that was signed anew: who forges a time forges the place where the match ended."""
    lines = capped(20).play(20).scored("time_cap")
    lines[5] = changed(lines[5], ms=ms)
    line, words = (21, "ply 19 comes after the cap of 20 ms") if ms else (22, "19 ms are not the cap of 20 ms")
    assert_differs(verified(tmp_path, signed_anew(lines)), line, words)


@pytest.mark.parametrize(
    "control", [None, TIME_CONTROL, {**TIME_CONTROL, "match_ms": 0}], ids=["no clock", "of an older version", "no cap"]
)
def test_without_a_cap_no_time_ends_a_match(tmp_path: Path, control: dict[str, int] | None) -> None:
    assert_ok(tmp_path, MadeRecord(time_control=control).play(40).cancelled())
    lines = MadeRecord(time_control=control).play(40).scored("time_cap")
    assert_differs(verified(tmp_path, lines), 42, "verdict is time_cap, but the match is not over: there is no cap")


@pytest.mark.parametrize("verdict", ["cancelled", "ply_cap", "victory", "adjudicated"])
def test_at_the_cap_a_match_has_no_other_end(tmp_path: Path, verdict: str) -> None:
    record = capped(20).play(20)
    lines = record.cancelled() if verdict == "cancelled" else record.scored(verdict)
    assert_differs(verified(tmp_path, lines), 22, f"verdict is time_cap, the record says {verdict}")


def test_the_referee_may_fail_at_the_cap_too(tmp_path: Path) -> None:
    record = capped(20).play(20)
    record.game.abandon("because", verdict="referee_fault")
    assert_ok(tmp_path, record.ended())


def test_a_fault_after_the_cap_differs(tmp_path: Path) -> None:
    record = capped(20).play(20)
    seat = record.game.to_act
    assert seat is not None
    lines = record.fault(seat, "crash").forfeited([seat], "forfeit_crash")
    assert_differs(verified(tmp_path, lines), 22, "a fault comes after the cap of 20 ms")


def test_the_cap_of_plies_is_looked_for_first(tmp_path: Path) -> None:
    assert_ok(tmp_path, capped(20, ply_cap=20).play(20).scored("ply_cap"))
    lines = capped(20, ply_cap=20).play(20).scored("time_cap")
    assert_differs(verified(tmp_path, lines), 22, "verdict is ply_cap, the record says time_cap")


def test_the_time_of_a_refused_answer_counts_from_the_next_ply(tmp_path: Path) -> None:
    def refused(record: MadeRecord) -> MadeRecord:
        seat = record.game.to_act
        assert seat is not None
        fault = FaultRecord(record.game.ply, seat, "malformed", "hello", 15, "refused")
        record.lines.append(encode_record(fault))
        return record

    assert_ok(tmp_path, refused(capped(20, on_illegal="refuse").play(9)).play(1).scored("time_cap"))
    lines = refused(capped(20, on_illegal="refuse").play(9)).scored("time_cap")
    assert_differs(verified(tmp_path, lines), 12, "but the match is not over")
    lines = refused(capped(20, on_illegal="refuse").play(9)).play(2).scored("time_cap")
    assert_differs(verified(tmp_path, lines), 13, "ply 10 comes after the cap of 20 ms")
