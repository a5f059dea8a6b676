"""What is read of processes, whatever they call themselves."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from referee.bots.sandbox.process_tree import of_user, peak_resident_bytes

NAMED = """
import sys
open("/proc/self/comm", "wb").write(bytes.fromhex(sys.argv[1]))
print("named", flush=True)
sys.stdin.read()
"""


@contextmanager
def named(name: bytes) -> Iterator[int]:
    """A process that goes by this name; its number."""
    command = [sys.executable, "-c", NAMED, name.hex()]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"named\n"
        yield process.pid


@pytest.mark.parametrize("name", [b"\xff\xfe", b"a\rVmHWM:\tmuch"])
def test_no_name_keeps_a_process_from_being_looked_at(name: bytes) -> None:
    with named(name) as pid:
        peak = peak_resident_bytes([pid])
        assert pid in of_user(os.getuid())
    assert peak is not None
    assert 1024**2 < peak < 200 * 1024**2
