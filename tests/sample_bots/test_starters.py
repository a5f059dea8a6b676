"""The starters as an author gets them: copied by ``referee new``, built as their bot.toml says, played contained."""

from __future__ import annotations

import shutil
import subprocess
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from engine import COMPETITION, PRESETS, Game
from protocol.manifest import BotManifest, load_manifest
from protocol.messages import Error, TimeControl, encode_message
from protocol.replay_records import Ply
from referee.bots.sandbox.choice import Wanted, open_sandbox
from referee.bots.spec import BotSpec, parse_spec
from referee.commands.app import status_of
from referee.commands.new import missing_tools
from referee.event_loop import run
from referee.match.settings import MatchSettings
from referee.match.start import play_match
from referee.replays.reader import read_replay
from referee.replays.verify import verify
from sample_bots.starters import STARTERS
from tests.kit.points import vertices
from tests.kit.positions import cost, study_position
from tests.sample_bots.in_process import match_end, match_start, request_to

ROOT = Path(__file__).parents[2]
EXIT_SECONDS = 30
PATIENT = TimeControl(start_ms=30_000, move_ms=5_000, reserve_ms=30_000, increment_ms=0)
"""For a busy machine."""
PASSED_OVER = b'{"type":"of_another_year","id":9,"legal_actions":["roll"]}\n'
ROAD = ("0,0:N", "0,0:NE", "0,0:SE")  # from a settlement to the next vertex that the distance rule leaves


@dataclass(frozen=True)
class Built:
    """A starter in a folder of its own, ready to run."""

    spec: BotSpec
    manifest: BotManifest


