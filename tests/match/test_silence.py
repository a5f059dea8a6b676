"""Why no answer came, in words for the author: what real programs did is looked at, contained or not."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

import msgspec
import pytest

from protocol.messages import TimeControl
from referee.bots.doing import Doing
from referee.bots.sandbox.sandboxes import UNCONTAINED, Sandbox
from referee.bots.spec import BotSpec
from referee.match.evidence import evidence_folder
from referee.match.settings import MatchSettings
from referee.match.silence import no_answer_because, not_ready_because
from tests.match.contained import best_sandbox, sandbox_of_a_user
from tests.match.tables import RULES, bot, play

LIKELY = "it had read the request and waited for more input, so most likely its answer was printed but not flushed"
ASKED = "it had read the request and waited for more input; was the answer printed, and flushed"
IGNORED = "it had read the request and waited for more input; every request needs an answer"
COMPUTING, SLEEPING, LOCKED = (
    "it was still computing",
    "it was sleeping, in a timer",
    "its threads waited for each other",
)
UNREAD = "it had not read all that it was sent"

PYTHON = """\
    import json, sys, threading, time
    def requests():
        print("ready quiet", flush=True)
        for line in sys.stdin:
            message = json.loads(line)
            if message["type"] == "request":
                yield message
    def answer(message, **how):
        print(f'@{message["id"]} {message["legal_actions"][0]}', **how)
"""
C = """\
    #include <stdio.h>
    #include <string.h>
    #include <stdlib.h>
    static char line[70000];
    int main(void) {
        printf("ready quiet\\n"); fflush(stdout);
        while (fgets(line, sizeof line, stdin)) {
            char *id = strstr(line, "\\"id\\":");
            if (strncmp(line, "{\\"type\\":\\"request\\"", 17) || !id) continue;
            printf("@%d place_settlement:0\\n", atoi(id + 5));
        }
    }
"""
NODE = """\
    console.log("ready quiet");
    require("readline").createInterface({input: process.stdin}).on("line", async line => {
        const message = JSON.parse(line);
        if (message.type === "request") await new Promise(done => %s);
    });
