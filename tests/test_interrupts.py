"""Signals that end the referee, at awkward moments."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from referee.exit_status import INTERRUPTED
from referee.interrupts import INTERRUPTS, held_interrupts

INTERRUPTED_WHILE_LOADING = """
import signal, sys

class Swallowing:
    def find_spec(self, name, path=None, target=None):
        if name == "referee.commands.app":
            try:
                signal.raise_signal(signal.SIGINT)
            except KeyboardInterrupt:
                pass

signal.signal(signal.SIGINT, signal.default_int_handler)  # a test may run where it is ignored
sys.meta_path.insert(0, Swallowing())
from referee.cli import main
main(["bots"])
"""


@pytest.mark.parametrize("number", INTERRUPTS)
def test_one_that_is_held_comes_through_at_the_end(number: signal.Signals) -> None:
    reached = []

    def hold() -> None:
        with held_interrupts():
            signal.raise_signal(number)
            reached.append(number)

    before = signal.signal(number, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            hold()
        assert reached == [number]
        assert signal.getsignal(number) is signal.default_int_handler
    finally:
        signal.signal(number, before)


def test_without_one_nothing_is_raised() -> None:
    before = [signal.getsignal(number) for number in INTERRUPTS]
    with held_interrupts():
        pass
    assert [signal.getsignal(number) for number in INTERRUPTS] == before


def test_one_that_comes_while_modules_are_loaded_is_not_lost() -> None:
    """As in the callbacks of import locks, where Python swallows what a handler raises."""
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_WHILE_LOADING], capture_output=True, text=True, timeout=60, env=os.environ
    )
    assert (done.returncode, done.stdout, done.stderr) == (INTERRUPTED, "", "referee: interrupted\n")
