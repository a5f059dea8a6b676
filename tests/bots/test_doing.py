"""What the kernel tells of a program that is waited for; nothing is said of what is not known."""

from __future__ import annotations

import os
import platform
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from referee.bots.doing import Doing, doing, unread_bytes

READS = "import sys; sys.stdin.readline()"


@contextmanager
def running(program: str) -> Iterator[tuple[int, int]]:
    """A program that has begun, with a pipe for its input: its number, and our end of the pipe."""
    command = [sys.executable, "-S", "-E", "-c", f"print('begun', flush=True)\n{program}"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == b"begun\n"
            yield process.pid, process.stdin.fileno()
        finally:
            process.kill()


def found(pid: int, pipe: int, wanted: Doing | None) -> Doing | None:
    """What the program does once it does that, or after ten seconds."""
    end = time.monotonic() + 10
    while (now := doing([pid], os.fstat(pipe).st_ino)) is not wanted and time.monotonic() < end:
        time.sleep(0.01)
    return now


def found_when_settled(pid: int, pipe: int) -> Doing | None:
    """What is found ten times in a row of a program that no longer computes, or after ten seconds."""
    end, looks = time.monotonic() + 10, list[Doing | None]()
    while time.monotonic() < end:
        looks = [*looks[-9:], doing([pid], os.fstat(pipe).st_ino)]
        if len(looks) == 10 and {*looks} == {looks[0]} != {Doing.COMPUTING}:
            break
        time.sleep(0.01)
    return looks[-1]


@pytest.mark.parametrize(
    ("program", "wanted"),
    [
        (READS, Doing.READING),
        ("import time; time.sleep(600)", Doing.SLEEPING),
        ("import threading; lock = threading.Lock(); lock.acquire(); lock.acquire()", Doing.LOCKED),
        ("import asyncio, sys\nasync def main():\n"
         " await asyncio.get_running_loop().connect_read_pipe(asyncio.Protocol, sys.stdin)\n"
         " await asyncio.Event().wait()\nasyncio.run(main())", Doing.LISTENING),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSTOP)", Doing.STOPPED),
    ],
    ids=lambda value: getattr(value, "name", ""),
)  # fmt: skip
def test_what_it_waits_for_is_seen(program: str, wanted: Doing) -> None:
    with running(program) as (pid, pipe):
        assert found(pid, pipe, wanted) is wanted


def test_one_that_computes_is_seen_at_every_look() -> None:
    with running("while True: pass") as (pid, pipe):
        assert found(pid, pipe, Doing.COMPUTING) is Doing.COMPUTING


def test_a_read_of_another_pipe_is_not_taken_for_one_of_the_input() -> None:
    with running("import os; here, there = os.pipe(); os.read(here, 1)") as (pid, pipe):
        assert found_when_settled(pid, pipe) is None


def test_reading_and_sleeping_at_once_proves_nothing() -> None:
    program = f"import threading, time; threading.Thread(target=time.sleep, args=(600,)).start(); {READS}"
    with running(program) as (pid, pipe):
        assert found_when_settled(pid, pipe) is None


def no_such_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "pdp11")


def may_not_look(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(pid: int) -> list[int]:
        raise PermissionError

    monkeypatch.setattr("referee.bots.doing._threads", refuse)


@pytest.mark.parametrize("hinder", [no_such_machine, may_not_look])
def test_what_can_not_be_known_is_not_said(
    hinder: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(READS) as (pid, pipe):
        assert found(pid, pipe, Doing.READING) is Doing.READING
        hinder(monkeypatch)
        assert doing([pid], os.fstat(pipe).st_ino) is None


def test_a_program_that_has_ended_does_nothing() -> None:
    with running(READS) as (pid, pipe):
        assert found(pid, pipe, Doing.READING) is Doing.READING
        os.kill(pid, signal.SIGKILL)
        assert found(pid, pipe, None) is None


def test_what_lies_in_a_pipe_is_counted_from_either_end() -> None:
    here, there = os.pipe()
    try:
        os.write(there, b"twelve bytes")
        assert (unread_bytes(here), unread_bytes(there)) == (12, 12)
    finally:
        os.close(here)
        os.close(there)
