"""Matches on a machine whose processors all burn in other programs: who is late by their doing loses nothing by it.

The honest bots need 65 ms of a processor for the 100 that they have, so that they would lose with two others on each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from protocol.messages import TimeControl
from referee.bots.sandbox.sandboxes import UNCONTAINED, Sandbox
from referee.bots.spec import BotSpec
from referee.event_loop import run
from referee.match import blame as blame_module
from referee.match.outcome import Outcome
from referee.match.settings import MatchSettings
from tests.kit.burners import burners
from tests.match.contained import best_sandbox
from tests.match.many import play_all
from tests.match.tables import RULES, bot

Machine = Callable[[], AbstractContextManager[None]]

SETTINGS: Final = MatchSettings(
    rules=replace(RULES, roll_cap=2), time_control=TimeControl(60_000, move_ms=100, reserve_ms=0, increment_ms=0)
)
HONEST: Final = bot("works", "0.065")
POLITE: Final = bot("polite")
LATE: Final = bot("answers_slowly", "0.5")
SEAT: Final = 1
"""The seat of whoever is late by its own doing."""

LOADS: Final = {
    "a hundred threads": bot("crowds_itself", "threads", "100", "0.05"),
    "ten children": bot("crowds_itself", "children", "10", "0.05"),
    "ten children in sessions of their own": bot("crowds_itself", "sessions", "10", "0.05"),
}
"""Alone, each would need 50 ms; with the load that it makes it is late."""


@pytest.fixture
def contained() -> Sandbox:
    return best_sandbox()


@pytest.fixture(params=["contained", "not contained"])
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    return best_sandbox() if request.param == "contained" else UNCONTAINED


def play(
    folder: Path, seats: Sequence[BotSpec], *, matches: int, at_a_time: int = 4, sandbox: Sandbox = UNCONTAINED
) -> list[Outcome]:
    return run(play_all([seats] * matches, folder, settings=SETTINGS, at_a_time=at_a_time, sandbox=sandbox))


def beside_polite_ones(late: BotSpec) -> list[BotSpec]:
    return [late if seat == SEAT else POLITE for seat in range(4)]


def assert_nobody_was_late(outcomes: Sequence[Outcome]) -> None:
    assert [outcome.result.reason for outcome in outcomes if outcome.result.verdict != "roll_cap"] == []


def assert_found(outcomes: Sequence[Outcome]) -> None:
    """The one seat was late in every match, and no other."""
    assert {(outcome.result.verdict, outcome.result.offender) for outcome in outcomes} == {("forfeit_timeout", SEAT)}


def test_nobody_loses_by_what_others_do(contained: Sandbox, tmp_path: Path) -> None:
    with burners():
        assert_nobody_was_late(play(tmp_path, [HONEST] * 4, matches=2, sandbox=contained))


def test_they_would_if_nothing_were_given_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That the machine is busy enough for these tests to mean something."""
    monkeypatch.setattr(blame_module, "waited_for_others_ns", lambda before, after, span: 0)
    with burners():
        (outcome,) = play(tmp_path, [HONEST] * 4, matches=1)
    assert outcome.result.verdict == "forfeit_timeout"


def test_who_is_late_is_found(tmp_path: Path) -> None:
    with burners():
        assert_found(play(tmp_path, beside_polite_ones(LATE), matches=2))


@pytest.mark.parametrize("machine", [burners, nullcontext], ids=["busy", "idle"])
@pytest.mark.parametrize("load", LOADS.values(), ids=LOADS)
def test_who_makes_its_own_load_is_found(load: BotSpec, machine: Machine, contained: Sandbox, tmp_path: Path) -> None:
    with machine():
        assert_found(play(tmp_path, beside_polite_ones(load), matches=1, sandbox=contained))


# -- the same at length ---------------------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.timeout(900)
def test_not_one_of_a_hundred_matches_is_forfeit(sandbox: Sandbox, tmp_path: Path) -> None:
    with burners():
        assert_nobody_was_late(play(tmp_path, [HONEST] * 4, matches=100, at_a_time=8, sandbox=sandbox))


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.parametrize("machine", [burners, nullcontext], ids=["busy", "idle"])
@pytest.mark.parametrize("late", [LATE, *LOADS.values()], ids=["asleep", *LOADS])
def test_the_late_one_is_found_every_time(late: BotSpec, machine: Machine, sandbox: Sandbox, tmp_path: Path) -> None:
    with machine():
        seats = [late if seat == SEAT else HONEST for seat in range(4)]
        assert_found(play(tmp_path, seats, matches=25, at_a_time=2, sandbox=sandbox))
