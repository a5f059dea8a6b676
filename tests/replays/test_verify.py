"""Verifying: a record plays back, or the first line that differs is named; nothing passes and nothing escapes."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import RULES_VERSION
from protocol.digests import seed_commitment
from referee.replays.reader import Replay, ReplayError
from referee.replays.verify import Verification, verify, verify_replay
from tests.replays.golden import FOLDER, FORFEIT, ROLL_CAP, VICTORY, changed, find, lines_of, signed_anew, write

GOLDEN = json.loads((FOLDER / "digests.json").read_text())
LAST = -1


def assert_differs(verified: Verification, line: int, *words: str) -> None:
    assert (verified.status, verified.line) == ("differs", line), verified.reason
    assert (verified.game_digest, verified.record_digest) == (None, None)
    for word in words:
        assert word in verified.reason


# -- what is whole ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GOLDEN["game_digests"])
def test_every_replay_that_was_recorded_stays_readable(name: str) -> None:
    """A ``game_digest`` may only change together with ``rules_version``; record anew then."""
    assert GOLDEN["rules_version"] == RULES_VERSION
    verified = verify(FOLDER / name)
    assert (verified.status, verified.reason) == ("ok", "")
    assert verified.game_digest == GOLDEN["game_digests"][name]


def test_all_golden_replays_have_a_digest() -> None:
    assert {path.name for path in FOLDER.glob("*.jsonl*")} == set(GOLDEN["game_digests"])


def test_a_compressed_replay_is_the_same(tmp_path: Path) -> None:
    packed = tmp_path / "m.jsonl.gz"
    packed.write_bytes(gzip.compress(VICTORY.read_bytes()))
    assert verify(packed) == verify(VICTORY)
    misnamed = tmp_path / "packed.jsonl"
    misnamed.write_bytes(packed.read_bytes())
    assert verify(misnamed) == verify(VICTORY)


def test_lines_and_keys_of_later_versions_are_passed_over(tmp_path: Path) -> None:
    lines = lines_of(VICTORY)
    lines.insert(10, b'{"t":"note","text":"a later version wrote this"}\n')
    lines[20] = lines[20].replace(b'{"t":"ply",', b'{"t":"ply","later":[1,2],')
    assert verify(write(tmp_path, signed_anew(lines))).status == "ok"


# -- what was changed ---------------------------------------------------------------------------------------

PLY_CHANGES: list[tuple[str, dict[str, Any], str]] = [
    ('"action":"roll"', {"seat": 3}, "to act"),
    ('"action":"roll"', {"n": 7}, "comes next"),
    ('"action":"roll"', {"action": "end_turn"}, "can't be played"),
    ('"action":"roll"', {"action": "Roll"}, "can't be played"),
    ('"action":"roll"', {"action": "x" * 5000}, "can't be played"),
    ('"action":"roll"', {"chance": None}, "chance"),
    ('"action":"roll"', {"chance": [6, 6]}, "chance"),
    ('"action":"steal', {"chance": None}, "chance"),
    ('"action":"buy_dev_card"', {"chance": "victory_point"}, "chance"),
    ('"action":"end_turn"', {"chance": [1, 1]}, "chance"),
    ('"action":"end_turn"', {"hash": "0" * 32}, "hash"),
    ('"action":"place_settlement', {"action": "place_settlement:05"}, "can't be played"),
]


@pytest.mark.parametrize("signs_anew", [False, True], ids=["plain", "signed"])
@pytest.mark.parametrize(("part", "values", "word"), PLY_CHANGES)
def test_a_changed_ply_is_named(tmp_path: Path, part: str, values: dict[str, Any], word: str, signs_anew: bool) -> None:
    lines = lines_of(VICTORY)
    index = find(lines, part)
    lines[index] = changed(lines[index], **values)
    assert_differs(verify(write(tmp_path, signed_anew(lines) if signs_anew else lines)), index + 1, word)


def test_another_legal_action_differs_by_its_hash(tmp_path: Path) -> None:
    lines = lines_of(VICTORY)
    other = json.loads(lines[2])["action"]
    for edge in range(72):
        if f"place_road:{edge}" == other:
            continue
        lines[2] = changed(lines[2], action=f"place_road:{edge}")
        assert_differs(verify(write(tmp_path, signed_anew(lines))), 3)


def test_a_changed_time_is_found_by_the_record_digest(tmp_path: Path) -> None:
    lines = lines_of(VICTORY)
    lines[5] = changed(lines[5], ms=json.loads(lines[5])["ms"] + 1)
    assert_differs(verify(write(tmp_path, lines)), len(lines), "record_digest", "a time, a name")


HEADER_CHANGES: list[tuple[dict[str, Any], int, str]] = [
    ({"format": 2}, 1, "format 2"),
    ({"rules_version": RULES_VERSION + 1}, 1, "rules_version"),
    ({"terrain": ["wood"] * 19}, 1, "terrain"),
    ({"tokens": [8] * 19}, 1, "tokens"),
    ({"harbours": ["any"] * 9}, 1, "harbours"),
    ({"seats": [{"name": "a", "version": "", "digest": None}] * 3}, 1, "3 seats"),
    ({"seats": []}, 1, "seats"),
    ({"seed_commitment": "sha256:" + "0" * 64}, LAST, "committed"),
    ({"match_id": "m-OTHER"}, LAST, "record_digest"),
    ({"started": "1999-01-01T00:00:00Z"}, LAST, "record_digest"),
    ({"time_control": None}, LAST, "record_digest"),
]


@pytest.mark.parametrize(("values", "line", "word"), HEADER_CHANGES)
def test_a_changed_header_is_named(tmp_path: Path, values: dict[str, Any], line: int, word: str) -> None:
    lines = lines_of(VICTORY)
    lines[0] = changed(lines[0], **values)
    assert_differs(verify(write(tmp_path, lines)), len(lines) if line == LAST else line, word)


def test_other_rules_differ(tmp_path: Path) -> None:
    lines = lines_of(VICTORY)
    rules = json.loads(lines[0])["rules"]
    for field, value in (("points_to_win", 10), ("hand_limit", 3), ("bank_per_resource", 4), ("seats", 3)):
        other = [changed(lines[0], rules={**rules, field: value}), *lines[1:]]
        assert verify(write(tmp_path, signed_anew(other))).status == "differs", field
    for incomplete in ({}, {"name": "competition", "seats": 4}):
        other = [changed(lines[0], rules=incomplete), *lines[1:]]
        assert verify(write(tmp_path, signed_anew(other))).status == "differs"
    other = [changed(lines[0], rules={**rules, "player_trades": "bundles"}), *lines[1:]]
    assert_differs(verify(write(tmp_path, other)), 1, "player_trades", "not playable yet")


END_CHANGES: list[tuple[dict[str, Any], str]] = [
    ({"seed": "another"}, "committed"),
    ({"nonce": "00" * 32}, "committed"),
    ({"nonce": "no hex"}, "hexadecimal"),
    ({"nonce": ""}, "committed"),
    ({"game_digest": "0" * 64}, "game_digest"),
    ({"record_digest": "0" * 64}, "record_digest"),
    ({"record_digest": ""}, "record_digest"),
    ({"ended": "1999-01-01T00:00:00Z"}, "record_digest"),
]


@pytest.mark.parametrize(("values", "word"), END_CHANGES)
def test_a_changed_end_is_named(tmp_path: Path, values: dict[str, Any], word: str) -> None:
    lines = lines_of(VICTORY)
    lines[-1] = changed(lines[-1], **values)
    assert_differs(verify(write(tmp_path, lines)), len(lines), word)


@pytest.mark.parametrize(
    "key", ["verdict", "offender", "winner", "ranking", "points", "resource_cards", "rolls", "plies"]
)
@pytest.mark.parametrize("path", [VICTORY, ROLL_CAP, FORFEIT], ids=lambda path: path.stem)
def test_a_changed_result_is_named(tmp_path: Path, path: Path, key: str) -> None:
    lines = lines_of(path)
    result = json.loads(lines[-1])["result"]
    other = {
        "verdict": "cancelled", "offender": 1, "winner": (result["winner"] + 1) % 4,
        "ranking": result["ranking"][::-1], "points": [10, 0, 0, 0], "resource_cards": [0, 0, 0, 1],
    }  # fmt: skip
    result[key] = other.get(key, 1)
    lines[-1] = changed(lines[-1], result=result)
    assert_differs(verify(write(tmp_path, signed_anew(lines))), len(lines), f"{key} is")


def test_another_seed_with_a_commitment_that_fits_deals_another_island(tmp_path: Path) -> None:
    lines = lines_of(VICTORY)
    lines[0] = changed(lines[0], seed_commitment=seed_commitment("00" * 32, "another"))
    lines[-1] = changed(lines[-1], seed="another", nonce="00" * 32)
    assert_differs(verify(write(tmp_path, signed_anew(lines))), 1, "the seed deals")


FAULT_CHANGES: list[tuple[dict[str, Any], int, str]] = [
    ({"seat": 0}, -2, "was to act"),
    ({"n": 3}, -2, "comes next"),
    ({"kind": "timeout"}, -1, "verdict"),
    ({"kind": "no_start"}, -2, "had started"),
    ({"answer": "move_robber:1"}, -2, "is said to be illegal and is not"),
    ({"answer": "ROLL"}, -2, "is said to be illegal and is not"),
    ({"answer": None}, -2, "is said to be illegal and is not"),
    ({"outcome": "noted"}, -1, "not over"),
    ({"ms": 99_999}, -1, "record_digest"),
]


@pytest.mark.parametrize(("values", "line", "word"), FAULT_CHANGES)
def test_a_changed_fault_is_named(tmp_path: Path, values: dict[str, Any], line: int, word: str) -> None:
    lines = lines_of(FORFEIT)
    index = find(lines, '"t":"fault"')
    assert index == len(lines) - 2
    if values.get("answer") == "move_robber:1":
        desert = json.loads(lines[0])["terrain"].index("desert")
        values = {"answer": f"move_robber:{(desert + 1) % 19}"}
    lines[index] = changed(lines[index], **values)
    assert verify(write(tmp_path, lines)).status == "differs"
    if "ms" not in values:
        lines = signed_anew(lines)
    found = verify(write(tmp_path, lines))
    assert found.status == "differs"
    assert found.line in (len(lines) + 1 + line, len(lines))
    assert found.line != len(lines) or line == -1 or "answer" in values, found.reason
    assert word in found.reason


# -- what was taken out, put in or moved --------------------------------------------------------------------


@pytest.mark.parametrize("index", [1, 2, 30, -3, -2])
@pytest.mark.parametrize("path", [VICTORY, FORFEIT], ids=lambda path: path.stem)
def test_a_removed_line_is_named(tmp_path: Path, path: Path, index: int) -> None:
    lines = lines_of(path)
    number = range(1, len(lines) + 1)[index]
    del lines[index]
    found = verify(write(tmp_path, signed_anew(lines)))
    assert_differs(found, min(number, len(lines)))


def test_exchanged_lines_are_named(tmp_path: Path) -> None:
    for index in (1, 5, 40):
        lines = lines_of(VICTORY)
        lines[index], lines[index + 1] = lines[index + 1], lines[index]
        assert_differs(verify(write(tmp_path, signed_anew(lines))), index + 1, "comes next")


@pytest.mark.parametrize(
    ("change", "line", "word"),
    [
        (lambda lines: [*lines, lines[-1]], 1, "after the end"),
        (lambda lines: [*lines, lines[-2]], 1, "after the end"),
        (lambda lines: [*lines, b'{"t":"later"}\n'], 1, "after the end"),
        (lambda lines: [*lines, b"\n"], 1, "after the end"),
        (lambda lines: [*lines, b"{"], 1, "after the end"),
        (lambda lines: [*lines[:-1], lines[-2], lines[-1]], -1, "comes"),
        (lambda lines: [lines[0], *lines], -len(VICTORY.read_bytes().splitlines()) + 2, "second header"),
        (lambda lines: [*lines[:-1], b"\n", lines[-1]], 0, ""),
        (lambda lines: [*lines[:3], b"not JSON\n", *lines[3:]], None, "malformed"),
        (lambda lines: [*lines[:3], b"\xff\xfe\n", *lines[3:]], None, ""),
        (lambda lines: [*lines[:3], b"[]\n", *lines[3:]], None, ""),
        (lambda lines: [*lines[:3], b'{"t":"ply"}\n', *lines[3:]], None, "ply"),
        (lambda lines: [*lines[:3], b"[" * 100_000 + b"\n", *lines[3:]], None, ""),
    ],
)
def test_an_added_line_is_named(
    tmp_path: Path, change: Callable[[list[bytes]], list[bytes]], line: int | None, word: str
) -> None:
    """``line`` counts from the end of the original; None is line 4."""
    lines = lines_of(VICTORY)
    found = verify(write(tmp_path, change(lines)))
    assert found.status == "differs"
    assert word.lower() in found.reason.lower()
    if line is None:
        assert found.line == 4
    elif line == 1:
        assert found.line == len(lines) + 1


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"", "empty"),
        (b"\n", ""),
        (b"not a replay\n", ""),
        (b"\xff\xfe\x00\n", ""),
        (b"{}\n", ""),
        (b'{"t":"later"}\n', "header"),
        (b"[" * 100_000, ""),
        (b'{"t":"header","x":' + b"[" * 100_000 + b"\n", ""),
        (b"\x1f\x8b", "damaged"),
        (b"\x1f\x8b\x08\x00 not gzip at all", "damaged"),
        (gzip.compress(b""), "empty"),
        (VICTORY.read_bytes().splitlines(keepends=True)[1], "header"),
        (gzip.compress(VICTORY.read_bytes())[:-20], "damaged"),
        (gzip.compress(VICTORY.read_bytes()) + b"more", "damaged"),
    ],
)
def test_what_is_no_replay_differs_at_its_first_line(tmp_path: Path, content: bytes, word: str) -> None:
    path = tmp_path / "m.jsonl"
    path.write_bytes(content)
    assert_differs(verify(path), 1, word)


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"\xff", b'{"seed":"x"}', b'{"seed":"x","nonce":"zz"}'])
def test_a_damaged_seed_file_is_said(tmp_path: Path, content: bytes) -> None:
    path = write(tmp_path, lines_of(VICTORY)[:20])
    path.with_name("changed.jsonl.seed").write_bytes(content)
    assert verify(path).status == "differs"


# -- what is cut off ----------------------------------------------------------------------------------------


def seal_beside(path: Path, source: Path) -> None:
    end = json.loads(lines_of(source)[-1])
    path.with_name(path.name + ".seed").write_text(json.dumps({"seed": end["seed"], "nonce": end["nonce"]}))


@pytest.mark.parametrize("kept", [1, 2, 50, 136])
@pytest.mark.parametrize("cut", [0, 1, 30])
def test_a_record_that_was_cut_off_is_interrupted(tmp_path: Path, kept: int, cut: int) -> None:
    content = b"".join(lines_of(VICTORY)[: kept + (1 if cut else 0)])
    path = tmp_path / "m.jsonl"
    path.write_bytes(content[: len(content) - cut])
    seal_beside(path, VICTORY)
    verified = verify(path)
    assert (verified.status, verified.plies) == ("interrupted", kept - 1)
    if kept > 1:
        assert verified.reason == f"interrupted after ply {kept - 2}"


def test_an_interrupted_record_without_a_seed_says_so(tmp_path: Path) -> None:
    verified = verify(write(tmp_path, lines_of(VICTORY)[:30]))
    assert verified.status == "interrupted"
    assert "seed" in verified.reason


def test_an_interrupted_record_that_was_changed_differs(tmp_path: Path) -> None:
    lines = lines_of(VICTORY)[:30]
    lines[10] = changed(lines[10], hash="0" * 32)
    path = write(tmp_path, lines)
    seal_beside(path, VICTORY)
    assert_differs(verify(path), 11, "hash")


def test_a_file_that_cannot_be_read_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        verify(tmp_path / "missing.jsonl")
    with pytest.raises(IsADirectoryError):
        verify(tmp_path)


# -- anything at all ----------------------------------------------------------------------------------------


def status_of(content: bytes) -> str:
    try:
        return verify_replay(Replay(content)).status
    except ReplayError:
        return "differs"


@settings(max_examples=150, deadline=None)
@given(data=st.data())
@pytest.mark.parametrize("path", [FORFEIT, VICTORY], ids=lambda path: path.stem)
def test_no_change_of_bytes_passes(path: Path, data: st.DataObject) -> None:
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(content) - 1))
        content[place] = data.draw(st.integers(0, 255))
    expected = "ok" if bytes(content) == path.read_bytes() else ("differs", "interrupted")
    assert status_of(bytes(content)) in expected


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_no_cut_or_insertion_passes(data: st.DataObject) -> None:
    content = FORFEIT.read_bytes()
    place = data.draw(st.integers(0, len(content)))
    removed = data.draw(st.integers(0, 40))
    inserted = data.draw(st.binary(max_size=20))
    other = content[:place] + inserted + content[place + removed :]
    assert (status_of(other) == "ok") == (other == content)


@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_a_damaged_gzip_never_passes_for_something_else(data: st.DataObject, tmp_path_factory: Any) -> None:
    packed = bytearray(gzip.compress(FORFEIT.read_bytes(), mtime=0))
    place = data.draw(st.integers(0, len(packed) - 1))
    packed[place] ^= data.draw(st.integers(1, 255))
    path = tmp_path_factory.mktemp("gz") / "m.jsonl.gz"
    path.write_bytes(packed)
    if verify(path).status == "ok":
        assert gzip.decompress(packed) == FORFEIT.read_bytes()  # only the name or the time of packing has changed
