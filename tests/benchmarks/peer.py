"""Catanatron in a process and a venv of its own. Its licence is the GPL: we run it and import nothing of it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.benchmarks.bench import Figures, UnavailableError

CATANATRON: Final = "catanatron==3.2.1"
VENV: Final = Path(".bench-venv")
_SCRIPT: Final = Path(__file__).with_name("catanatron_step.py")


class Catanatron:
    """The installed peer. Making one installs it on first use; raises ``UnavailableError`` where that fails."""

    def __init__(self) -> None:
        self._python = VENV / "bin" / "python"
        if not self._is_installed():
            self._install()

    def measure(self, games: int, first_seed: int) -> Figures:
        """Its figures over so many random games; see ``catanatron_step.py`` for their names."""
        command = [str(self._python), str(_SCRIPT), str(games), str(first_seed)]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        return {name: float(value) for name, value in json.loads(done.stdout).items()}

    def _is_installed(self) -> bool:
        if not self._python.exists():
            return False
        asked = [str(self._python), "-m", "pip", "freeze", "--disable-pip-version-check"]
        return CATANATRON in subprocess.run(asked, capture_output=True, text=True).stdout.split()

    def _install(self) -> None:
        print(f"installing {CATANATRON} into {VENV}", file=sys.stderr)
        pip = [str(self._python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        for command in ([sys.executable, "-m", "venv", str(VENV)], [*pip, CATANATRON]):
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                shutil.rmtree(VENV, ignore_errors=True)
                reason = (done.stderr or done.stdout).strip().splitlines() or ["no reason given"]
                raise UnavailableError(f"{CATANATRON} could not be installed: {reason[-1]}")
