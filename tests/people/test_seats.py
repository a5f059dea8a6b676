"""Whole matches with a person on a seat, and with a bot that its author starts: the real command."""

from __future__ import annotations

import contextlib
import json
import shlex
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from referee.replays.verify import verify
from tests.match.commands import command, environment

SHORT = ("--set", "points_to_win=3", "--set", "roll_cap=20", "--seed", "people")
BOTS = ("--bot", "random", "--bot", "random", "--bot", "random")


def play_at_terminal(typed: str, cwd: Path, *options: str) -> subprocess.CompletedProcess[str]:
    arguments = ("match", "--bot", "human", *BOTS, *SHORT, *options)
    return subprocess.run(
        command(*arguments), cwd=cwd, env=environment(), input=typed, capture_output=True, encoding="utf-8",
        timeout=120, check=False,
    )  # fmt: skip


def test_a_person_plays_a_match_by_numbers(tmp_path: Path) -> None:
    done = play_at_terminal("?\nboard\nnonsense\n99\n" + "1\n" * 300, tmp_path, "--replay", "m.jsonl")
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert "You are seat 0" in done.stderr
    assert "Ctrl-C breaks the match off for all." in done.stderr
    assert "there are choices 1 to" in done.stderr
    assert "'nonsense' is none of the choices" in done.stderr
    assert "seat 0, your choice" not in done.stdout
    lines = [json.loads(line) for line in (tmp_path / "m.jsonl").read_text().splitlines()]
    assert lines[0]["match"]["on_illegal"] == "refuse"
    assert lines[0]["time_control"] is None
    assert lines[0]["seats"][0]["name"] == "human"
    assert lines[-1]["result"]["verdict"] in ("victory", "roll_cap")


def test_what_is_typed_wrongly_in_full_is_refused_with_the_reason(tmp_path: Path) -> None:
    """Under bundles an offer is typed in full, and only the referee can judge it."""
    typed = "1\n" * 4 + ("1\noffer_trade:0:wood:ore\n" + "1\n") * 200
    done = play_at_terminal(typed, tmp_path, "--rules", "katan", "--replay", "m.jsonl")
    assert done.returncode == 0, done.stderr
    assert "! seat 0 answered offer_trade:0:wood:ore: an offer goes to another seat" in done.stderr
    assert '"outcome":"refused"' in (tmp_path / "m.jsonl").read_text()


