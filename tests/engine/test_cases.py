"""Every worked position of ``tests/golden/cases``, and the check that none of them has gone missing."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from engine import PRESETS
from tests.kit.case_script import Case, base_of_case, read_cases, run_case

_CASE_IDS = Path(__file__).parent.parent / "golden" / "case_ids.json"
_NAMED_TEST = re.compile(r"^def test_([a-z]{2}\d\d)_", re.MULTILINE)


@pytest.mark.parametrize("case", read_cases(), ids=lambda case: f"{case['id']} {base_of_case(case)}: {case['title']}")
def test_worked_position(case: Case) -> None:
    run_case(case)


@pytest.mark.parametrize("preset", PRESETS)
def test_no_case_is_lost(preset: str) -> None:
    """Under each preset a known id is a worked position, a test function named after it, or elsewhere for a reason."""
    known = json.loads(_CASE_IDS.read_text("utf-8"))
    worked = {case["id"][:4] for case in read_cases() if case["rules"] == preset}
    named = {
        name.upper()
        for path in Path(__file__).parent.glob("test_*.py")
        for name in _NAMED_TEST.findall(path.read_text("utf-8"))
    }
    elsewhere = set(known["elsewhere"])
    assert not elsewhere & (worked | named)
    assert worked | named | elsewhere == set(known["ids"])


def test_a_case_is_written_once_for_the_same_rules() -> None:
    written = Counter((case["id"], json.dumps(case["rules"])) for case in read_cases())
    assert [case for case, n in written.items() if n > 1] == []
