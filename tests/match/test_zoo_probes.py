"""Programs that reach for what is not theirs: out of a sandbox they get it, in a sandbox nothing of it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.bots.sandbox.sandboxes import UNCONTAINED, Sandbox
from tests.match.contained import best_sandbox, sandbox_of_a_user
from tests.match.tables import ROOT, bot, play
from tests.match.zoo import assert_judged, play_on_every_seat
from tests.match.zoo_baits import Listeners, canaries, left_by_bots, listeners
from tests.match.zoo_cases import PROBES

SEED = "zoo-3f1c9a7e"
OF_ITS_FIRST_PROCESS = {"read /proc/1/environ", "read the memory of 1"}
"""The sandbox's first process may be another user's or the bot's own; it knows nothing that the bot does not."""


@pytest.fixture(scope="module", autouse=True)
def a_match_has_been_played(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What the first match opens for the life of the process is there before descriptors are counted."""
    play([bot("polite")] * 4, tmp_path_factory.mktemp("first") / "m.jsonl")


@pytest.fixture(scope="module")
def best() -> Sandbox:
    return best_sandbox()


@pytest.fixture(scope="module", params=[best_sandbox, sandbox_of_a_user], ids=["best", "of a user"])
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    made: Sandbox = request.param()
    return made


@pytest.fixture
def waiting(tmp_path: Path) -> Iterator[Listeners]:
    with listeners(tmp_path) as opened:
        yield opened


def probe(program: str, folder: Path, sandbox: Sandbox, *arguments: str) -> list[dict[str, Any]]:
    """What the program has found out on each seat, where it also played well."""
    (case,) = (replace(case, arguments=arguments) for case in PROBES if case.program == program)
    records = folder / "records"
    records.mkdir()
    found = []
    for seat, outcome in enumerate(play_on_every_seat(case, records, seed=SEED, sandbox=sandbox)):
        assert_judged(outcome, case, seat)
        found.append(json.loads(outcome.last_words[seat]))
    return found


def test_without_a_sandbox_everything_on_this_machine_is_reached(tmp_path: Path, waiting: Listeners) -> None:
    wanted = {"connect by TCP", "send by UDP", "connect to an abstract socket", "connect to a socket in a folder"}
    for found in probe("opens_sockets", tmp_path, UNCONTAINED, *waiting.arguments()):
        assert wanted <= {*found["could"]}
    assert waiting.reached() == ["tcp", "udp", "abstract", "filed"]


def test_nothing_outside_is_reached(tmp_path: Path, waiting: Listeners, sandbox: Sandbox) -> None:
    for found in probe("opens_sockets", tmp_path, sandbox, *waiting.arguments()):
        # In a network of its own there is nobody to hear what it sends, and nothing but itself to be told of.
        assert {*found["could"]} <= {"send by UDP", "open a netlink socket"}
    assert waiting.reached() == []


def test_without_a_sandbox_files_are_read(tmp_path: Path) -> None:
    with canaries(tmp_path, "sing") as paths:
        for found in probe("reads_files", tmp_path, UNCONTAINED, *paths):
            assert {f"read {path}" for path in paths} <= {*found["could"]}


def test_no_file_of_others_is_read(tmp_path: Path, sandbox: Sandbox) -> None:
    with canaries(tmp_path, "sing") as paths:
        for found in probe("reads_files", tmp_path, sandbox, *paths, str(tmp_path), str(Path.home() / ".hypothesis")):
            assert {*found["could"]} <= OF_ITS_FIRST_PROCESS
            assert {f"read {path}" for path in paths} <= {*found["could_not"]}


def test_without_a_sandbox_the_seed_is_found(tmp_path: Path) -> None:
    with canaries(tmp_path, f"the seed is {SEED}") as paths:
        for found in probe("looks_for_seed", tmp_path, UNCONTAINED, SEED[::-1]):
            assert any(path.endswith(".seed") for path in found["found"])
            assert {*paths[1:]} <= {*found["found"]}
            assert found["processes"] > 16  # those of four matches are in sight


def test_the_seed_is_not_found(tmp_path: Path, sandbox: Sandbox) -> None:
    with canaries(tmp_path, f"the seed is {SEED}"):
        for found in probe("looks_for_seed", tmp_path, sandbox, SEED[::-1]):
            assert found["found"] == []
            assert found["looked"] > 0
            assert found["processes"] <= 3  # the sandbox's own, and the program


def test_no_other_process_is_entered(tmp_path: Path, sandbox: Sandbox) -> None:
    for found in probe("traces_others", tmp_path, sandbox):
        assert {*found["could"]} <= OF_ITS_FIRST_PROCESS
        assert 1 <= found["others"] <= 2  # the sandbox's own


def test_no_other_process_is_killed(tmp_path: Path, sandbox: Sandbox) -> None:
    for found in probe("signals_all", tmp_path, sandbox, os.readlink("/proc/self/ns/pid")):
        assert found["is_apart"]
        assert {*found["could"]} <= {"kill 1"}  # the sandbox's first process, which the kernel protects from it
        assert found["others"] <= 2


@pytest.mark.parametrize("program", ["makes_namespaces", "calls_the_kernel"])
def test_the_kernel_says_no(program: str, tmp_path: Path, sandbox: Sandbox) -> None:
    for found in probe(program, tmp_path, sandbox):
        assert found["could"] == []
        assert len(found["could_not"]) > 10


def test_nothing_is_written_but_in_scratch_folders_and_that_goes(tmp_path: Path, best: Sandbox) -> None:
    for found in probe("writes_everywhere", tmp_path, best, str(tmp_path), str(ROOT / "tests")):
        assert {*found["could"]} == {"make a file in /tmp", "make a file in /dev/shm"}
    assert left_by_bots(ROOT, tmp_path) == []