@pytest.fixture(scope="module", params=STARTERS)
def starter(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Built:
    manifest = load_manifest(STARTERS[request.param])
    missing = missing_tools(manifest)
    if missing:
        pytest.skip(f"not on the PATH: {', '.join(missing)}")
    folder = tmp_path_factory.mktemp("starter") / "mybot"
    assert status_of(["new", request.param, str(folder)]) == 0
    for command in manifest.build:
        built = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
        assert (built.returncode, built.stdout, built.stderr) == (0, "", "")
    spec = parse_spec(str(folder))
    assert isinstance(spec, BotSpec)
    return Built(spec, manifest)


# -- matches --------------------------------------------------------------------------------------------------


def actions_of(spec: BotSpec, rules_name: str, replay: Path) -> list[str]:
    """What the starter did on two seats of a whole match, as contained as can be here; the record is verified."""
    settings = MatchSettings(rules=PRESETS[rules_name], time_control=PATIENT, freeze=True)
    random = parse_spec("random")
    outcome = run(
        play_match(
            settings, [spec, random, spec, random], replay, match_id="m-STARTER", sandbox=run(open_sandbox(Wanted()))
        )
    )
    assert outcome.result.verdict in ("victory", "roll_cap"), (outcome.result.reason, outcome.last_words)
    assert outcome.offences == ()
    assert outcome.names[::2] == (spec.name, spec.name)
    assert verify(replay).status == "ok"
    return [record.action for record in plies(replay) if record.seat in (0, 2)]


def plies(replay: Path) -> list[Ply]:
    return [record for _, record in read_replay(replay).moves() if isinstance(record, Ply)]


@pytest.mark.parametrize("rules_name", PRESETS)
def test_it_plays_a_whole_match(starter: Built, rules_name: str, tmp_path: Path) -> None:
    assert rules_name in starter.manifest.rules
    verbs = {action.partition(":")[0] for action in actions_of(starter.spec, rules_name, tmp_path / "m.jsonl")}
    assert {"place_settlement", "roll", "build_road", "end_turn"} <= verbs
    assert "offer_trade" not in verbs


# -- line by line ---------------------------------------------------------------------------------------------


def main_phase(hand: dict[str, int]) -> Game:
    position: dict[str, Any] = {"settlements": {0: [ROAD[0]]}, "roads": {0: [ROAD]}, "hands": {0: hand}}
    return Game.from_position(study_position(**position))


QUESTIONS = (
    (main_phase(cost("city", "settlement", "road")), f"build_city:{vertices([ROAD[0]])[0]}"),
    (main_phase(cost("settlement")), f"build_settlement:{vertices([ROAD[2]])[0]}"),
    (main_phase({"sheep": 1}), "end_turn"),
)
"""A position and the only right answer in it, for a bot that builds if it can and offers nothing."""


def talk(spec: BotSpec, lines: bytes, *, is_left_open: bool = False) -> tuple[list[str], str]:
    """The bot's lines and its standard error, once it has ended as it should; its input may stay open."""
    with subprocess.Popen(
        spec.command, cwd=spec.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        try:
            process.stdin.write(lines)
            process.stdin.flush()
            if not is_left_open:
                process.stdin.close()
            assert process.wait(EXIT_SECONDS) == 0
        finally:
            process.kill()
        return process.stdout.read().decode("ascii").splitlines(), process.stderr.read().decode("ascii")


def test_it_answers_what_it_is_asked_and_leaves_at_the_end(starter: Built) -> None:
    game = Game(COMPETITION, seed="cancelled")
    game.abandon("interrupted", verdict="cancelled")
    asked = b"".join(PASSED_OVER + encode_message(request_to(game, 0)) for game, _ in QUESTIONS)
    error = encode_message(Error("illegal", 41, 'no "such" action'))
    said, errors = talk(
        starter.spec,
        encode_message(match_start(game, 0, "m-1")) + asked + error + match_end(game) + asked,
        is_left_open=True,
    )
    assert said[0] == f"ready {starter.manifest.name} {starter.manifest.version}"
    assert said[1:] == [f"@{game.ply} {answer}" for game, answer in QUESTIONS]
    assert "such" in errors


def test_it_leaves_when_its_input_ends(starter: Built) -> None:
    start = encode_message(match_start(Game(COMPETITION, seed="gone"), 0, "m-1"))
    ready = f"ready {starter.manifest.name} {starter.manifest.version}"
    assert talk(starter.spec, start) == ([ready], "")


# -- referee new ----------------------------------------------------------------------------------------------


def test_new_says_what_to_do_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(shutil, "which", lambda tool: None)
    assert status_of(["new", "c", "my bot"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[:2] == ["my bot/bot.c", "my bot/bot.toml"]
    assert "    (cd './my bot' && cc -O2 -o bot bot.c)" in said
    assert "    referee match --bot './my bot' --bot random --bot random --bot random" in said
    assert said[-1] == "Not on the PATH, so to be installed first: cc"


def test_new_overwrites_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bot.toml").write_text("mine")
    assert status_of(["new", "python", str(tmp_path)]) == 2
    assert "is there already; name a folder that is not" in capsys.readouterr().err
    assert [file.read_text() for file in tmp_path.iterdir()] == ["mine"]


@pytest.mark.parametrize(
    ("language", "folder", "advice"),
    [("cobol", "mybot", ", ".join(STARTERS)), ("python", "no/mybot", "there is no folder")],
)
def test_new_says_what_would_be_right(
    language: str, folder: str, advice: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status_of(["new", language, str(tmp_path / folder)]) == 2
    assert advice in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


# -- their files ----------------------------------------------------------------------------------------------


def test_a_starter_is_one_file_and_its_manifest() -> None:
    folders = {path for path in (ROOT / "sample_bots" / "starters").iterdir() if (path / "bot.toml").exists()}
    assert set(STARTERS.values()) == folders
    for language, folder in STARTERS.items():
        names = sorted(path.name.lower() for path in folder.iterdir() if path.is_file())
        assert len(names) == 2, language
        assert {name.partition(".")[0] for name in names} == {"bot"}, language


def test_the_starters_are_installed() -> None:
    """Setuptools takes what is no Python along where it is told to."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    [pattern] = project["tool"]["setuptools"]["package-data"]["sample_bots.starters"]
    root = ROOT / "sample_bots" / "starters"
    files = {path for folder in STARTERS.values() for path in folder.iterdir() if path.is_file()}
    assert set(root.glob(pattern)) == files


@pytest.mark.parametrize("language", ["javascript", "cpp"])
def test_continuous_integration_has_what_it_takes(language: str) -> None:
    """Elsewhere a starter whose tools are missing is skipped. Python is there, or nothing would run."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    manifest = load_manifest(STARTERS[language])
    tools = {command[0] for command in [*manifest.build, manifest.command]} - {"./bot"}
    assert [tool for tool in tools if f"command -v {tool} " not in script] == []
