"""A scratch folder on this machine's disk is gone afterwards, however deep the bot put folders in folders."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.bots.sandbox import guardian
from tests.bots.sandbox.trials import running, sandbox_of, script

DEEPER_THAN_PYTHON_WALKS = 3_000
DIGS = f"""
import os
os.chdir(os.environ["TMPDIR"])
for _ in range({DEEPER_THAN_PYTHON_WALKS}):
    os.mkdir("d"), os.chdir("d")
print("deep", flush=True)
"""


@pytest.mark.usefixtures("containment")
async def test_it_is_gone_with_the_match() -> None:
    async with running(sandbox_of("limits"), script(DIGS)) as (process, notes):
        await notes.until(b"deep")
        scratch = process._cell._plan.scratch
        assert scratch is not None
        assert scratch.exists()
        await process.kill()
        assert not scratch.exists()


@pytest.fixture
def deep(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "deep"
    folder.mkdir()
    subprocess.run([sys.executable, "-c", DIGS], env={"TMPDIR": str(folder)}, check=True, stdout=subprocess.DEVNULL)
    yield folder
    subprocess.run(["rm", "-rf", str(folder)], check=True)


def test_it_is_gone_when_the_referee_is_killed_and_so_are_the_others(deep: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    told = json.dumps({"remove": [str(deep), str(other)]}) + "\n"
    program = [sys.executable, "-I", "-S", str(guardian._PROGRAM)]
    done = subprocess.run(program, input=told, encoding="utf-8", env={}, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(os.listdir(tmp_path)) == []
