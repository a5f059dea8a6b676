"""The golden records come to what they came to when they were new, for ever, and show all that a record can hold."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from engine import RULES_VERSION
from engine.notation import VERB_KINDS
from protocol.replay_records import FaultKind, FaultOutcome
from protocol.vocabulary import Verdict
from referee.replays.reader import read_replay
from referee.replays.signatures import authenticity
from referee.replays.verify import verify
from tests.replays.golden import DIGESTS, RECORDS, SIGNER, lines_of
from tests.replays.new_goldens import GOLDENS

KEPT: dict[str, Any] = json.loads(DIGESTS.read_text(encoding="utf-8"))
NEVER_BY_PLAY = {"referee_fault", "infrastructure_error", "adjudicated"}
"""Verdicts of failures that a record can't be made to have without one, and one that only rulings have."""


def records() -> Iterator[dict[str, Any]]:
    """Every whole line of every golden."""
    for path in RECORDS:
        for line in lines_of(path):
            if line.endswith(b"\n"):
                yield json.loads(line)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_it_verifies_with_the_digests_that_it_had_when_it_was_new(path: Path) -> None:
    """None of these values may change, whatever the referee's version; add records, never make one anew."""
    found = verify(path)
    assert found.status in ("ok", "interrupted"), found.reason
    assert {key: getattr(found, key) for key in ("status", "plies", "game_digest", "record_digest")} == (
        KEPT["replays"][path.name]
    )


def test_no_record_is_without_digests_and_none_was_lost() -> None:
    assert {path.name for path in RECORDS} == set(KEPT["replays"])
    assert set(GOLDENS) <= set(KEPT["replays"])
    assert (KEPT["format"], KEPT["rules_version"]) == (1, 1)


def test_the_rules_that_they_were_played_by_are_still_played() -> None:
    assert {read_replay(path).header.rules_version for path in RECORDS} == {RULES_VERSION}


def test_every_kind_of_line_fault_and_end_is_among_them() -> None:
    found = list(records())
    assert {"header", "ply", "fault", "evidence", "end", "reveal", "signature"} <= {record["t"] for record in found}
    faults = [record for record in found if record["t"] == "fault"]
    assert {fault["kind"] for fault in faults} == set(get_args(FaultKind))
    assert {fault["outcome"] for fault in faults} == set(get_args(FaultOutcome)) - {"noted"}
    verdicts = {record["result"]["verdict"] for record in found if record["t"] == "end"}
    assert verdicts == set(get_args(Verdict)) - NEVER_BY_PLAY


def test_all_rule_sets_numbers_of_seats_and_kinds_of_record_are_among_them() -> None:
    headers = [msgspec.to_builtins(read_replay(path).header) for path in RECORDS]
    assert {header["rules"]["name"] for header in headers} >= {"competition", "katan", "standard"}
    assert {len(header["seats"]) for header in headers} == {3, 4}
    assert {header["match"].get("prelude", 0) for header in headers} == {0, 25, 440}
    assert {header["match"]["on_illegal"] for header in headers} == {"forfeit", "refuse"}
    assert {header["match"].get("anonymous", False) for header in headers} == {False, True}
    assert {header["time_control"] is None for header in headers} == {False, True}
    assert {path.suffix for path in RECORDS} == {".jsonl", ".gz"}
    assert [path.name for path in RECORDS if verify(path).is_sealed] == ["sealed.jsonl"]
    assert [path.name for path in RECORDS if read_replay(path).end is None] == ["interrupted.jsonl"]


def test_every_verb_is_among_their_actions() -> None:
    actions = {record["action"] for record in records() if record["t"] == "ply"}
    assert [verb for verb in VERB_KINDS if not any(f"{action}:".startswith(f"{verb}:") for action in actions)] == []


def test_the_signed_ones_are_authentic_and_the_others_unsigned() -> None:
    trusted = {SIGNER.public().text: "the signer"}
    told = {path.name: authenticity(verify(path).signatures, trusted) for path in RECORDS}
    assert {name for name, word in told.items() if word != "unsigned"} == {
        "signed.jsonl", "signed_then_revealed.jsonl.gz",
    }  # fmt: skip
    assert set(told.values()) == {"authenticated", "unsigned"}
