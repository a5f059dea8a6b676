"""What is kept of a bot's own lines: the last of them, with their times, at next to no cost."""

from __future__ import annotations

import time

from referee.match.own_lines import KEPT_BYTES, OwnLines

MS = 1_000_000


def test_lines_have_the_time_of_their_end() -> None:
    lines = OwnLines(started_ns=5 * MS)
    lines.add(6 * MS, b"ready bot\n@0 pla")
    lines.add(8 * MS, b"ce_road:1\r\n")
    lines.add(9 * MS, b"unfinished")
    assert lines.lines() == [(1.0, "ready bot"), (3.0, "@0 place_road:1\r"), (4.0, "unfinished")]
    assert not lines.is_cut


def test_bytes_that_are_no_text_are_kept_as_escapes() -> None:
    lines = OwnLines(0)
    lines.add(0, b"caf\xe9 \xc3\xa9\n")
    assert lines.lines() == [(0.0, "caf\\xe9 \u00e9")]


def test_the_last_is_kept() -> None:
    lines = OwnLines(0)
    for number in range(10_000):
        lines.add(number, f"{number:099}\n".encode())
    kept = [text for _, text in lines.lines()]
    assert lines.is_cut
    assert kept == [f"{number:099}" for number in range(10_000 - KEPT_BYTES // 100, 10_000)]


def test_a_bot_that_writes_byte_by_byte_costs_no_memory() -> None:
    lines = OwnLines(0)
    for _ in range(KEPT_BYTES):
        lines.add(0, b"x")
    assert lines.is_cut
    assert len(lines.lines()[0][1]) == 8_192


def test_keeping_an_answer_costs_less_than_a_microsecond() -> None:
    lines, answer = OwnLines(0), b"@41 place_settlement:14\n"
    best_ns = min(_time_ns(lines, answer) for _ in range(20))
    assert best_ns / 1_000 < 1_000


def _time_ns(lines: OwnLines, answer: bytes) -> int:
    started_ns = time.perf_counter_ns()
    for now_ns in range(1_000):
        lines.add(now_ns, answer)
    return time.perf_counter_ns() - started_ns


def test_what_came_after_the_input_was_closed_is_told_apart() -> None:
    kept = OwnLines(0)
    kept.add(1_000_000, b"ready x\n")
    assert kept.late_lines() == []
    kept.input_is_closed(2_000_000)
    assert kept.late_lines() == []
    kept.add(3_000_000, b"@0 roll\n@1 ")
    kept.add(4_000_000, b"end_turn")
    assert kept.late_lines() == [(3.0, "@0 roll"), (4.0, "@1 end_turn")]
    assert kept.lines() == [(1.0, "ready x"), *kept.late_lines()]
