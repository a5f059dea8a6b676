"""docs/authors.md, typed word for word in an empty folder."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.unprivileged import open_folder
from tests.match.contained import best_sandbox
from tests.test_docs import code_blocks, page

PAGE = page("docs/authors.md")
MAY_DIFFER = "referee replay feed "
"""A bot that draws at random answers otherwise, which this command tells by the status 1."""


@pytest.fixture
def folder() -> Iterator[Path]:
    with open_folder() as found:
        yield found


def typed(line: str, folder: Path) -> str:
    """What a line prints that is typed into a shell, with the running Python's commands first on the PATH."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-c", line], cwd=folder, env={**os.environ, "PATH": path}, capture_output=True, encoding="utf-8",
        timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode in ([0, 1] if line.startswith(MAY_DIFFER) else [0]), done.stdout + done.stderr
    return done.stdout


def with_functions(program: str, functions: str) -> str:
    """The program with these top-level functions in the place of its own of the same names."""
    lines = program.splitlines()
    new = {node.name: ast.unparse(node) for node in ast.parse(functions).body if isinstance(node, ast.FunctionDef)}
    old = [node for node in ast.parse(program).body if isinstance(node, ast.FunctionDef) and node.name in new]
    assert len(old) == len(new) == 2
    for node in reversed(old):
        lines[node.lineno - 1 : node.end_lineno] = new[node.name].splitlines()
    return "\n".join(lines) + "\n"


def edit_as_the_page_says(bot: Path) -> None:
    [functions] = code_blocks(PAGE, "python")
    program, manifest = bot / "bot.py", bot / "bot.toml"
    program.write_text(with_functions(program.read_text(encoding="utf-8"), functions), encoding="utf-8")
    text = manifest.read_text(encoding="utf-8")
    for wanted in re.findall(r'`((?:name|version) = "\w+")`', PAGE):
        key = wanted.partition(" ")[0]
        text, count = re.subn(rf"^{key} = .*$", wanted, text, flags=re.MULTILINE)
        assert count == 1, key
    manifest.write_text(text, encoding="utf-8")


def test_the_way_of_a_bot_in_python(folder: Path) -> None:
    begin, play, better, why, hand_in = code_blocks(PAGE, "sh")
    for block in (begin, play):
        for line in block.splitlines():
            typed(line, folder)
    edit_as_the_page_says(folder / "mybot")
    for block in (better, why):
        for line in block.splitlines():
            typed(line, folder)
    assert {"first.jsonl", "first.txt", "second.jsonl", "seat0.jsonl"} <= set(os.listdir(folder))
    best_sandbox()  # skips what is left where no rated match can be played
    typed(hand_in, folder)
    assert not list(folder.rglob("*.evidence")), "somebody forfeited"
    names = json.loads((folder / "rated.jsonl").read_text(encoding="utf-8").splitlines()[0])["seats"]
    assert (names[0]["name"], names[0]["version"]) == ("mybot", "2")


def test_the_way_of_a_bot_in_cpp(folder: Path) -> None:
    if shutil.which("c++") is None:
        pytest.skip("c++ is not installed")
    [block] = code_blocks(PAGE, "sh cpp")
    new, build, check = block.splitlines()
    assert build in typed(new, folder)
    typed(build, folder)
    typed(check, folder)


def test_the_improvement_is_one(folder: Path) -> None:
    """Its first settlement stands where the most pips are, which the starter's seldom does."""
    typed("referee new python mybot", folder)
    edit_as_the_page_says(folder / "mybot")
    board = {
        "hexes": [{"token": 2}, {"token": 8}, {"token": None}],
        "vertices": [{"hexes": [0]}, {"hexes": [0, 1]}, {"hexes": [2]}],
    }
    request = {"type": "request", "id": 7, "legal_actions": [f"place_settlement:{vertex}" for vertex in (0, 1, 2)]}
    sent = "".join(json.dumps(message) + "\n" for message in ({"type": "match_start", "board": board}, request))
    done = subprocess.run(
        [sys.executable, "bot.py"], cwd=folder / "mybot", input=sent, capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout == "ready mybot 2\n@7 place_settlement:1\n"
