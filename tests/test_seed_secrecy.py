"""While a match runs nobody but its owner can find its seed: every place is searched where others may look."""

from __future__ import annotations

import json
import os
import secrets
import select
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.match.commands import BOT, POLITE, start

OTHERS: Final = 0o077


def processes_with(text: bytes) -> list[str]:
    """The files of all processes on this machine, arguments and environments, that have this in them."""
    found = []
    for path in (*Path("/proc").glob("[0-9]*/cmdline"), *Path("/proc").glob("[0-9]*/environ")):
        try:
            if text in path.read_bytes():
                found.append(str(path))
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            continue  # it has ended meanwhile, or is another user's and shut to us too
    return found


def files_with(text: bytes, folder: Path) -> Iterator[tuple[str, bool]]:
    """The files under this folder that have this in them or in their name, and whether others may read them."""
    for path in folder.rglob("*"):
        if text in os.fsencode(path.name):
            yield str(path), True
        elif path.is_file() and text in path.read_bytes():
            yield path.name, bool(path.stat().st_mode & OTHERS)


def wait_for(told: Path, running: subprocess.Popen[str]) -> None:
    """Wait until the bot writes to this pipe; where the match ends instead, show why."""
    pipe, process = os.open(told, os.O_RDONLY | os.O_NONBLOCK), os.pidfd_open(running.pid)
    try:
        ready, _, _ = select.select([pipe, process], [], [], 60)
    finally:
        os.close(pipe)
        os.close(process)
    if pipe not in ready:
        running.terminate()
        pytest.fail(running.communicate(timeout=60)[1])


@pytest.fixture
def places(tmp_path: Path) -> Path:
    """A folder for the match, one for what is temporary, and the pipes by which its bot is held."""
    for name in ("match", "temporary"):
        (tmp_path / name).mkdir()
    for name in ("told", "go"):
        os.mkfifo(tmp_path / name)
    return tmp_path


@pytest.mark.parametrize("source", ["file", "secret", "argument"])
def test_the_seed_of_a_running_match_can_not_be_found(places: Path, source: str) -> None:
    """With --seed it can, in the arguments: the search is one that finds."""
    seed = secrets.token_hex(20)
    given: dict[str, list[str]] = {"file": ["--seed-file", "seed"], "secret": [], "argument": ["--seed", seed]}
    folder = places / "match"
    (folder / "seed").touch(mode=0o600)
    (folder / "seed").write_text(seed)
    holding = f"{BOT}holds_at 2 {places / 'told'} {places / 'go'}"
    arguments = ["match", "--bot", holding, *POLITE[2:], "--set", "roll_cap=2", "--replay", "m.jsonl"]
    quick = ["--no-timeout", "--transcript", "wire.tsv", "--sandbox", "none"]
    running = start([*arguments, *quick, *given[source]], folder, before=["env", f"TMPDIR={places / 'temporary'}"])
    wait_for(places / "told", running)
    secret = json.loads((folder / "m.jsonl.seed").read_text())
    assert (secret["seed"] == seed) == (source != "secret")
    held = {text: processes_with(text.encode()) for text in secret.values()}
    lying = {text: list(files_with(text.encode(), places)) for text in secret.values()}
    (places / "go").write_bytes(b"")
    out, err = running.communicate(timeout=60)
    assert running.returncode == 0, err
    assert "m.jsonl.seed" in [name for name, _ in lying[secret["seed"]]], "the search finds nothing"
    for text in secret.values():
        assert [name for name, is_open in lying[text] if is_open] == []
        assert text not in err
    if source == "argument":
        assert f"/proc/{running.pid}/cmdline" in held[seed]
    else:
        assert held == {text: [] for text in secret.values()}
    assert "roll_cap" in (folder / "m.jsonl").read_text()
    assert "rolls" in out
