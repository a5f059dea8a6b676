"""Every worked position of ``tests/golden/cases``, and the check that none of them has gone missing."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.kit.case_script import Case, read_cases, run_case

_CASE_IDS = Path(__file__).parent.parent / "golden" / "case_ids.json"
_NAMED_TEST = re.compile(r"^def test_([a-z]{2}\d\d)_", re.MULTILINE)


@pytest.mark.parametrize("case", read_cases(), ids=lambda case: f"{case['id']} {case['title']}")
def test_worked_position(case: Case) -> None:
    run_case(case)


def test_no_case_is_lost() -> None:
    """Each known id is a worked position, a test function named after it, or tested elsewhere for a reason."""
    known = json.loads(_CASE_IDS.read_text("utf-8"))
    worked = {case["id"][:4] for case in read_cases()}
    named = {
        name.upper()
        for path in Path(__file__).parent.glob("test_*.py")
        for name in _NAMED_TEST.findall(path.read_text("utf-8"))
    }
    elsewhere = set(known["elsewhere"])
    assert not elsewhere & (worked | named)
    assert worked | named | elsewhere == set(known["ids"])


def test_case_ids_are_unique() -> None:
    repeated = [case_id for case_id, n in Counter(case["id"] for case in read_cases()).items() if n > 1]
    assert repeated == []
