"""Bots that answer at once, for tests that play many matches, and commands in the test's own process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from referee.commands.app import status_of
from tests.benchmarks.bench import UnavailableError
from tests.benchmarks.c_programs import compile_program
from tests.tournament.cups import INSTANT


class Told(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str


Ask = Callable[..., Told]


@pytest.fixture(scope="session")
def instant(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """SPECs of eight bots by name, each a program of its own seed; the same answers in every run."""
    try:
        program: Path = compile_program("fast_bot.c", tmp_path_factory.mktemp("instant"))
    except UnavailableError as error:
        pytest.skip(str(error))
    return {name: f"env {program} {number}" for number, name in enumerate(INSTANT, 1)}


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Ask:
    """``referee ARGUMENT...``, quicker than as a program of its own. No traceback and no fault of ours may show."""
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("REFEREE_SANDBOX", "none")

    def ask(*arguments: object) -> Told:
        capsys.readouterr()
        status = status_of([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        assert "fault of ours" not in err, err
        return Told(status, out, err)

    return ask
