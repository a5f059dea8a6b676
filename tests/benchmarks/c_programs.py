"""The programs in C beside this file, compiled for one run."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Final

from referee.bots.spec import BotSpec
from tests.benchmarks.bench import UnavailableError

_SOURCES: Final = Path(__file__).parent


def compile_program(source: str, folder: Path) -> Path:
    """Compile ``source`` into ``folder``. Raises ``UnavailableError`` without a compiler."""
    if shutil.which("cc") is None:
        raise UnavailableError("there is no C compiler (cc)")
    program = folder / Path(source).stem
    subprocess.run(["cc", "-O2", "-Wall", "-o", str(program), str(_SOURCES / source)], check=True)
    return program


def spec(program: Path, *arguments: str) -> BotSpec:
    """How the referee starts it."""
    return BotSpec(text=program.name, command=(str(program), *arguments), folder=program.parent, name=program.name)
