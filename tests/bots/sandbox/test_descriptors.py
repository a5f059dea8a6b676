"""The open files of a sandbox: what the bot gets, what is left with us, and that no number is taken twice."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys

import pytest

from referee.bots.sandbox.ceilings import Ceilings
from tests.bots.sandbox.trials import KINDS, run_to_end, sandbox_of, script
from tests.match.tables import ROOT, open_descriptors

pytestmark = pytest.mark.usefixtures("containment")

FIRST_NUMBERS = """
import asyncio, os, sys
from tests.bots.sandbox.trials import run_to_end, sandbox_of, script
async def main():
    for count in range(12):
        opened = [os.open(os.devnull, os.O_RDONLY) for _ in range(count)]
        print(await run_to_end(sandbox_of("user namespace"), script("print('up')")))
        for number in opened:
            os.close(number)
asyncio.run(main())
"""


@pytest.mark.parametrize("kind", KINDS)
async def test_a_program_gets_three_streams_and_no_more(kind: str) -> None:
    sandbox = sandbox_of(kind)
    ending = await run_to_end(sandbox, script("import os; print(sorted(map(int, os.listdir('/proc/self/fd'))))"))
    assert (ending.out, ending.errors) == ("[0, 1, 2, 3]\n", "")  # 3 is the folder being listed


def test_whatever_numbers_are_free_the_sandbox_stands() -> None:
    """A shell tells us on file 9 that the sandbox stands; no other file that is passed on may have that number."""
    done = subprocess.run(
        [sys.executable, "-c", FIRST_NUMBERS], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    assert done.stderr == ""
    assert set(done.stdout.splitlines()) == {r"Ending(status=0, out='up\n', errors='')"}


@pytest.mark.parametrize(
    "kind", ["limits and control groups", "user namespace", "namespaces of root's and control groups"]
)
async def test_nothing_of_ours_is_left_after_many_starts(kind: str) -> None:
    sandbox = sandbox_of(kind, Ceilings(processes=16))
    await run_to_end(sandbox, script(""))
    before = open_descriptors()
    resident = resident_kib()
    for _ in range(10):
        await asyncio.gather(*(run_to_end(sandbox, script("")) for _ in range(5)))
    assert open_descriptors() == before
    assert resident_kib() - resident < 2_000


def resident_kib() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") // 1024