def test_a_person_who_leaves_forfeits(tmp_path: Path) -> None:
    done = play_at_terminal("1\n1\n", tmp_path, "--json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert (result["verdict"], result["offender"]) == ("forfeit_disconnect", 0)
    assert result["reason"] == "seat 0 left the table during the match; a seat is to be kept until the match is over"


@pytest.mark.parametrize("standard_error", ["2> >(head -c 300 >/dev/null)", "2>/dev/full"])
def test_a_person_who_can_be_shown_nothing_has_left(tmp_path: Path, standard_error: str) -> None:
    arguments = ("match", "--bot", "human", *BOTS, *SHORT, "--json")
    line = f"(yes 1 | head -300; sleep 1) | {shlex.join(command(*arguments))} {standard_error}"
    done = subprocess.run(
        ["bash", "-c", line], cwd=tmp_path, env=environment(), capture_output=True, encoding="utf-8", timeout=60,
        check=False,
    )  # fmt: skip
    assert json.loads(done.stdout)["verdict"] == "forfeit_disconnect"


def test_a_number_of_thousands_of_digits_is_a_slip_like_any_other(tmp_path: Path) -> None:
    done = play_at_terminal("1" * 5000 + "\n" + "1\n" * 300, tmp_path, "--json")
    assert json.loads(done.stdout)["verdict"] in ("victory", "roll_cap")
    assert "there are choices 1 to" in done.stderr


def test_two_people_share_a_terminal(tmp_path: Path) -> None:
    arguments = ("match", *("--bot", "human") * 2, *BOTS[:4], *SHORT, "--json")
    done = subprocess.run(
        command(*arguments), cwd=tmp_path, env=environment(), input="1\n" * 600, capture_output=True,
        encoding="utf-8", timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "seat 1, your choice" in done.stderr
    assert json.loads(done.stdout)["verdict"] in ("victory", "roll_cap")


WAITED_FOR = """
import sys, time
from protocol.client import play
while True:
    try:
        play(lambda request, match: request.legal_actions[0], "debugged", "1", port=int(sys.argv[1]))
        break
    except ConnectionRefusedError:
        time.sleep(0.05)
print("standard output is free")
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def test_a_bot_that_its_author_starts(tmp_path: Path) -> None:
    port = free_port()
    bot = subprocess.Popen(
        [sys.executable, "-c", WAITED_FOR, str(port)], env=environment(), stdout=subprocess.PIPE, encoding="utf-8"
    )
    arguments = ("match", "--bot", f"wait:{port}", *BOTS, *SHORT, "--json", "--replay", "m.jsonl")
    done = subprocess.run(
        command(*arguments), cwd=tmp_path, env=environment(), capture_output=True, encoding="utf-8", timeout=120,
        check=False,
    )  # fmt: skip
    said, _ = bot.communicate(timeout=30)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["seats"][0]["name"] == "debugged"
    assert result["verdict"] in ("victory", "roll_cap")
    assert (bot.returncode, said) == (0, "standard output is free\n")


def test_who_only_looks_whether_the_port_is_open_does_not_take_the_seat(tmp_path: Path) -> None:
    port = free_port()
    arguments = ("match", "--bot", f"wait:{port}", *BOTS, *SHORT, "--json")
    match = subprocess.Popen(
        command(*arguments), cwd=tmp_path, env=environment(), encoding="utf-8", stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )  # fmt: skip
    assert match.stderr is not None
    assert match.stderr.readline() == f"seat 0 waits for a bot on port {port} of this machine\n"
    for _ in range(2):
        connect(port).close()
    subprocess.run([sys.executable, "-c", WAITED_FOR, str(port)], env=environment(), check=True, timeout=60)
    out, _ = match.communicate(timeout=60)
    assert json.loads(out)["seats"][0]["name"] == "debugged"


def test_a_connection_that_is_lost_is_no_crash(tmp_path: Path) -> None:
    port = free_port()
    arguments = ("match", "--bot", f"wait:{port}", *BOTS, *SHORT, "--json", "--replay", "m.jsonl")
    match = subprocess.Popen(
        command(*arguments), cwd=tmp_path, env=environment(), encoding="utf-8", stdout=subprocess.PIPE
    )
    with connect(port) as connection:
        connection.sendall(b"ready flaky\n")
        connection.recv(64)
    out, _ = match.communicate(timeout=60)
    result = json.loads(out)
    assert (result["verdict"], result["offender"]) == ("forfeit_disconnect", 0)
    assert result["reason"].startswith("seat 0 closed the connection during the match; a seat is to be kept")
    assert verify(tmp_path / "m.jsonl").status == "ok"


def connect(port: int) -> socket.socket:
    """A connection to the port, as soon as somebody listens there."""
    for _ in range(200):
        with contextlib.suppress(ConnectionRefusedError):
            return socket.create_connection(("127.0.0.1", port))
        time.sleep(0.05)  # there is no event for a port that opens
    raise AssertionError(f"nobody listens on port {port}")


def test_two_seats_cannot_wait_on_one_port(tmp_path: Path) -> None:
    port = free_port()
    arguments = ("match", *("--bot", f"wait:{port}") * 2, *BOTS[:4], *SHORT)
    done = subprocess.run(
        command(*arguments), cwd=tmp_path, env=environment(), capture_output=True, encoding="utf-8", timeout=60,
        check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (
        2, f"referee: wait:{port}: is given twice; each seat waits on a port of its own\n"
    )  # fmt: skip


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        arguments = ("match", "--bot", f"wait:{port}", *BOTS, *SHORT)
        done = subprocess.run(
            command(*arguments), cwd=tmp_path, env=environment(), capture_output=True, encoding="utf-8", timeout=60,
            check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == f"referee: wait:{port}: Address already in use; name another port\n"
    assert list(tmp_path.iterdir()) == []
