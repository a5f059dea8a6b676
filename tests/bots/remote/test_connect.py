"""``python -m protocol.connect``: programs that play from afar without knowing it."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import COMPETITION
from protocol.connect.call import Address, CallError, Refused
from protocol.connect.errand import MatchGone, play_match
from protocol.messages import TimeControl
from referee.bots.remote.tokens import new_token
from referee.match.settings import MatchSettings
from tests.bots.remote.far_table import SEAT, UNHURRIED, Table
from tests.bots.remote.remote_bot import WITHIN_S, Entrance, entrance
from tests.kit.network import Network
from tests.match.commands import command, environment, start
from tests.people.test_seats import free_port

RECORDER = Path(__file__).with_name("records_what_it_hears.py")
GREEDY = Path(__file__).parents[3] / "sample_bots" / "greedy.py"
LONGER = replace(UNHURRIED, rules=replace(COMPETITION, roll_cap=40))
SHORT = ("--set", "points_to_win=3", "--set", "roll_cap=20", "--time-control", "start=20s,move=20s")


def recorder(file: Path) -> list[str]:
    return [sys.executable, "-S", "-E", str(RECORDER), str(file)]


def messages_in(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


async def play_behind(door: Entrance, port: int, folder: Path, settings: MatchSettings = UNHURRIED) -> list[str]:
    """A match with the recorder on seat 2, connected by that port; what it was told went wrong."""
    told: list[str] = []
    address = Address(f"ws://127.0.0.1:{port}/play", door.token, patience_s=WITHIN_S)
    async with asyncio.timeout(4 * WITHIN_S):
        connecting = asyncio.create_task(play_match(recorder(folder / "heard"), address, told.append))
        await door.arrived()
        outcome = await Table(door.lobby, folder / "m.jsonl", settings).outcome()
        await connecting
    assert outcome.result.verdict == "roll_cap"
    return told


def unclocked(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: value for key, value in message.items() if key != "clock"} for message in messages]


@pytest.mark.parametrize("cut_every", [9, 12, 25])
async def test_the_program_notices_nothing_of_cut_connections(tmp_path: Path, cut_every: int) -> None:
    for name in ("whole", "cut"):
        (tmp_path / name).mkdir()
    async with entrance(tmp_path) as door:
        assert await play_behind(door, door.port, tmp_path / "whole", LONGER) == []
        async with Network(door.port, cut_every=cut_every) as network:
            told = await play_behind(door, network.port, tmp_path / "cut", LONGER)
            assert network.cuts >= 3
            assert any("calling again" in words for words in told)
    whole, cut = (messages_in(tmp_path / name / "heard") for name in ("whole", "cut"))
    assert [message["type"] for message in whole].count("request") > 3
    assert unclocked(cut) == unclocked(whole)


async def test_a_connection_that_died_without_a_word_is_made_anew(tmp_path: Path) -> None:
    async with entrance(tmp_path, heartbeat_s=600) as door, Network(door.port) as network:
        address = Address(f"ws://127.0.0.1:{network.port}/play", door.token, WITHIN_S, heartbeat_s=0.2)
        connecting = asyncio.create_task(play_match(recorder(tmp_path / "heard"), address, lambda words: None))
        await door.arrived()
        network.go_dead()
        match = Table(door.lobby, tmp_path / "m.jsonl", UNHURRIED)
        assert (await match.outcome()).result.verdict == "roll_cap"
        await connecting
        network.cut()


SLEEPER = [sys.executable, "-c", "import time; print('ready it', flush=True); time.sleep(600)"]


async def test_a_match_that_is_broken_off_is_given_up(tmp_path: Path) -> None:
    async with entrance(tmp_path) as door:
        address = Address(f"ws://127.0.0.1:{door.port}/play", door.token, WITHIN_S)
        connecting = asyncio.create_task(play_match(SLEEPER, address, lambda words: None))
        await door.arrived()
        match = Table(door.lobby, tmp_path / "m.jsonl", UNHURRIED)
        await match.has_begun.wait()
        match.playing.cancel()
        async with asyncio.timeout(WITHIN_S):
            with pytest.raises(MatchGone):
                await connecting
        with pytest.raises(asyncio.CancelledError):
            await match.playing


async def test_a_match_that_ends_while_the_connection_is_lost_is_not_waited_for(tmp_path: Path) -> None:
    hurried = replace(UNHURRIED, time_control=TimeControl(20_000, 100, 0, 0))
    async with entrance(tmp_path) as door, Network(door.port) as network:
        address = Address(f"ws://127.0.0.1:{network.port}/play", door.token, WITHIN_S, heartbeat_s=1)
        connecting = asyncio.create_task(play_match(recorder(tmp_path / "heard"), address, lambda words: None))
        await door.arrived()
        match = Table(door.lobby, tmp_path / "m.jsonl", hurried)
        await match.has_moved.wait()
        network.go_dead()
        assert (await match.outcome()).result.verdict == "forfeit_timeout", "nobody knows yet that it is away"
        async with asyncio.timeout(WITHIN_S):
            with pytest.raises(MatchGone):
                await connecting
        network.cut()


@pytest.mark.parametrize("program", ["print('ready it')", "print('ready it', flush=True); input(); input()"])
async def test_a_program_that_ends_leaves_its_match(tmp_path: Path, program: str) -> None:
    async with entrance(tmp_path) as door:
        address = Address(f"ws://127.0.0.1:{door.port}/play", door.token)
        match = Table(door.lobby, tmp_path / "m.jsonl", UNHURRIED)
        with pytest.raises(
            CallError, match=r"the program (exited with status [01]|closed its output) before its match"
        ):
            await play_match([sys.executable, "-c", program], address, lambda words: None)
        outcome = await match.playing
        assert (outcome.result.offender, outcome.result.verdict[:7]) == (SEAT, "forfeit")


async def test_a_program_that_never_gets_ready_is_not_connected(tmp_path: Path) -> None:
    with pytest.raises(CallError, match="the program exited with status 0 before it said ready"):
        await play_match(["true"], Address("ws://127.0.0.1:1/play", "x"), lambda words: None)


async def test_who_is_replaced_does_not_come_back(tmp_path: Path) -> None:
    async with entrance(tmp_path) as door:
        address = Address(f"ws://127.0.0.1:{door.port}/play", door.token)
        connecting = asyncio.create_task(play_match(recorder(tmp_path / "heard"), address, lambda words: None))
        await door.arrived()
        newer = await door.bot()
        async with asyncio.timeout(WITHIN_S):
            with pytest.raises(CallError, match="4001 replaced by a newer connection"):
                await connecting
        await newer.leave()


async def test_a_token_that_counts_no_more_is_told_at_once(tmp_path: Path) -> None:
    async with entrance(tmp_path) as door:
        new_token(door.tokens, "it")
        address = Address(f"ws://127.0.0.1:{door.port}/play", door.token)
        with pytest.raises(Refused, match=r"answers 401 .*the token is unknown there"):
            await play_match(recorder(tmp_path / "heard"), address, lambda words: None)


async def test_a_referee_that_is_away_is_waited_for_so_long_and_no_longer(tmp_path: Path) -> None:
    told: list[str] = []
    with pytest.raises(CallError, match="has been away for"):
        await play_match(recorder(tmp_path / "heard"), Address("ws://127.0.0.1:1/play", "x", 0.3), told.append)
    assert len(told) == 1


# -- the commands, as programs --------------------------------------------------------------------------------


def connect(url: str, token: str, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "protocol.connect", *words[: words.index("--")], url, *words[words.index("--") :]],
        env=environment({"REFEREE_TOKEN": token}), encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def host(folder: Path, port: int, *options: str) -> subprocess.Popen[str]:
    seats = ("--bot", "remote:it", *("--bot", "random") * 3)
    arguments = ("host", *seats, *SHORT, "--listen", f"127.0.0.1:{port}", "--tokens", "tokens", "--json", *options)
    return start(arguments, folder)


def test_a_host_that_starts_again_between_matches(tmp_path: Path) -> None:
    token, port = new_token(tmp_path / "tokens", "it"), free_port()
    bot = connect(f"ws://127.0.0.1:{port}/play", token, "--matches", "2", "--", sys.executable, str(GREEDY))
    for _ in range(2):
        played, said = host(tmp_path, port, "--matches", "1").communicate(timeout=60)
        result = json.loads(played)
        assert result["verdict"] in ("victory", "roll_cap"), said
        assert (result["seats"][0]["name"], result["sandbox"]) == ("it", "none")
    _, said = bot.communicate(timeout=60)
    assert bot.returncode == 0, said
    assert "calling again" in said
    assert "Traceback" not in said
    assert len(list(tmp_path.glob("m-*.jsonl"))) == 2


def test_a_host_plays_match_after_match_until_it_is_interrupted(tmp_path: Path) -> None:
    token, port = new_token(tmp_path / "tokens", "it"), free_port()
    hosting = host(tmp_path, port)
    assert hosting.stderr is not None
    assert hosting.stdout is not None
    assert hosting.stderr.readline() == f"remote bots connect to ws://127.0.0.1:{port}/play\n"
    assert hosting.stderr.readline() == "waiting for remote:it\n"
    bot = connect(f"ws://127.0.0.1:{port}/play", token, "--forever", "--", sys.executable, str(GREEDY))
    for _ in range(3):
        assert json.loads(hosting.stdout.readline())["verdict"] in ("victory", "roll_cap")
    hosting.send_signal(signal.SIGINT)
    _, said = hosting.communicate(timeout=60)
    assert hosting.returncode == 130
    assert "Traceback" not in said
    bot.terminate()
    _, said = bot.communicate(timeout=60)
    assert (bot.returncode, "Traceback" in said) == (130, False)


def test_one_match_with_a_remote_bot(tmp_path: Path) -> None:
    token, port = new_token(tmp_path / "tokens", "it"), free_port()
    seats = ("--bot", "random", "--bot", "random", "--bot", "remote:it", "--bot", "random")
    listen = ("--listen", f"127.0.0.1:{port}", "--tokens", "tokens")
    match = start(("match", *seats, *SHORT, *listen, "--json", "--quiet"), tmp_path)
    (tmp_path / "token").write_text(f"{token}\n")
    bot = connect(
        f"ws://127.0.0.1:{port}/play", "", "--token-file", str(tmp_path / "token"), "--", sys.executable, str(GREEDY)
    )
    played, said = match.communicate(timeout=60)
    assert match.returncode == 0, said
    assert json.loads(played)["seats"][2]["name"] == "it"
    bot.communicate(timeout=60)
    assert bot.returncode == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["ws://h/play"], "no COMMAND: give the program and its arguments after --"),
        (["ws://h/play", "--"], "no COMMAND"),
        (["http://h/play", "--", "true"], "must begin with ws:// or wss://"),
        (["--matches", "0", "ws://h/play", "--", "true"], "--matches: 0: must be a whole number, 1 or more"),
        (["--patience", "nan", "ws://h/play", "--", "true"], "--patience: nan: must be a number of seconds"),
        (["--patience", "-5", "ws://h/play", "--", "true"], "--patience: -5: must be a number of seconds"),
        (["--token-file", "/nowhere", "ws://h/play", "--", "true"], "/nowhere: No such file or directory"),
        (["ws://h/play", "--", "true"], "no token: set REFEREE_TOKEN"),
    ],
)
def test_wrong_arguments_are_named(words: list[str], said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "protocol.connect", *words], env=environment({"REFEREE_TOKEN": ""}),
        capture_output=True, encoding="utf-8", timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert said in done.stderr


def test_how_the_program_ended_is_told() -> None:
    bot = connect("ws://127.0.0.1:1/play", "x", "--", "sh", "-c", "kill -SEGV $$")
    assert bot.communicate(timeout=60)[1] == "connect: the program was ended by SIGSEGV before it said ready\n"
    assert bot.returncode == 1


def test_what_the_program_has_left_behind_is_not_waited_for() -> None:
    """It holds the program's output, in a session of its own, and that is no reason for a traceback at our end."""
    bot = connect("ws://127.0.0.1:1/play", "x", "--", "sh", "-c", "setsid sleep 5 & exec true")
    said = bot.communicate(timeout=60)[1]
    assert said == "connect: the program exited with status 0 before it said ready\n"


