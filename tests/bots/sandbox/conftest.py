"""Tests that need a machine on which bots can be contained say so by ``usefixtures("containment")``."""

from __future__ import annotations

import pytest

from tests.match.contained import best_sandbox


@pytest.fixture(scope="session")
def containment() -> None:
    """Skips, with what is missing, where the level of rated play is not reached."""
    best_sandbox()
