"""A bot's processes in every kind of sandbox: none is left, wherever it went, and all of them stop when told."""

from __future__ import annotations

import asyncio
import errno
import itertools
import os
import signal
import time
from pathlib import Path

import pytest

from referee.bots.sandbox.cell import Cell
from referee.bots.sandbox.process_tree import marked
from tests.bots.sandbox.trials import KINDS, run_to_end, running, sandbox_of, script
from tests.match.tables import left_running
from tests.match.tables import running as running_on_this_machine

pytestmark = pytest.mark.usefixtures("containment")
in_every_kind = pytest.mark.parametrize("kind", KINDS)

FUGITIVE = """
import os, signal, sys, time
said, says = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        print("away", flush=True)
        os.write(says, b".")
        time.sleep(600)
    os._exit(0)
os.wait(), os.read(said, 1)
"""
"""A grandchild in a session of its own, without a parent, deaf, holds every pipe."""

DEAF = """
import signal, time
for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
    signal.signal(number, signal.SIG_IGN)
print("away", flush=True)
time.sleep(600)
"""

SPINNING = """
import os, threading
def spin():
    while True: pass
for _ in range(2):
    if os.fork() == 0: break
threading.Thread(target=spin, daemon=True).start()
print("away", flush=True)
spin()
"""
"""Three processes of two threads each, which use all the time that they get."""

KEEP_HOLD_OF_FUGITIVES = [kind for kind in KINDS if kind not in ("nothing", "limits")]
"""Where neither control groups nor a namespace tell what is a bot's, one that has left is found at its end only."""


@in_every_kind
async def test_what_has_escaped_from_its_session_ends_with_the_leader(kind: str, tmp_path: Path) -> None:
    mark = str(tmp_path)
    ending = await run_to_end(sandbox_of(kind), script(FUGITIVE, mark))
    assert (ending.status, ending.out) == (0, "away\n")
    assert left_running(mark) == []


@in_every_kind
async def test_what_has_escaped_ends_when_the_bot_is_killed(kind: str, tmp_path: Path) -> None:
    mark = str(tmp_path)
    async with running(sandbox_of(kind), script(FUGITIVE + "time.sleep(600)", mark)) as (process, notes):
        await notes.until(b"away")
        assert running_on_this_machine(mark)
        await process.kill()
        assert left_running(mark) == []


@pytest.mark.parametrize("kind", ["nothing", "limits", "user namespace", "namespaces of root's and control groups"])
async def test_one_that_is_deaf_is_ended_all_the_same(kind: str, tmp_path: Path) -> None:
    mark = str(tmp_path)
    async with running(sandbox_of(kind), script(DEAF, mark)) as (process, notes):
        await notes.until(b"away")
        await process.end()
        assert left_running(mark) == []


@in_every_kind
async def test_a_frozen_bot_can_be_ended(kind: str, tmp_path: Path) -> None:
    mark = str(tmp_path)
    async with running(sandbox_of(kind), script(DEAF, mark)) as (process, notes):
        await notes.until(b"away")
        process.freeze()
        await process.kill()
        assert left_running(mark) == []


@in_every_kind
async def test_a_frozen_bot_uses_no_processor_time(kind: str, tmp_path: Path) -> None:
    await assert_it_stops_and_goes_on(kind, SPINNING, 3, str(tmp_path))


@pytest.mark.parametrize("kind", KEEP_HOLD_OF_FUGITIVES)
async def test_nor_does_what_has_escaped(kind: str, tmp_path: Path) -> None:
    text = FUGITIVE.replace("time.sleep(600)", "exec('while True: pass')") + "time.sleep(600)"
    await assert_it_stops_and_goes_on(kind, text, 1, str(tmp_path))


