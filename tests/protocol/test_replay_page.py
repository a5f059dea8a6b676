"""docs/replay.md is enough to read a record: every line, key and word is on it, and its program makes the digests."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from protocol.replay_records import (
    RECORD_TYPES,
    REPLAY_FORMAT,
    EvidenceClock,
    FaultKind,
    FaultOutcome,
    MachineRecord,
    Record,
    SeatRecord,
)
from protocol.rulings import Ruling, RulingVerdict
from protocol.view_records import VIEW_TYPES
from referee.replays import additions, reader
from tests.replays.golden import DIGESTS, RECORDS, lines_of

PAGE = (Path(__file__).parent.parent.parent / "docs" / "replay.md").read_text(encoding="utf-8")
KEPT: dict[str, dict[str, Any]] = json.loads(DIGESTS.read_text(encoding="utf-8"))["replays"]
[PROGRAM] = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
TOLD: dict[str, Any] = {}
exec(compile(PROGRAM, "docs/replay.md", "exec"), TOLD)


def section(title: str) -> str:
    """The text under a heading, up to the next one."""
    found = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#+ |\Z)", PAGE, flags=re.DOTALL | re.MULTILINE)
    assert found, f"no section {title!r}"
    return found[1]


def missing(names: tuple[str, ...], text: str) -> list[str]:
    return [name for name in names if f"`{name}`" not in text]


@pytest.mark.parametrize("kind", RECORD_TYPES)
def test_every_key_of_a_record_is_explained(kind: type[msgspec.Struct]) -> None:
    assert missing(kind.__struct_encode_fields__, section(f"`{kind.__struct_config__.tag}`")) == []


@pytest.mark.parametrize("kind", VIEW_TYPES)
def test_every_key_of_a_view_is_explained(kind: type[msgspec.Struct]) -> None:
    (row,) = re.findall(rf"^\| `{kind.__struct_config__.tag}` \|.*", section("Views"), re.MULTILINE)
    assert missing(kind.__struct_encode_fields__, row) == []


@pytest.mark.parametrize(
    ("title", "names"),
    [
        ("`header`", SeatRecord.__struct_fields__ + MachineRecord.__struct_fields__ + ("anonymous", "prelude")),
        ("`fault`", get_args(FaultKind) + get_args(FaultOutcome)),
        ("`evidence`", EvidenceClock.__struct_fields__),
        ("Rulings", Ruling.__struct_encode_fields__ + get_args(RulingVerdict)),
    ],
)
def test_every_part_and_word_is_explained(title: str, names: tuple[str, ...]) -> None:
    assert missing(names, section(title)) == []


def test_the_numbers_are_right() -> None:
    assert f"format {REPLAY_FORMAT}\n" in PAGE
    assert f"{reader.LARGEST_MIB} MiB unpacked, {reader.MOST_LINES:,} lines, or {reader.LONGEST_LINE_MIB} MiB" in (
        section("The file").replace("\n  ", " ")
    )
    assert f"At most {additions.MOST_SIGNATURES}, one a key" in section("`signature`")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_the_program_of_the_page_makes_the_digests_of_every_golden(path: Path) -> None:
    lines = lines_of(path)
    ends = [number for number, line in enumerate(lines, 1) if line.startswith(b'{"t":"end"')]
    if not ends:
        assert KEPT[path.name]["status"] == "interrupted"
        return
    kept = KEPT[path.name]
    assert TOLD["digests"](lines[: ends[0]]) == (kept["game_digest"], kept["record_digest"])
    secrets = [json.loads(line) for line in lines[ends[0] - 1 :]]
    for secret in secrets:
        if secret.get("seed") is not None:
            assert TOLD["commitment"](secret["nonce"], secret["seed"]) == json.loads(lines[0])["seed_commitment"]


def test_every_line_shown_is_a_record_where_it_is_whole() -> None:
    shown = [line for line in PAGE.splitlines() if line.startswith('{"t":')]
    whole = [line for line in shown if " ... " not in line]
    assert len(whole) >= 3
    for line in whole:
        msgspec.json.decode(line, type=Record)


def test_a_match_takes_as_much_as_the_page_says() -> None:
    sizes = [len(line) for path in RECORDS for line in lines_of(path) if line.startswith(b'{"t":"ply"')]
    assert "about 120 bytes" in section("The file")
    assert 105 < sum(sizes) / len(sizes) < 135


def test_requests_and_reserves_follow_from_the_lines_as_the_page_says() -> None:
    """By this page's words alone, of every forfeit in the golden records; ``verify`` has its own way."""
    seen = [follow(*map(json.loads, (line for line in lines_of(p) if line.endswith(b"\n")))) for p in RECORDS]
    assert sum(seen) > 5


def follow(header: dict[str, Any], *lines: dict[str, Any]) -> int:
    """Hold every request in evidence against the lines before it; how many there were."""
    terms, control = header["match"], header["time_control"]
    reserve = {} if control is None else dict.fromkeys(range(len(header["seats"])), control["reserve_ms"])
    doubt = dict.fromkeys(range(len(header["seats"])), 0)
    number, attempt, default_is_next, requests = 0, 1, False, 0
    for line in lines:
        is_bad = line["t"] == "fault" and line["outcome"] in ("refused", "default")
        is_answer = line["t"] == "ply" and line["n"] >= terms.get("prelude", 0) and not default_is_next
        if (is_bad or is_answer) and control is not None:
            seat, over = line["seat"], line["ms"] - control["move_ms"]
            reserve[seat] = max(0, reserve[seat] - max(0, over)) + control["increment_ms"]
            doubt[seat] += over >= 0
        if is_bad or is_answer:
            number += 1
        if line["t"] == "ply":
            attempt, default_is_next = 1, False
        if is_bad:
            attempt, default_is_next = attempt + 1, line["outcome"] == "default"
        if line["t"] == "evidence" and line["request"] is not None:
            request, requests = line["request"], requests + 1
            left = terms["refusals"] + 2 - attempt if terms["on_illegal"] == "refuse" else 1
            assert (request["id"], request["attempt"], request["clock"]["attempts_left"]) == (number, attempt, left)
            for seat, most in reserve.items():
                assert most - doubt[seat] <= request["clock"]["reserve_ms"][seat] <= most
    return requests
