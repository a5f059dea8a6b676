"""How long programs in several languages take to start, answer and end: the figures of docs/inside.md.

    python -m tests.bots.sandbox.start_times

runs each program of `test_languages` that can be built here, 20 times contained and 20 times not, one after the other,
and prints a table of the quickest runs: what else the machine had to do is not in them.
"""

from __future__ import annotations

import shutil
import subprocess
import time
from pathlib import Path
from typing import Final

from referee.bots.sandbox.choice import Wanted, open_sandbox
from referee.bots.sandbox.sandboxes import Sandbox
from referee.event_loop import run
from tests.bots.sandbox.test_languages import ANSWER, LANGUAGES, Language
from tests.bots.sandbox.trials import SYSTEM_PYTHON, program, run_to_end
from tests.kit.unprivileged import open_folder

TIMES: Final = 20
NUMPY: Final = Language(
    "Python, NumPy imported",
    SYSTEM_PYTHON,
    "bot.py",
    "import numpy; print('ready', numpy.arange(int(input()) + 2).sum())",
    (SYSTEM_PYTHON, "-c", "import numpy"),
    lambda folder: (SYSTEM_PYTHON, "bot.py"),
)


async def contained_ms(sandbox: Sandbox, command: tuple[str, ...], folder: Path) -> float:
    """From the start of the sandbox to the end of the program in it."""
    begun = time.perf_counter()
    ending = await run_to_end(sandbox, program(*command, folder=folder, files=(folder,)), b"4999\n")
    assert ending.out == ANSWER, ending
    return (time.perf_counter() - begun) * 1000


def free_ms(command: tuple[str, ...], folder: Path) -> float:
    """The same without a sandbox."""
    begun = time.perf_counter()
    done = subprocess.run(command, cwd=folder, input=b"4999\n", stdout=subprocess.PIPE, check=True)
    assert done.stdout.decode() == ANSWER
    return (time.perf_counter() - begun) * 1000


def measure(language: Language, sandbox: Sandbox) -> str | None:
    """A row of the table; None where the program can't be built here."""
    with open_folder() as folder:
        (folder / language.file).write_text(language.text)
        if shutil.which(language.needs) is None:
            return None
        if language.build and subprocess.run(language.build, cwd=folder, capture_output=True, check=False).returncode:
            return None
        command = language.command(folder)
        contained = [run(contained_ms(sandbox, command, folder)) for _ in range(TIMES)]
        free = [free_ms(command, folder) for _ in range(TIMES)]
    return f"| {language.name} | {min(free):.0f} | {min(contained):.0f} |"


def main() -> None:
    sandbox = run(open_sandbox(Wanted()))
    print(f"| program | ms alone | ms contained ({sandbox.level.word}) |")
    print("| --- | --- | --- |")
    for language in (*LANGUAGES, NUMPY):
        row = measure(language, sandbox)
        print(row or f"| {language.name} | not here | |", flush=True)


if __name__ == "__main__":
    main()
