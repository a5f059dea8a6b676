"""How ceilings are written."""

from __future__ import annotations

import pytest

from referee.bots.sandbox.ceilings import Ceilings, CeilingsError, parse_ceilings

MIB = 1024 * 1024


@pytest.mark.parametrize(
    ("text", "ceilings"),
    [
        ("memory=512M", Ceilings(memory=512 * MIB)),
        ("memory=2g", Ceilings(memory=2048 * MIB)),
        ("memory=1GiB,scratch=8MB", Ceilings(memory=1024 * MIB, scratch=8 * MIB)),
        ("files=16, processes=8", Ceilings(files=16, processes=8)),
        ("scratch=1048576", Ceilings(scratch=MIB)),
        ("memory=65536k", Ceilings(memory=64 * MIB)),
    ],
)
def test_what_is_left_out_keeps_its_default(text: str, ceilings: Ceilings) -> None:
    assert parse_ceilings(text) == ceilings


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "limit '': must be NAME=AMOUNT with NAME one of memory, processes, scratch, files"),
        ("memory", "limit 'memory': must be NAME=AMOUNT"),
        ("swap=1G", "limit 'swap=1G': must be NAME=AMOUNT"),
        ("memory=1G,", "limit '': must be"),
        ("memory=1G,memory=2G", "limit 'memory' is given twice"),
        ("memory=", "limit memory='': must be a whole number, such as 512M or 1G"),
        ("memory=-1", "must be a whole number"),
        ("memory=1.5G", "must be a whole number"),
        ("memory=\u0661G", "must be a whole number"),
        ("memory=1T", "must be a whole number"),
        ("processes=1k", "limit processes='1k': must be a whole number, such as 128"),
        ("memory=1M", "limit memory=1M: must be at least 16M"),
        ("processes=7", "must be at least 8"),
        ("scratch=0", "must be at least 1M"),
        ("files=3", "must be at least 16"),
    ],
)
def test_what_is_wrong_is_named(text: str, complaint: str) -> None:
    with pytest.raises(CeilingsError) as caught:
        parse_ceilings(text)
    assert complaint in str(caught.value)


def test_one_process_may_hold_more_than_all_together() -> None:
    """So that the limit that counts the whole tree is the one that is reached."""
    assert Ceilings().data_bytes > Ceilings().memory
