"""Who is told to be at fault where no ``ready`` came."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from referee.bots.process import BotProcess
from referee.bots.sandbox.cell import SandboxError
from referee.match.player import Player
from referee.match.readiness import why_not_ready
from referee.match.settings import parse_time_control
from tests.bots.sandbox.trials import sandbox_of, script

CONTROL = parse_time_control("start=300ms")


@pytest.fixture
def slow_bubblewrap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It waits for something of the machine's, and does not come to start a program."""
    program = tmp_path / "bwrap"
    program.write_text("#!/bin/sh\nexec sleep 600\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")


async def why_silent(kind: str) -> str:
    link = BotProcess.start(script("input()"), sandbox_of(kind))
    player = Player(0, link, name="silent")
    link.listen(player)
    try:
        assert not await player.ready(CONTROL.start_ms / 1000)
        return await why_not_ready(player, CONTROL)
    finally:
        await player.kill()


async def test_a_silent_bot_is() -> None:
    assert (await why_silent("nothing")).startswith("no ready within 300 ms")


@pytest.mark.usefixtures("containment", "slow_bubblewrap")
async def test_a_bot_whose_sandbox_does_not_stand_yet_is_not() -> None:
    with pytest.raises(SandboxError, match="did not start"):
        await why_silent("namespaces of root's")