"""
TWICE = "lock = threading.Lock()\nlock.acquire(); lock.acquire()"
READER = "threading.Thread(target=lambda: list(requests())).start()\n"
CONTROL = TimeControl(start_ms=20_000, move_ms=100, reserve_ms=300, increment_ms=0)


@dataclass(frozen=True)
class Program:
    """Source of a program that does not answer, its language, and words of the reason."""

    name: str
    language: str
    source: str
    words: str


def python(name: str, body: str, words: str) -> Program:
    return Program(name, "py", dedent(PYTHON) + dedent(body), words)


PROGRAMS = [
    python("unflushed", "for request in requests(): answer(request)", LIKELY),
    Program("printf", "c", dedent(C), LIKELY),
    python("under a shell", "for request in requests(): answer(request)", LIKELY),
    python("computes", "for request in requests():\n  while True: pass", COMPUTING),
    python("sleeps", "for request in requests():\n  time.sleep(600)", SLEEPING),
    python("never reads", "print('ready deaf', flush=True)\ntime.sleep(600)", UNREAD),
    python("at a lock", "next(requests())\n" + TWICE, LOCKED),
    python("at a lock beside a reader", READER + TWICE, ASKED),
    python("computes beside a reader", READER + "while True: pass", COMPUTING),
    python(
        "ignores the third",
        "for number, request in enumerate(requests()):\n  if number < 2: answer(request, flush=True)",
        IGNORED,
    ),
    Program("a timer", "js", dedent(NODE % "setTimeout(done, 600000)"), SLEEPING),
    Program("a promise", "js", dedent(NODE % "{}"), ASKED),
]


def made(program: Program, folder: Path) -> BotSpec:
    """The program, ready to run in a folder of its own that contained bots can see."""
    folder.mkdir()
    folder.chmod(0o755)
    tool = {"py": sys.executable, "c": "gcc", "js": "node"}[program.language]
    if (found := shutil.which(tool)) is None:
        pytest.skip(f"there is no {tool} here")
    file = folder / f"quiet.{program.language}"
    file.write_text(program.source)
    command: tuple[str, ...] = (found, str(file))
    if program.language == "c":
        command = (str(folder / "quiet"),)
        subprocess.run([found, "-x", "c", "-o", *command, str(file)], check=True)
    if program.name == "under a shell":
        command = (shutil.which("sh") or "sh", "-c", f"python3 {file}; true")
    return BotSpec(text="quiet", command=command, folder=folder, name="quiet")


def lose(program: Program, folder: Path, sandbox: Sandbox, *, freeze: bool = False) -> tuple[str, dict[str, Any]]:
    """Let the program lose on seat 0; the public reason, and what its author is told."""
    replay = folder / "m.jsonl"
    settings = MatchSettings(rules=RULES, time_control=CONTROL, freeze=freeze)
    outcome = play([made(program, folder / "bot"), *[bot("polite")] * 3], replay, sandbox=sandbox, settings=settings)
    assert outcome.result.verdict == "forfeit_timeout", outcome.result.reason
    (record,) = [line for line in map(json.loads, replay.read_text().splitlines()) if line["t"] == "evidence"]
    author = json.loads((evidence_folder(replay) / f"{record['author'][3:]}.json").read_text())
    return outcome.result.reason, author


def uncontained() -> Sandbox:
    return UNCONTAINED


CASES = [(program, sandbox) for program in PROGRAMS for sandbox in (uncontained, best_sandbox)]
CASES += [(program, sandbox_of_a_user) for program in PROGRAMS if program.words in (LIKELY, COMPUTING)]


@pytest.mark.parametrize(("program", "open_sandbox"), CASES, ids=lambda value: getattr(value, "name", None))
def test_the_cause_is_named(program: Program, open_sandbox: Callable[[], Sandbox], tmp_path: Path) -> None:
    reason, author = lose(program, tmp_path, open_sandbox())
    assert f"no answer came: {program.words}" in reason
    assert ("most likely" in reason) is (program.words == LIKELY)
    late = [line for _, line in author["stdout_after_close"]]
    assert bool(late) is (program.words == LIKELY)
    assert all(line.startswith("@0 place_settlement:") for line in late)


@pytest.mark.parametrize("name", ["unflushed", "computes", "sleeps"])
def test_a_program_that_is_stopped_between_requests_is_looked_at_while_it_runs(name: str, tmp_path: Path) -> None:
    (program,) = [program for program in PROGRAMS if program.name == name]
    reason, _ = lose(program, tmp_path, best_sandbox(), freeze=True)
    assert program.words in reason


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (
            "import sys\nprint('ready quiet')\nfor line in sys.stdin: pass",
            "most likely ready was printed but not flushed",
        ),
        ("while True: pass", COMPUTING),
        ("import time\ntime.sleep(600)", SLEEPING),
    ],
    ids=["unflushed", "computes", "sleeps"],
)
@pytest.mark.parametrize("open_sandbox", [uncontained, best_sandbox])
def test_so_is_that_of_a_missing_ready(
    body: str, words: str, open_sandbox: Callable[[], Sandbox], tmp_path: Path
) -> None:
    spec = made(Program("ready", "py", body, words), tmp_path / "bot")
    control = msgspec.structs.replace(CONTROL, start_ms=1_500)
    seats = [spec, *[bot("polite")] * 3]
    outcome = play(seats, tmp_path / "m.jsonl", sandbox=open_sandbox(), time_control=control)
    assert outcome.result.offender == 0
    assert "seat 0 did not start: no ready within 1500 ms: it w" in outcome.result.reason
    assert words in outcome.result.reason


def test_where_nothing_is_known_the_usual_mistake_is_asked_about() -> None:
    assert no_answer_because(None, has_answered=False).endswith("was it flushed after the line?")
    assert not_ready_because(None).endswith("flushed?")


@pytest.mark.parametrize("doing", Doing)
def test_every_state_has_its_words_and_only_one_is_taken_for_a_missing_flush(doing: Doing) -> None:
    assert ("most likely" in no_answer_because(doing, has_answered=False)) is (doing is Doing.READING)
    assert "most likely" not in no_answer_because(doing, has_answered=True)
    assert ("most likely" in not_ready_because(doing)) is (doing is Doing.READING)
