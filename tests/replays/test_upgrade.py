"""Older formats are read by steps, newer ones refused: shown with formats that were invented for it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from protocol.replay_records import REPLAY_FORMAT, Ply
from referee.replays.reader import Replay, ReplayError
from referee.replays.seed_file import Secret
from referee.replays.upgrade import STEPS, opening, steps_from, upgraded
from referee.replays.verify import verify_replay
from tests.replays.golden import VICTORY, changed, find, lines_of, signed_anew


def to_second(record: dict[str, Any]) -> dict[str, Any]:
    """Format 2 calls a ply's seat ``who``, and writes the dice as a word."""
    if record["t"] != "ply":
        return record
    rest = {key: value for key, value in record.items() if key != "seat"}
    dice = record["chance"]
    return {**rest, "who": record["seat"], "chance": "".join(map(str, dice)) if isinstance(dice, list) else dice}


def to_third(record: dict[str, Any]) -> dict[str, Any] | None:
    """Format 3 has the seat's old name and the dice as they were, and no comments, which format 2 had."""
    if record["t"] == "comment":
        return None
    if record["t"] != "ply":
        return record
    rest = {key: value for key, value in record.items() if key != "who"}
    dice = record["chance"]
    as_list = [int(n) for n in dice] if dice and dice.isdigit() else dice
    return {**rest, "seat": record["who"], "chance": as_list}


STEPS_TO_THIRD = (to_second, to_third)
LINES = lines_of(VICTORY)


def in_second() -> list[bytes]:
    """A record of format 2, as its referee would have written it."""
    records = [to_second(json.loads(line)) for line in LINES]
    lines = [json.dumps(record, separators=(",", ":")).encode() + b"\n" for record in records]
    lines.insert(4, b'{"t":"comment","text":"a line that format 3 does not have"}\n')
    return signed_anew([changed(lines[0], format=2), *lines[1:]])


def test_the_newest_format_is_reached_by_all_the_steps() -> None:
    assert len(STEPS) + 1 == REPLAY_FORMAT


def test_steps_chain_from_the_first_format_and_from_one_between() -> None:
    newest = [record for _, record in Replay(b"".join(LINES)).moves()]
    for content in (b"".join(LINES), b"".join(in_second())):
        replay = Replay(content, STEPS_TO_THIRD)
        assert replay.header.format == 3
        assert [record for _, record in replay.moves() if isinstance(record, Ply)] == newest[:-1]
        assert (replay.lines, b"".join(replay.lines)) == (content.splitlines(keepends=True), content)
    with pytest.raises(ReplayError, match=r"line 2: ply: .*\$\.chance|line 2: ply: .*`seat`"):
        list(Replay(b"".join([LINES[0], *in_second()[1:]])).moves())


def test_an_older_record_verifies_with_its_own_digests() -> None:
    end = json.loads(LINES[-1])
    first = verify_replay(Replay(b"".join(LINES), STEPS_TO_THIRD))
    assert (first.status, first.game_digest, first.record_digest) == ("ok", end["game_digest"], end["record_digest"])
    second = verify_replay(Replay(b"".join(in_second()), STEPS_TO_THIRD), Secret(end["seed"], end["nonce"]))
    assert (second.status, second.reason) == ("ok", "")
    assert second.game_digest == end["game_digest"]
    assert second.record_digest == json.loads(in_second()[-1])["record_digest"]


def test_lines_are_named_by_their_number_in_the_file() -> None:
    lines = in_second()
    index = find(lines, '"action":"roll"')
    lines[index] = changed(lines[index], chance="66")
    found = verify_replay(Replay(b"".join(lines), STEPS_TO_THIRD))
    assert (found.status, found.line) == ("differs", index + 1)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (
            {"format": 2, "referee": "7.1.0"},
            "format 2 is newer than format 1, .*referee 7.1.0 wrote it, and that version",
        ),
        ({"format": 4, "referee": ""}, "format 4 is newer than format 1, .*a later referee wrote it"),
        ({"format": 0}, "format 0 never was: formats begin at 1"),
        ({"format": -1}, "format -1 never was"),
    ],
)
def test_a_format_that_is_not_read_says_what_would_read_it(values: dict[str, Any], words: str) -> None:
    with pytest.raises(ReplayError, match=f"line 1: {words}"):
        Replay(b"".join([changed(LINES[0], **values), *LINES[1:]]))


def test_a_newer_format_is_told_by_its_first_line_alone() -> None:
    later = b'{"t":"header","format":9,"referee":"9.0.0","all":"else is new"}\n{"t":"anything"}\n'
    with pytest.raises(ReplayError, match="format 9 is newer than format 3"):
        Replay(later, STEPS_TO_THIRD)


@pytest.mark.parametrize("line", [b"", b"[]", b"7", b"\xff", b'{"t":1}', b'{"t":"header"}', b"[" * 100_000])
def test_what_is_no_header_has_no_opening_and_is_not_upgraded(line: bytes) -> None:
    assert opening(line) is None
    if not line.startswith(b'{"t"'):
        assert upgraded(line, STEPS_TO_THIRD) == line


def test_the_newest_format_needs_no_step() -> None:
    found = opening(LINES[0])
    assert found is not None
    assert steps_from(found) == ()