def test_a_program_that_is_not_there_is_named() -> None:
    bot = connect("ws://127.0.0.1:1/play", "x", "--", "/nowhere/bot")
    assert bot.communicate(timeout=60)[1] == "connect: /nowhere/bot: No such file or directory\n"
    assert bot.returncode == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("host", "--bot", "random"), "no seat is for a remote bot"),
        (("host", "--bot", "remote:it"), "name the file with --tokens"),
        (("host", "--bot", "remote:it", "--tokens", "none"), "--tokens none: No such file"),
        (("host", "--bot", "remote:no", "--tokens", "tokens"), "remote:no: has no token in tokens"),
        (("host", *("--bot", "remote:it") * 2, "--tokens", "tokens"), "remote:it: is given twice"),
        (("host", "--bot", "remote:it", "--tokens", "tokens"), "1 bots for 4 seats"),
        (("host", "--bot", "remote:it", "--bot", "human", "--tokens", "tokens"), "would have to be there"),
        (("host", "--bot", "remote:it", "--tokens", "tokens", "--listen", "7777"), "must be ADDRESS:PORT"),
        (("host", "--bot", "remote:it", "--tokens", "tokens", "--heartbeat", "0"), "must be at least 0.1"),
        (("host", "--bot", "remote:it", "--tokens", "tokens", "--matches", "0"), "must be at least 1"),
        (("host", "--bot", "remote:it", "--tokens", "tokens", "--replays", "none"), "is no folder"),
        (("match", "--bot", "remote:it", *("--bot", "random") * 3, "--tokens", "tokens", "--freeze"), "--freeze"),
        (("match", "--bot", "remote:it", *("--bot", "random") * 3, "--tokens", "tokens", "--rated"), "--rated"),
        (("match", *("--bot", "random") * 4, "--tokens", "tokens"), "no seat is for a remote bot"),
        (("replay", "feed", "m.jsonl", "--seat", "1", "--bot", "remote:it"), "a remote bot plays matches only"),
        (("check", "remote:it"), "the referee must start the bot itself"),
        (("token", "a b", "--tokens", "tokens"), "a bot's name is"),
        (("token", "a", "--tokens", "none/tokens"), "--tokens none/tokens: No such file"),
    ],
)  # fmt: skip
def test_what_can_not_be_hosted_is_named(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    new_token(tmp_path / "tokens", "it")
    done = subprocess.run(
        command(*words), cwd=tmp_path, env=environment(), capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["tokens"]


@pytest.mark.parametrize(
    "call",
    [
        "from referee.cli import main; main('match --tokens tokens --bot remote:it'.split() + 3 * ['--bot', 'raw'])",
        "from protocol.connect.__main__ import main; sys.exit(main(['ws://h/play', '--', 'true']))",
    ],
)
def test_without_the_extra_it_is_said_what_to_install(tmp_path: Path, call: str) -> None:
    new_token(tmp_path / "tokens", "it")
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.modules['aiohttp'] = None; {call}"], cwd=tmp_path,
        env=environment({"REFEREE_TOKEN": "x"}), capture_output=True, encoding="utf-8", timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("aiohttp: pip install 'catan-referee[server]'\n")
    assert [path.name for path in tmp_path.iterdir()] == ["tokens"]


def test_a_token_is_printed_alone(tmp_path: Path) -> None:
    words = command("token", "it", "--tokens", "tokens")
    done = subprocess.run(words, cwd=tmp_path, env=environment(), capture_output=True, encoding="utf-8", check=True)
    assert (len(done.stdout), done.stderr) == (44, "")
    assert done.stdout.strip() not in (tmp_path / "tokens").read_text()
