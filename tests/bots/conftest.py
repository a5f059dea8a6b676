"""Asynchronous tests here run on each loop that the referee may run on: they start programs differently."""

import asyncio
from collections.abc import Callable, Mapping

import pytest

from referee.bots.sandbox.guardian import GUARDIAN
from referee.event_loop import loop_factory


@pytest.fixture(scope="session", autouse=True)
def the_guard_is_there() -> None:
    """What the first bot starts for the life of the process is there before descriptors are counted."""
    GUARDIAN.remove_at_end([])


@pytest.hookimpl(optionalhook=True)  # an older pytest-asyncio does not know it and runs asyncio's own loop alone
def pytest_asyncio_loop_factories() -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    loops: dict[str, Callable[[], asyncio.AbstractEventLoop]] = {"asyncio": asyncio.new_event_loop}
    uvloop = loop_factory()
    if uvloop is not None:
        loops["uvloop"] = uvloop
    return loops
