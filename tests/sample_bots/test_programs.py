"""Each bot as the program that it is, over real pipes, with a referee that is a loop."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

import sample_bots
from engine import COMPETITION, KATAN, STANDARD, Game, Rules
from protocol.messages import encode_event, encode_message
from sample_bots import SAMPLE_BOTS
from tests.sample_bots.in_process import match_end, match_start, request_to

ROOT = Path(sample_bots.__file__).parent.parent
NAMES = tuple(SAMPLE_BOTS)
RULE_SETS = (COMPETITION, KATAN, STANDARD.with_values({"seats": 3}))
EXIT_SECONDS = 10


class Program:
    """A running bot: lines to it, lines from it."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin
        assert process.stdout
        self.process, self.to_bot, self.from_bot = process, process.stdin, process.stdout

    def tell(self, line: bytes) -> None:
        self.to_bot.write(line)
        self.to_bot.flush()

    def hear(self) -> str:
        """The next line; one that never comes is pytest's timeout."""
        return self.from_bot.readline().decode().removesuffix("\n")

    def leave(self) -> tuple[str, int]:
        """Close its input; what it still says, and its exit status."""
        self.to_bot.close()
        return self.from_bot.read().decode(), self.process.wait(EXIT_SECONDS)


@contextmanager
def running(command: list[str], folder: Path) -> Iterator[Program]:
    """The program with the little environment that a referee gives it; killed if a test ends early."""
    with subprocess.Popen(
        command, cwd=folder, env={"PYTHONPATH": str(ROOT)}, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        try:
            yield Program(process)
        finally:
            process.kill()


def hello_again(name: str) -> str:
    """What it says when its match is over: it is ready for another, if it plays many."""
    bot = SAMPLE_BOTS[name]
    return f"ready {name} {bot.version}\n" if bot.matches == "many" else ""


def command_of(name: str) -> list[str]:
    return [sys.executable, str(SAMPLE_BOTS[name].file)]


def play_out(programs: list[Program], game: Game) -> None:
    """A match; every answer must be a legal action with its request's id in front."""
    for seat, program in enumerate(programs):
        program.tell(encode_message(match_start(game, seat, "m-1")))
    while game.to_act is not None:
        seat = game.to_act
        request = request_to(game, seat)
        programs[seat].tell(encode_message(request))
        number, _, action = programs[seat].hear().partition(" ")
        assert number == f"@{game.ply}", f"seat {seat}"
        assert game.is_legal(action), f"seat {seat}: {action}"
        for event in game.apply(action):
            for viewer, program in enumerate(programs):
                program.tell(encode_event(event.seen_by(viewer)))
    for program in programs:
        program.tell(match_end(game))


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: f"{rules.name}-{rules.seats}")
@pytest.mark.parametrize("rotation", range(len(NAMES)))
def test_a_whole_match_in_every_seat(rotation: int, rules: Rules, tmp_path: Path) -> None:
    names = [NAMES[(seat + rotation) % len(NAMES)] for seat in range(rules.seats)]
    game = Game(rules, seed=f"programs {rotation}")
    with ExitStack() as stack:
        programs = [stack.enter_context(running(command_of(name), tmp_path)) for name in names]
        for name, program in zip(names, programs, strict=True):
            assert program.hear() == f"ready {name} {SAMPLE_BOTS[name].version}"
        play_out(programs, game)
        assert [program.leave() for program in programs] == [(hello_again(name), 0) for name in names]
    assert game.result is not None


@pytest.mark.parametrize("name", [name for name in NAMES if SAMPLE_BOTS[name].matches == "one"])
def test_it_leaves_when_the_match_has_ended(name: str, tmp_path: Path) -> None:
    """At once: its input is still open."""
    game = Game(COMPETITION, seed="cancelled")
    with running(command_of(name), tmp_path) as program:
        program.hear()
        program.tell(encode_message(match_start(game, 0, "m-1")))
        game.abandon("interrupted", verdict="cancelled")
        program.tell(match_end(game))
        assert program.process.wait(EXIT_SECONDS) == 0


@pytest.mark.parametrize("name", [name for name in NAMES if SAMPLE_BOTS[name].matches == "many"])
def test_it_is_ready_for_another_when_the_match_has_ended(name: str, tmp_path: Path) -> None:
    with running(command_of(name), tmp_path) as program:
        for number in range(2):
            assert program.hear() == f"ready {name} {SAMPLE_BOTS[name].version}"
            play_out_alone(program, Game(replace(COMPETITION, roll_cap=1), seed=f"again {number}"))
        assert program.leave() == (hello_again(name), 0)


def play_out_alone(program: Program, game: Game) -> None:
    """A match in which it has seat 0 and the others take whatever is listed first."""
    program.tell(encode_message(match_start(game, 0, "m-1")))
    while game.to_act is not None:
        if game.to_act == 0:
            program.tell(encode_message(request_to(game, 0)))
            action = program.hear().partition(" ")[2]
        else:
            action = game.legal_actions()[0]
        for event in game.apply(action):
            program.tell(encode_event(event.seen_by(0)))
    program.tell(match_end(game))


@pytest.mark.parametrize("name", NAMES)
def test_it_leaves_when_the_referee_is_gone(name: str, tmp_path: Path) -> None:
    with running(command_of(name), tmp_path) as program:
        program.hear()
        program.tell(encode_message(match_start(Game(COMPETITION, seed="gone"), 0, "m-1")))
        assert program.leave() == ("", 0)


def test_random_draws_the_same_when_it_is_given_a_number(tmp_path: Path) -> None:
    def answers(number: str) -> list[str]:
        game = Game(COMPETITION, seed="same")
        with running([*command_of("random"), number], tmp_path) as program:
            program.hear()
            program.tell(encode_message(match_start(game, 0, "m-1")))
            said = []
            for _ in range(5):
                program.tell(encode_message(request_to(game, 0)))
                said.append(program.hear())
            return said

    assert answers("7") == answers("7")
    assert answers("7") != answers("8")


def test_raw_is_one_page_of_standard_library(tmp_path: Path) -> None:
    """Copied to where nothing of ours is, and run without site-packages, it comes up."""
    source = SAMPLE_BOTS["raw"].file.read_text()
    assert source.count("\n") <= 65
    imported = {
        name.partition(".")[0]
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
    }
    assert imported <= sys.stdlib_module_names
    alone = shutil.copy(SAMPLE_BOTS["raw"].file, tmp_path / "bot.py")
    with running([sys.executable, "-I", "-S", str(alone)], tmp_path) as program:
        assert program.hear() == "ready raw 1"
        assert program.leave() == ("", 0)


@pytest.mark.parametrize("name", ["random", "greedy", "trader"])
def test_the_others_import_the_client_and_each_other_only(name: str) -> None:
    tree = ast.parse(SAMPLE_BOTS[name].file.read_text())
    modules = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    ours = {module.partition(".")[0] for module in modules} - sys.stdlib_module_names
    assert ours <= {"protocol", "sample_bots"}
