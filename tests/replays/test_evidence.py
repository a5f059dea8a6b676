"""Evidence on record: where it may stand, and that it shows what the seat was sent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from referee.replays.verify import verify
from tests.replays.golden import EVIDENCE, assert_differs, changed, find, lines_of, signed_anew, write

LINES = lines_of(EVIDENCE)
AT = find(LINES, '"t":"evidence"')
SHOWN: dict[str, Any] = json.loads(LINES[AT])
REQUEST: dict[str, Any] = SHOWN["request"]
STATE: dict[str, Any] = REQUEST["public_state"]
OTHER_VALUES: dict[str, Any] = {
    "phase": "main",
    "dice": [1, 1],
    "your_dev_cards": {"knight": 1},
    "your_playable_dev_cards": ["knight"],
    "offer": {"from": 1, "to": 0, "give": {"wood": 1}, "get": {"ore": 1}, "asked": [0]},
    "counters": [{"seat": 2, "give": {"wood": 1}, "get": {"ore": 1}}],
}
"""For the keys where a value that fits can't be made of any other."""
RESERVES = [[130, 102, 120, 120], [130, 97, 120, 120], [131, 100, 120, 120], [100] * 3, None]


def assert_found(tmp_path: Path, *words: str, **values: Any) -> None:
    """A change of the evidence is found at its line, also where the record is signed anew."""
    lines = [*LINES]
    lines[AT] = changed(lines[AT], **values)
    for number, written in enumerate((lines, signed_anew(lines))):
        folder = tmp_path / str(number)
        folder.mkdir(exist_ok=True)
        assert_differs(verify(write(folder, written)), AT + 1, *words)


CHANGES: list[tuple[dict[str, Any], str]] = [
    ({"n": 17}, "evidence of timeout at ply 17, but the fault is timeout at ply 18"),
    ({"seat": 2}, "evidence against seat 2, which has not forfeited"),
    ({"kind": "crash"}, "evidence of crash"),
    ({"verdict": "forfeit_crash"}, "the verdict is forfeit_timeout"),
    ({"reason": "seat 1 was unlucky"}, "the reason is not the result's"),
    ({"request": None}, "the request or the clock is missing"),
    ({"clock": None}, "the request or the clock is missing"),
    ({"clock": {**SHOWN["clock"], "move_ms": 3}}, "clock: move_ms was 30, not 3"),
    ({"clock": {**SHOWN["clock"], "reserve_ms": 9}}, "clock: reserve_ms was 100, not 9"),
    ({"clock": {**SHOWN["clock"], "used_ms": 9}}, "clock: used_ms was 131, not 9"),
    ({"clock": {**SHOWN["clock"], "overrun_ms": 9}}, "clock: overrun_ms was 101, not 9"),
    ({"request": {**REQUEST, "id": 18}}, "request: id was 19, not 18"),
    ({"request": {**REQUEST, "attempt": 1}}, "request: attempt was 2, not 1"),
    ({"request": {**REQUEST, "free_form": ["offer_trade"]}}, "request: free_form"),
    ({"request": {**REQUEST, "legal_actions": ["roll", "end_turn"]}}, "request: legal_actions"),
]


@pytest.mark.parametrize(("values", "words"), CHANGES)
def test_changed_evidence_is_named(tmp_path: Path, values: dict[str, Any], words: str) -> None:
    assert_found(tmp_path, words, **values)


@pytest.mark.parametrize("key", STATE)
def test_every_key_of_the_state_shown_is_compared(tmp_path: Path, key: str) -> None:
    other = another(key, STATE[key])
    assert other != STATE[key]
    state = {**STATE, key: other}
    assert_found(tmp_path, f"request: public_state: {key} was", request={**REQUEST, "public_state": state})


def another(key: str, value: Any) -> Any:
    """A value of the same type."""
    if key in OTHER_VALUES:
        return OTHER_VALUES[key]
    if isinstance(value, list):
        return [[1], [], [], []] if isinstance(value[0], list) else [9] * 4
    return {bool: True, dict: {"wood": 9}}.get(type(value), 3)


def told_clock(**values: Any) -> dict[str, Any]:
    return {**REQUEST, "clock": {**REQUEST["clock"], **values}}


@pytest.mark.parametrize("reserve_ms", RESERVES)
def test_a_reserve_that_the_times_on_record_do_not_leave_is_named(tmp_path: Path, reserve_ms: Any) -> None:
    assert_found(tmp_path, "the reserves can't have been", request=told_clock(reserve_ms=reserve_ms))


def test_the_rest_of_the_clock_is_compared(tmp_path: Path) -> None:
    assert_found(tmp_path, "request: clock was", request=told_clock(move_ms=31))
    assert_found(tmp_path, "request: clock was", request=told_clock(attempts_left=4))


def test_evidence_stands_behind_the_forfeits_it_belongs_to(tmp_path: Path) -> None:
    early = [*LINES[: AT - 1], LINES[AT], LINES[AT - 1], *LINES[AT + 1 :]]
    assert_differs(verify(write(tmp_path, signed_anew(early))), AT, "which has not forfeited")
    twice = [*LINES[: AT + 1], LINES[AT], *LINES[AT + 1 :]]
    assert_differs(verify(write(tmp_path, signed_anew(twice))), AT + 2, "after that against seat 1")
    late = [*LINES[: AT + 1], LINES[AT - 1], *LINES[AT + 1 :]]
    assert_differs(verify(write(tmp_path, signed_anew(late))), AT + 2, "a fault comes after a forfeit")


def test_a_record_without_evidence_is_whole(tmp_path: Path) -> None:
    """One that was cut off by the disk or the referee's end has none, and no line is needed to judge the match."""
    assert verify(write(tmp_path, signed_anew([*LINES[:AT], *LINES[AT + 1 :]]))).status == "ok"


def test_a_digest_of_a_file_is_believed_but_signed(tmp_path: Path) -> None:
    lines = [*LINES[:AT], changed(LINES[AT], author=None), *LINES[AT + 1 :]]
    assert verify(write(tmp_path, signed_anew(lines))).status == "ok"
    assert_differs(verify(write(tmp_path, lines)), len(lines), "record_digest")
