"""The ``referee`` command as a program of its own, as a user starts it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from tests.match.tables import ROOT

BOT: Final = f"env PYTHONPATH={ROOT} python3 -S -m tests.bots."
"""A SPEC for a program of ``tests.bots`` that works from any folder, the program's name and arguments to follow."""
POLITE: Final = tuple(word for _ in range(4) for word in ("--bot", f"{BOT}polite"))


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-c", "from referee.cli import main; main()", *arguments]


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """This machine's, with the running Python first on the PATH and our packages in its reach.

    Programs of ``tests.bots`` are uncontained here, since a SPEC for them does not say that they lie in this folder.
    """
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ours = {"PATH": path, "PYTHONPATH": str(ROOT), "COLUMNS": "200", "REFEREE_SANDBOX": "none"}
    return {**os.environ, **ours, **(extra or {})}


def referee(*arguments: str, cwd: Path, extra: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command to its end. No traceback may show, whatever it was asked."""
    done = subprocess.run(
        command(*arguments), cwd=cwd, env=environment(extra), capture_output=True, encoding="utf-8", timeout=120,
        check=False,
    )  # fmt: skip
    assert "Traceback" not in done.stdout + done.stderr
    return done


def start(arguments: Sequence[str], cwd: Path, before: Sequence[str] = ()) -> subprocess.Popen[str]:
    """Start the command, in a process group of its own; ``before`` is a program that starts it, such as nohup."""
    return subprocess.Popen(
        [*before, *command(*arguments)], cwd=cwd, env=environment(), encoding="utf-8", stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
