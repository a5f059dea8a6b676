"""The levels: each has what those below it have, and what is missing decides."""

from __future__ import annotations

from itertools import pairwise

import pytest

from referee.bots.sandbox.protections import NEEDED, RATED, Level, Missing, Protection, level_reached


def test_each_level_promises_all_that_the_one_below_does() -> None:
    for lower, higher in pairwise(Level):
        assert NEEDED[lower] < NEEDED[higher]
    assert NEEDED[Level.FULL] == set(Protection)


@pytest.mark.parametrize("protection", Protection)
def test_what_is_missing_keeps_from_every_level_that_promises_it(protection: Protection) -> None:
    reached = level_reached([Missing(protection, "a cause")])
    assert protection not in NEEDED[reached]
    assert reached == max(level for level in Level if protection not in NEEDED[level])


def test_nothing_missing_is_full_and_everything_none() -> None:
    assert level_reached([]) is Level.FULL
    assert level_reached([Missing(protection, "") for protection in Protection]) is Level.NONE


def test_rated_play_has_no_network_and_no_foreign_files() -> None:
    assert {Protection.NETWORK, Protection.FILES, Protection.PROCESSES, Protection.END} <= NEEDED[RATED]


def test_what_is_missing_is_told_with_its_cause() -> None:
    assert str(Missing(Protection.NETWORK, "because")) == "not there: no network (because)"
