"""Results and a bar on a terminal: every line whole, on standard output, and no bar where nobody looks at one."""

from __future__ import annotations

import os
import pty
import re
import subprocess
from pathlib import Path
from typing import Final

from tests.match.commands import command, environment, referee
from tests.replays.golden import FORFEIT, VICTORY

VERIFY: Final = ("replay", "verify", str(VICTORY), str(FORFEIT))
_CONTROL: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")


def on_a_terminal(folder: Path, *, is_piped: bool) -> tuple[str, str]:
    """What the terminal shows, and what comes through the pipe, if standard output is one."""
    leader, terminal = pty.openpty()
    with subprocess.Popen(
        command(*VERIFY), cwd=folder, env=environment({"COLUMNS": "80", "TERM": "xterm"}), stderr=terminal,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE if is_piped else terminal,
    ) as process:  # fmt: skip
        os.close(terminal)
        shown = b""
        while part := _read(leader):
            shown += part
        piped = process.stdout.read().decode() if process.stdout else ""
    os.close(leader)
    assert process.returncode == 0
    return shown.decode(), piped


def _read(leader: int) -> bytes:
    try:
        return os.read(leader, 65536)
    except OSError:  # the last program that had the terminal open has ended
        return b""


def test_on_a_terminal_the_lines_are_whole_and_a_bar_comes_and_goes(tmp_path: Path) -> None:
    plain = referee(*VERIFY, cwd=tmp_path)
    shown, _ = on_a_terminal(tmp_path, is_piped=False)
    assert "\u2501" in shown
    lines = _CONTROL.sub("", shown).splitlines()
    assert [line[line.index("ok ") :] for line in lines if "ok " in line] == plain.stdout.splitlines()
    assert "\u2501" not in plain.stdout + plain.stderr
    assert plain.stderr == ""


def test_what_is_piped_away_has_no_bar_in_it(tmp_path: Path) -> None:
    plain = referee(*VERIFY, cwd=tmp_path)
    shown, piped = on_a_terminal(tmp_path, is_piped=True)
    assert piped == plain.stdout
    assert "\u2501" in shown
    assert "game_digest" not in shown
