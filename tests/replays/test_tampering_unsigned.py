"""Golden records that somebody tampers with: every change is found, or is of what docs/replay.md says is not held.

Two kinds of forgers. One changes bytes, lines or values and no more: everything is found, what is of the match at its
own line. The other makes the ``record_digest`` anew as well: he can change what stands beside the match, never the
match itself.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.replay_records import Ply
from referee.replays.reader import Replay, ReplayError
from referee.replays.seed_file import Secret, seed_beside
from referee.replays.verify import Verification, verify, verify_replay
from tests.protocol.test_replay_page import section
from tests.replays.golden import RECORDS, find, lines_of, signed_anew

WHOLE: Final = [path for path in RECORDS if verify(path).status == "ok"]
"""An interrupted record has no digest that could be changed or not."""
NOT_HELD: Final = {
    (kind, key)
    for kind, keys in re.findall(r"^\| `(\w+)` \| (`.*) \|$", section("What an unsigned record proves"), re.MULTILINE)
    for key in re.findall(r"`(\w+)`", keys)
} - {("header", "name"), ("end", "reason")}
OF_THE_MATCH: Final = ("n", "seat", "action", "chance", "hash")
SMALL: Final = [path for path in WHOLE if len(lines_of(path)) < 80]
golden = st.sampled_from(SMALL)
values = st.one_of(
    st.none(), st.booleans(), st.integers(-1, 2**60), st.text(max_size=6), st.lists(st.integers(0, 7), max_size=4)
)


def verified(lines: list[bytes], secret: Secret | None) -> Verification:
    try:
        return verify_replay(Replay(b"".join(lines)), secret)
    except ReplayError as error:
        return Verification("differs", 0, error.line, error.reason)


def record_of(path: Path) -> tuple[list[bytes], Secret | None]:
    return lines_of(path), seed_beside(path)


def resigned(lines: list[bytes]) -> list[bytes]:
    """With a ``record_digest`` that fits, and what was added behind the end as it was."""
    behind = find(lines, '"t":"end"') + 1
    return [*signed_anew(lines[:behind]), *lines[behind:]]


def written(record: Any) -> bytes:
    return json.dumps(record, separators=(",", ":")).encode() + b"\n"


# -- who changes bytes and lines ------------------------------------------------------------------------------


@given(golden, st.data())
@settings(deadline=None)
def test_whatever_bytes_are_changed_it_is_found(path: Path, data: st.DataObject) -> None:
    lines, secret = record_of(path)
    content = b"".join(lines)
    place, taken = data.draw(st.integers(0, len(content))), data.draw(st.integers(0, 3))
    put = data.draw(
        st.binary(max_size=3) | st.sampled_from([b" ", b"\n", b"\r", b"\r\n", b",", b'"', b"0", b"\xef\xbb\xbf"])
    )
    other = content[:place] + put + content[place + taken :]
    assert other == content or verified([other], secret).status != "ok"


@given(golden, st.data())
@settings(deadline=None)
def test_whatever_lines_are_taken_out_doubled_or_moved_it_is_found(path: Path, data: st.DataObject) -> None:
    lines, secret = record_of(path)
    other = list(lines)
    at = data.draw(st.integers(0, len(lines) - 1))
    change = data.draw(st.sampled_from(["drop", "double", "move", "foreign", "unknown"]))
    line = other[at] if change == "double" else other.pop(at) if change in ("drop", "move") else b'{"t":"later"}\n'
    if change == "foreign":
        line = data.draw(st.sampled_from(lines_of(data.draw(golden))))
    if change != "drop":
        other.insert(data.draw(st.integers(0, len(other))), line)
    if other != lines:
        found = verified(other, secret)
        assert found.status != "ok"
        assert found.status != "differs" or (found.line is not None and 1 <= found.line <= len(other) + 1)


# -- who changes values ---------------------------------------------------------------------------------------


@given(golden, st.data())
@settings(deadline=None, max_examples=200)
def test_a_changed_value_is_found_and_one_of_the_match_at_its_own_line(path: Path, data: st.DataObject) -> None:
    lines, secret = record_of(path)
    at, key, lines[at] = changed_value(lines, data)
    found = verified(lines, secret)
    assert found.status != "ok"
    if json.loads(lines[at]).get("t") == "ply" and key in OF_THE_MATCH:
        assert (found.status, found.line) == ("differs", at + 1)


@given(golden, st.data())
@settings(deadline=None, max_examples=300)
def test_with_a_digest_made_anew_only_what_is_beside_the_match_can_be_changed(path: Path, data: st.DataObject) -> None:
    lines, secret = record_of(path)
    kept = json.loads(lines[find(lines, '"t":"end"')])
    at, key, line = changed_value(lines, data)
    kind = json.loads(lines[at])["t"]
    if key in ("t", "record_digest"):
        return  # another line in its place, and the digest that is made anew: neither is a value changed
    forged = [*lines[:at], line, *lines[at + 1 :]]
    found = verified(resigned(forged), secret)
    if found.status != "ok":
        return
    assert (kind, key) in NOT_HELD
    assert found.game_digest == kept["game_digest"]
    assert plies_of(forged) == plies_of(lines)
    result = json.loads(forged[find(forged, '"t":"end"')])["result"]
    assert {**result, "reason": ""} == {**kept["result"], "reason": ""}


def changed_value(lines: list[bytes], data: st.DataObject) -> tuple[int, str, bytes]:
    """A line, one of its keys, and the line with another value there: any, or what other lines have."""
    at = data.draw(st.integers(0, len(lines) - 1))
    record: dict[str, Any] = json.loads(lines[at])
    key = data.draw(st.sampled_from(sorted(record)))
    others = [other[key] for other in map(json.loads, lines) if key in other]
    old = record[key]
    record[key] = data.draw(values | st.sampled_from(others))
    if isinstance(old, dict) and old and data.draw(st.booleans()):
        inner = data.draw(st.sampled_from(sorted(old)))
        record[key] = {**old, inner: data.draw(values)}
    if record[key] == old:
        record[key] = [old]
    return at, key, written(record)


def plies_of(lines: list[bytes]) -> list[tuple[Any, ...]]:
    """What each ply says of the match."""
    plies = [record for _, record in Replay(b"".join(lines)).moves() if isinstance(record, Ply)]
    return [tuple(getattr(ply, key) for key in OF_THE_MATCH) for ply in plies]


FORGED: Final = {
    ("header", "protocol"): 2,
    ("header", "referee"): "9",
    ("header", "match_id"): "m-OTHER",
    ("header", "block"): "b-1",
    ("header", "seats"): [{"name": f"x{seat}", "version": "", "digest": None} for seat in range(4)],
    ("header", "sandbox"): "full",
    ("header", "started"): "1999-01-01T00:00:00Z",
    ("header", "machine"): None,
    ("ply", "ms"): 1,
    ("evidence", "command"): "true",
    ("evidence", "author"): None,
    ("evidence", "sealed"): None,
    ("end", "ended"): "1999-01-01T00:00:00Z",
}


@pytest.mark.parametrize(("place", "value"), FORGED.items(), ids=lambda value: str(value)[:24])
def test_what_the_page_says_is_not_held_is_not(place: tuple[str, str], value: object) -> None:
    """Or the page would frighten for nothing. The times and terms that may change are shown in other tests."""
    kind, key = place
    assert place in NOT_HELD
    path = next(path for path in WHOLE if path.name == "forfeit_malformed.jsonl")
    lines, secret = record_of(path)
    at = find(lines, f'"t":"{kind}"')
    lines[at] = written({**json.loads(lines[at]), key: value})
    assert verified(resigned(lines), secret).status == "ok"


# -- what would be read in two ways ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (b'{"t":"ply",', b'{"t":"ply","n":0,', "has the key 'n' twice"),
        (b'"action":', b'"x":{"y":1,"y":2},"action":', "has the key 'y' twice"),
        (b'"action":', b'"\\u006e":0,"action":', "has the key 'n' twice"),
        (b'{"t":"ply",', b'{"n":0,"t":"ply","n":0,', "does not begin with its type"),
        (b'{"t":"ply",', b'{ "t":"ply",', "does not begin with its type"),
        (b'"ms":', b'"ms":1e0,"x":', "Expected `int`, got `float`"),
        (b'"ms":', b'"ms":NaN,"x":', "malformed"),
        (b'"ms":', b'"ms":-1,"x":', "Expected `int` >= 0"),
        (b'"ms":', b'"ms":9007199254740992,"x":', "Expected `int` <= 9007199254740991"),
        (b'"ms":', b'"ms":' + b"9" * 5000 + b',"x":', "out of range"),
        (b'"action":"', b'"action":"\x00', "malformed"),
    ],
)
def test_a_line_that_can_be_read_in_two_ways_is_refused(before: bytes, after: bytes, words: str) -> None:
    path = WHOLE[0]
    lines, secret = record_of(path)
    at = find(lines, '"t":"ply"')
    assert before in lines[at]
    lines[at] = lines[at].replace(before, after, 1)
    found = verified(resigned(lines), secret)
    assert (found.status, found.line) == ("differs", at + 1)
    assert words in found.reason


def test_an_end_that_is_written_otherwise_is_no_interrupted_match() -> None:
    path = WHOLE[0]
    lines, secret = record_of(path)
    lines[-1] = lines[-1].replace(b'{"t":"end",', b'{ "t":"end",')
    found = verified(lines, secret)
    assert (found.status, found.line) == ("differs", len(lines))


def test_keys_of_a_later_version_are_passed_over_with_any_values() -> None:
    path = WHOLE[0]
    lines, secret = record_of(path)
    at = find(lines, '"t":"ply"')
    lines[at] = (
        lines[at]
        .replace(b"{", b'{"t":"ply","x":[1e999,-0.5,{"n":' + b"9" * 5000 + b"}],", 1)
        .replace(b'"t":"ply","n"', b'"n"', 1)
    )
    assert verified(resigned(lines), secret).status == "ok"