async def assert_it_stops_and_goes_on(kind: str, text: str, processes: int, mark: str) -> None:
    async with running(sandbox_of(kind), script(text, mark)) as (process, notes):
        await notes.until(b"away\n" * processes)
        process.freeze()
        process.freeze()  # once more does no harm
        await asyncio.sleep(0.05)  # what runs at that moment stops at its next way into the kernel
        before = processor_ticks(mark)
        await asyncio.sleep(0.25)
        assert processor_ticks(mark) == before
        process.thaw()
        assert runs_again(mark, before)


def runs_again(mark: str, since: int, within_s: float = 10.0) -> bool:
    end = time.monotonic() + within_s
    while (goes_on := processor_ticks(mark) > since) is False and time.monotonic() < end:
        time.sleep(0.02)
    return goes_on


def processor_ticks(mark: str) -> int:
    """How long the programs that bear the mark have run, all their threads together."""
    ticks = 0
    for told in running_on_this_machine(mark):
        stat = Path("/proc", told.split(":")[0], "stat").read_text().rpartition(")")[2].split()
        ticks += int(stat[11]) + int(stat[12])
    return ticks


@in_every_kind
async def test_a_bot_goes_on_where_it_was(kind: str) -> None:
    text = "import sys\nfor line in sys.stdin: print(line.upper(), end='', flush=True)"
    async with running(sandbox_of(kind), script(text)) as (process, notes):
        for word in (b"one", b"two", b"three"):
            process.freeze()
            process.write(word + b"\n")
            process.thaw()
            await notes.until(word.upper())


@pytest.mark.parametrize("what", ["os.listdir", "open"])
async def test_where_the_processes_cant_be_listed_whoever_asks_is_told(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    with monkeypatch.context() as patched:
        patched.setattr(f"referee.bots.sandbox.process_tree.{what}", fails, raising=what != "open")
        asked = [asyncio.create_task(marked("nobody's")) for _ in range(2)]
        done, waiting = await asyncio.wait(asked, timeout=5)
    assert not waiting
    assert {type(one.exception()) for one in done} == {OSError}
    assert await marked("nobody's") == []


@pytest.mark.parametrize("kind", ["nothing", "user namespace"])
async def test_what_is_never_found_stopped_is_ended(kind: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A bot whose processes are others each time that one looks, as chains of them that end at once are."""
    mark, numbers = str(tmp_path), itertools.count(5_000_000)  # more than the system gives
    async with running(sandbox_of(kind), script(DEAF, mark)) as (process, notes):
        await notes.until(b"away")
        with monkeypatch.context() as patched:
            patched.setattr(Cell, "members", lambda cell: [next(numbers)])
            process.freeze()
        status = await process.exit_status(20)
        assert process.departure(status) == (
            "crash", "did not let itself be stopped while others were to move, and was ended",
        )  # fmt: skip
        assert left_running(mark) == []


@pytest.mark.parametrize("kind", ["nothing", "user namespace"])
async def test_what_is_continued_behind_our_back_is_ended(kind: str, tmp_path: Path) -> None:
    """As by a timer of the bot's own that sends SIGCONT."""
    mark = str(tmp_path)
    async with running(sandbox_of(kind), script(SPINNING, mark)) as (process, notes):
        await notes.until(b"away\n" * 3)
        process.freeze()
        before = processor_ticks(mark)
        for number in left_running(mark):
            os.kill(int(number.split(":")[0]), signal.SIGCONT)
        assert runs_again(mark, before)
        await asyncio.sleep(0.2)
        process.thaw()
        status = await process.exit_status(20)
        assert "did not let itself be stopped" in process.departure(status).words


@pytest.mark.parametrize("kind", ["nothing", "user namespace"])
async def test_what_stands_still_goes_on(kind: str, tmp_path: Path) -> None:
    mark = str(tmp_path)
    async with running(sandbox_of(kind), script(SPINNING, mark)) as (process, notes):
        await notes.until(b"away\n" * 3)
        for _ in range(30):
            process.freeze()
            await asyncio.sleep(0.01)
            process.thaw()
        assert await process.exit_status(0) is None
