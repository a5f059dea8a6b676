"""The sandbox of a referee who is not root, whoever runs these tests: the level that rated play asks for."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.bots.sandbox.test_life import FUGITIVE, SPINNING
from tests.kit.unprivileged import run_python_as_somebody

pytestmark = pytest.mark.usefixtures("containment")

BEGINNING = """
import asyncio, json, os, sys, time
from referee.bots.sandbox.ceilings import Ceilings
from referee.bots.sandbox.choice import Wanted, open_sandbox
from tests.bots.sandbox.test_life import processor_ticks
from tests.bots.sandbox.trials import run_to_end, running, script
from tests.match.tables import left_running
mark, program = f"mark-of-{sys.argv[1]}", sys.argv[2]  # not as it stands among our own arguments
async def main():
    sandbox = await open_sandbox(Wanted(ceilings=Ceilings(memory=64 << 20, processes=24)))
"""


def tried(text: str, mark: str, program: str) -> Any:
    """What the body of ``main``, run as somebody, prints as JSON."""
    body = "".join(f"    {line}\n" for line in text.strip().splitlines())
    done = run_python_as_somebody(f"{BEGINNING}{body}asyncio.run(main())", mark, program)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_what_has_escaped_ends_with_the_bot() -> None:
    text = """
ending = await run_to_end(sandbox, script(program, mark))
print(json.dumps([ending.out, left_running(mark)]))
"""
    assert tried(text, "a-fugitive", FUGITIVE) == ["away\n", []]


def test_a_frozen_bot_uses_no_processor_time() -> None:
    text = """
async with running(sandbox, script(program, mark)) as (process, notes):
    await notes.until(b"away\\n" * 3)
    process.freeze()
    await asyncio.sleep(0.05)
    before = processor_ticks(mark)
    await asyncio.sleep(0.25)
    print(json.dumps([before > 0, processor_ticks(mark) - before]))
"""
    assert tried(text, "a-spinner", SPINNING) == [True, 0]


def test_memory_is_looked_at() -> None:
    text = """
async with running(sandbox, script(program)) as (process, notes):
    print(json.dumps(process.departure(await process.exit_status(20)).kind))
"""
    hungry = "import os, time\nos.fork(), os.fork()\nkept = b'x' * (40 << 20)\ntime.sleep(600)"
    assert tried(text, "", hungry) == "memory"


def test_the_bot_is_not_who_the_referee_is() -> None:
    program = "import os; print(os.getuid(), os.getgroups() in ([], [1000], [65534]), os.access('/root', os.R_OK))"
    assert tried("print(json.dumps((await run_to_end(sandbox, script(program))).out))", "", program).split() == [
        "1000", "True", "False",
    ]  # fmt: skip


def test_processes_are_counted() -> None:
    program = (
        "import os, time\nfor number in range(60):\n"
        "    try:\n        if os.fork() == 0: time.sleep(600)\n"
        "    except BlockingIOError: break\nprint(number)"
    )
    text = "print(json.dumps((await run_to_end(sandbox, script(program))).out))"
    assert 8 < int(tried(text, "", program)) < 24
