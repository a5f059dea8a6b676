"""The zoo in a sandbox: the verdicts are those without one, and what nothing else could stand is stood."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from referee.bots.sandbox.ceilings import Ceilings
from referee.bots.sandbox.cgroups import open_cgroups
from referee.bots.sandbox.choice import Wanted, open_sandbox
from referee.bots.sandbox.protections import Protection
from referee.bots.sandbox.sandboxes import Sandbox
from referee.event_loop import run
from tests.match.contained import best_sandbox
from tests.match.tables import ROOT, bot, play, running
from tests.match.zoo import PATIENT, SETTINGS, assert_judged, play_on_every_seat
from tests.match.zoo_baits import left_by_bots
from tests.match.zoo_cases import (
    CRASH,
    FLOOD,
    FUGITIVE,
    HUNGRY,
    ILLEGAL,
    MALFORMED,
    NO_START,
    PLAYS,
    RESPAWNS,
    TIMEOUT,
    Case,
)

MIB = 1024 * 1024
SMALL = Ceilings(memory=64 * MIB, processes=32, scratch=8 * MIB, files=64)
SHARED_MEMORY_MIB = 16


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Sandbox:
    """One in which a match has been played: what stays open for the life of the process is open."""
    found = best_sandbox()
    play([bot("polite")] * 4, tmp_path_factory.mktemp("first") / "m.jsonl", sandbox=found)
    return found


@pytest.fixture(scope="module")
def small_sandbox(sandbox: Sandbox) -> Sandbox:
    return best_sandbox(SMALL)


SAME: Final = (*NO_START, *CRASH, *TIMEOUT, *ILLEGAL, *MALFORMED, *FLOOD, *PLAYS, *FUGITIVE)


@pytest.mark.parametrize("case", SAME, ids=str)
def test_the_verdict_is_the_same(case: Case, sandbox: Sandbox, tmp_path: Path) -> None:
    for seat, outcome in enumerate(play_on_every_seat(case, tmp_path, sandbox=sandbox)):
        assert_judged(outcome, case, seat)


@pytest.mark.parametrize("case", HUNGRY, ids=str)
def test_the_hungry_get_their_share_and_no_more(case: Case, small_sandbox: Sandbox, tmp_path: Path) -> None:
    if case.kind == "memory" and Protection.TREE_MEMORY in {absence.protection for absence in small_sandbox.missing}:
        pytest.skip("nobody counts the memory of all processes together here")
    settings = PATIENT if case.kind == "memory" else SETTINGS
    outcomes = play_on_every_seat(case, tmp_path, sandbox=small_sandbox, settings=settings)
    for seat, outcome in enumerate(outcomes):
        assert_judged(outcome, case, seat)
    assert left_by_bots(ROOT) == []


def test_what_respawns_ends_with_the_sandbox(sandbox: Sandbox, tmp_path: Path) -> None:
    play_hydra(tmp_path, sandbox)


def test_what_respawns_ends_with_its_control_group(sandbox: Sandbox, tmp_path: Path) -> None:
    uncontained = run(open_sandbox(Wanted("none")))
    if open_cgroups().unified is None:
        pytest.skip("no control group can be made here")
    assert play_hydra(tmp_path, uncontained) > 0


def play_hydra(folder: Path, sandbox: Sandbox) -> int:
    """Nothing of it may be left, however often one looks. How many of it there have been, as far as it could tell."""
    heart, records = folder / "heart", folder / "records"
    heart.touch(0o666)
    records.mkdir()
    case = replace(RESPAWNS, arguments=(str(heart),))
    for seat, outcome in enumerate(play_on_every_seat(case, records, sandbox=sandbox)):
        assert_judged(outcome, case, seat)
    assert not any(running(str(heart)) for _ in range(50))
    return heart.stat().st_size


def test_children_are_counted(small_sandbox: Sandbox, tmp_path: Path) -> None:
    for seat, outcome in enumerate(play_on_every_seat(Case("starts_children"), tmp_path, sandbox=small_sandbox)):
        found = json.loads(outcome.last_words[seat])
        assert SMALL.processes // 2 < found["started"] < SMALL.processes


def test_disks_are_no_larger_than_allowed(small_sandbox: Sandbox, tmp_path: Path) -> None:
    for seat, outcome in enumerate(play_on_every_seat(Case("fills_scratch"), tmp_path, sandbox=small_sandbox)):
        mib = json.loads(outcome.last_words[seat])["mib"]
        assert mib.pop("/tmp") == SMALL.scratch // MIB
        assert mib.pop("/dev/shm") <= SHARED_MEMORY_MIB
        assert set(mib.values()) == {0}


def test_files_are_counted(small_sandbox: Sandbox, tmp_path: Path) -> None:
    for seat, outcome in enumerate(play_on_every_seat(Case("uses_up_descriptors"), tmp_path, sandbox=small_sandbox)):
        assert json.loads(outcome.last_words[seat])["opened"] < SMALL.files


def test_the_frozen_do_not_think(sandbox: Sandbox, tmp_path: Path) -> None:
    """Where they are not frozen they use what the machine has left; on a busy one that is not all of it."""
    free, frozen = (thought(tmp_path / str(freeze), sandbox, freeze=freeze) for freeze in (False, True))
    assert frozen < free / 2


def thought(folder: Path, sandbox: Sandbox, *, freeze: bool) -> float:
    """The share of the others' turns that a bot got to think in, on all seats together."""
    folder.mkdir()
    case = Case("thinks_on_others_turns", others=("answers_slowly", "0.04"))
    between_ms = used_ms = 0
    outcomes = play_on_every_seat(case, folder, sandbox=sandbox, settings=replace(SETTINGS, freeze=freeze))
    for seat, outcome in enumerate(outcomes):
        assert_judged(outcome, case, seat)
        found = json.loads(outcome.last_words[seat])
        between_ms += found["between_ms"]
        used_ms += found["used_ms"]
    return used_ms / between_ms
