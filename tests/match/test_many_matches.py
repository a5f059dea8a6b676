"""Many matches in one referee process: when they are over it is as it was, whatever the bots were like."""

from __future__ import annotations

import asyncio
import gc
import os
import re
import threading
from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from referee.bots.sandbox.process_tree import with_descendants
from referee.bots.sandbox.sandboxes import UNCONTAINED, Sandbox
from referee.bots.spec import BotSpec
from referee.event_loop import run
from referee.match.outcome import Outcome
from tests.match.contained import best_sandbox
from tests.match.many import play_all
from tests.match.tables import bot, left_running, marked, open_descriptors
from tests.match.zoo import SETTINGS, assert_judged
from tests.match.zoo_cases import CRASH, FLOOD, FUGITIVE, ILLEGAL, MALFORMED, NO_START, TIMEOUT, Case

SHORT: Final = replace(SETTINGS, rules=replace(SETTINGS.rules, roll_cap=2))
KINDS: Final = (
    Case("polite"), FUGITIVE[0], CRASH[1], Case("offers_trades"), TIMEOUT[0], FUGITIVE[1], ILLEGAL[0], Case("polite"),
    Case("leaves_a_child", ("-1",)), MALFORMED[0], Case("starts_threads"), FLOOD[0], Case("chatters"), NO_START[0],
    Case("comments_much"), CRASH[9],
)  # fmt: skip
"""Who sits among polite bots, match by match; every other one forfeits, and some leave processes behind."""

RESIDENT_KIB: Final = 12 * 1024
OBJECTS: Final = 1_000
"""What may stay: memory that is not given back to the system at once, and caches. A match that stays is more."""


class Held(NamedTuple):
    """What the referee's process holds."""

    descriptors: set[int]
    processes: set[int]
    tasks: int
    threads: int
    objects: int
    resident_kib: int


def held() -> Held:
    gc.collect()
    found = re.search(r"^VmRSS:\s+(\d+) kB$", Path("/proc/self/status").read_text(), re.MULTILINE)
    assert found is not None
    return Held(
        open_descriptors(), set(with_descendants(os.getpid())), len(asyncio.all_tasks()), threading.active_count(),
        len(gc.get_objects()), int(found[1]),
    )  # fmt: skip


@pytest.fixture(params=["contained", "not contained"])
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    return best_sandbox() if request.param == "contained" else UNCONTAINED


def test_forty_matches_eight_at_a_time(sandbox: Sandbox, tmp_path: Path) -> None:
    run(play_and_compare(40, 8, sandbox, *two_folders(tmp_path)))


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_five_hundred_matches_thirty_two_at_a_time(sandbox: Sandbox, tmp_path: Path) -> None:
    run(play_and_compare(500, 32, sandbox, *two_folders(tmp_path)))


def two_folders(folder: Path) -> tuple[Path, Path]:
    """For the records of the matches before the comparison, and for those of the others."""
    folders = folder / "first", folder / "rest"
    for one in folders:
        one.mkdir()
    return folders


async def play_and_compare(matches: int, at_a_time: int, sandbox: Sandbox, first: Path, rest: Path) -> None:
    """Play every kind, and as many as fit at a time, which makes what is kept for good; the others add nothing."""
    await play_and_judge(max(len(KINDS), at_a_time), at_a_time, sandbox, first)
    before = held()
    await play_and_judge(matches, at_a_time, sandbox, rest)
    after = held()
    assert after.descriptors == before.descriptors
    assert after.processes == before.processes
    assert (after.tasks, after.threads) == (before.tasks, before.threads)
    assert after.objects - before.objects < OBJECTS
    assert after.resident_kib - before.resident_kib < RESIDENT_KIB


async def play_and_judge(matches: int, at_a_time: int, sandbox: Sandbox, folder: Path) -> None:
    """Every match ends as its kind of bot has it, and no process of a bot is left."""
    cases = list(islice(cycle(KINDS), matches))
    tables = [table(case, number % 4, folder) for number, case in enumerate(cases)]
    outcomes: Sequence[Outcome] = await play_all(tables, folder, settings=SHORT, at_a_time=at_a_time, sandbox=sandbox)
    for number, (outcome, case) in enumerate(zip(outcomes, cases, strict=True)):
        assert_judged(outcome, case, number % 4)
    assert left_running(str(folder)) == []
    del outcomes
    await asyncio.sleep(0)  # the loop lets go of what it has woken us with, which is all the matches


def table(case: Case, seat: int, folder: Path) -> list[BotSpec]:
    """The case's bot on this seat, and others that do nothing wrong; all of them known by the folder."""
    seats = [bot(*case.others)] * 4
    seats[seat] = bot(case.program, *case.arguments)
    return marked(seats, folder)
