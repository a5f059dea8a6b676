"""A value that was changed in a record: the line that differs is named, also where the record is signed anew."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import RULES_VERSION, Game, Rules
from protocol.digests import seed_commitment
from referee.replays.verify import verify
from tests.replays.golden import (
    FORFEIT,
    ROLL_CAP,
    VICTORY,
    assert_differs,
    changed,
    find,
    lines_of,
    signed_anew,
    write,
)

FAULT, LAST = -2, -1


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
    game = Game(Rules.from_dict(json.loads(lines[0])["rules"]), seed=json.loads(lines[-1])["seed"])
    game.apply(json.loads(lines[1])["action"])
    others = set(game.legal_actions()) - {json.loads(lines[2])["action"]}
    assert others
    for action in others:
        lines[2] = changed(lines[2], action=action)
        assert_differs(verify(write(tmp_path, signed_anew(lines))), 3, "hash")


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
    other = [changed(lines[0], rules={**rules, "overlapping_bundles": True}), *lines[1:]]
    assert_differs(verify(write(tmp_path, other)), 1, "overlapping_bundles", "goes only with")


END_CHANGES: list[tuple[dict[str, Any], str]] = [
    ({"seed": "another"}, "committed"),
    ({"nonce": "00" * 32}, "committed"),
    ({"nonce": "no hex"}, "64 lower-case hex digits"),
    ({"nonce": ""}, "64 lower-case hex digits"),
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
    ({"seat": 0}, FAULT, "was to act"),
    ({"n": 3}, FAULT, "comes next"),
    ({"kind": "timeout"}, LAST, "verdict"),
    ({"kind": "no_start"}, FAULT, "had started"),
    ({"kind": "malformed"}, FAULT, "is said to be malformed and is not"),
    ({"answer": "ROLL"}, FAULT, "is said to be illegal and is not"),
    ({"answer": None}, FAULT, "is said to be illegal and is not"),
    ({"outcome": "noted"}, LAST, "not over"),
    ({"outcome": "refused"}, FAULT, "a fault is a forfeit"),
]


@pytest.mark.parametrize("signs_anew", [False, True], ids=["plain", "signed"])
@pytest.mark.parametrize(("values", "line", "word"), FAULT_CHANGES)
def test_a_changed_fault_is_named(
    tmp_path: Path, values: dict[str, Any], line: int, word: str, signs_anew: bool
) -> None:
    lines = lines_of(FORFEIT)
    assert find(lines, '"t":"fault"') == len(lines) + FAULT
    lines[FAULT] = changed(lines[FAULT], **values)
    found = verify(write(tmp_path, signed_anew(lines) if signs_anew else lines))
    assert_differs(found, len(lines) + 1 + line, word)


def test_an_answer_that_was_legal_is_no_fault(tmp_path: Path) -> None:
    lines = lines_of(FORFEIT)
    desert = json.loads(lines[0])["terrain"].index("desert")
    lines[FAULT] = changed(lines[FAULT], answer=f"move_robber:{(desert + 1) % 19}")
    found = verify(write(tmp_path, signed_anew(lines)))
    assert_differs(found, len(lines) + 1 + FAULT, "is said to be illegal and is not")


def test_a_changed_time_of_a_fault_is_found_by_the_record_digest(tmp_path: Path) -> None:
    lines = lines_of(FORFEIT)
    lines[FAULT] = changed(lines[FAULT], ms=99_999)
    assert_differs(verify(write(tmp_path, lines)), len(lines), "record_digest")
