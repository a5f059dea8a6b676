"""The client for Python authors: in memory for what it does, through real pipes for how it does it."""

import io
import subprocess
import sys
from pathlib import Path

import pytest

from protocol.client import Match, Request, converse
from protocol.errors import ProtocolError

ROOT = Path(__file__).parent.parent.parent

BOT = """
from protocol.client import log, play

def choose(request, match):
    print("an author's debugging", request.id)
    log(f"{len(match.events)} events")
    return request.legal_actions[0]

play(choose, "tester", "0.1", on_end=lambda match: log(match.result.verdict))
"""


def of_type(lines: list[bytes], *types: str) -> list[bytes]:
    """The first golden line of each type, in this order."""
    return [next(line for line in lines if line.startswith(f'{{"type":"{kind}"'.encode())) for kind in types]


def first(request: Request, match: Match) -> str:
    return request.legal_actions[0]


def replies_to(messages: list[bytes], **hooks: object) -> list[bytes]:
    replies = io.BytesIO()
    converse(io.BytesIO(b"".join(messages)), replies, first, "a", **hooks)  # type: ignore[arg-type]
    return replies.getvalue().splitlines()


def test_it_says_ready_and_addresses_its_answers(golden_messages: list[bytes]) -> None:
    messages = of_type(golden_messages, "match_start", "event", "request", "match_end")
    assert replies_to(messages) == [b"ready a", b"@41 accept_trade"]


def test_it_keeps_what_it_was_told(golden_messages: list[bytes]) -> None:
    seen: list[tuple[str, int, int]] = []
    ended: list[Match] = []
    messages = of_type(golden_messages, "match_start", "event", "request", "match_end")
    replies_to(
        messages,
        on_start=lambda match: seen.append(("start", match.seat, len(match.events))),
        on_end=ended.append,
    )
    assert seen == [("start", 1, 1)]
    [match] = ended
    assert match.board is match.start.board
    assert [event.action for event in match.events] == ["place_settlement:7", "place_settlement:30"]
    assert match.result
    assert match.result.winner == 2


def test_nothing_is_read_after_the_end(golden_messages: list[bytes]) -> None:
    messages = of_type(golden_messages, "match_start", "match_end", "request")
    assert replies_to(messages) == [b"ready a"]


def test_match_after_match_it_is_ready_anew_until_the_input_ends(golden_messages: list[bytes], tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(
        BOT.replace("import log, play", "import log, play_many").replace("\nplay(", "\nplay_many(")
    )
    one = b"".join(of_type(golden_messages, "match_start", "event", "request", "match_end"))
    command = [sys.executable, str(tmp_path / "bot.py")]
    done = subprocess.run(
        command, input=one * 2, capture_output=True, timeout=60, check=True, env={"PYTHONPATH": str(ROOT)}
    )
    assert done.stdout.splitlines() == [b"ready tester 0.1", b"@41 accept_trade"] * 2 + [b"ready tester 0.1"]
    assert done.stderr.splitlines()[1::3] == [b"2 events"] * 2, "each match has events of its own"


def test_it_tells_whether_the_match_came_to_its_end(golden_messages: list[bytes]) -> None:
    messages = of_type(golden_messages, "match_start", "request", "match_end")
    assert converse(io.BytesIO(b"".join(messages)), io.BytesIO(), first, "a")
    assert not converse(io.BytesIO(b"".join(messages[:-1])), io.BytesIO(), first, "a")


def test_a_match_that_another_bot_kept_from_beginning_has_come_to_its_end(golden_messages: list[bytes]) -> None:
    """Its bot would not say ``ready`` again otherwise, and forfeit the match after."""
    assert converse(io.BytesIO(of_type(golden_messages, "match_end")[0]), io.BytesIO(), first, "a")


def test_the_referee_going_away_is_no_error(golden_messages: list[bytes]) -> None:
    assert replies_to([]) == [b"ready a"]
    assert replies_to(of_type(golden_messages, "match_start")) == [b"ready a"]


def test_errors_and_unknown_messages_are_logged_and_skipped(
    golden_messages: list[bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    start, error, request = of_type(golden_messages, "match_start", "error", "request")
    assert replies_to([start, b'{"type":"weather"}\n', error, request]) == [b"ready a", b"@41 accept_trade"]
    logged = capsys.readouterr().err
    assert "skipped a message: unknown type 'weather'" in logged
    assert "referee: illegal: accept_trade: you hold no wood" in logged


def test_a_broken_message_is_not_hidden() -> None:
    with pytest.raises(ProtocolError, match=r"\$\.ply"):
        replies_to([b'{"type":"event","ply":"x","seat":0,"action":"roll"}\n'])


def test_through_pipes(golden_messages: list[bytes], tmp_path: Path) -> None:
    start, event, request, end = of_type(golden_messages, "match_start", "event", "request", "match_end")
    (tmp_path / "bot.py").write_text(BOT)
    with subprocess.Popen(
        [sys.executable, str(tmp_path / "bot.py")],
        env={"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as bot:
        assert bot.stdin
        assert bot.stdout
        assert bot.stderr
        assert bot.stdout.readline() == b"ready tester 0.1\n"
        for number in range(2):
            bot.stdin.write((start if number == 0 else b"") + event + request)
            bot.stdin.flush()
            assert bot.stdout.readline() == b"@41 accept_trade\n"
        bot.stdin.write(end)
        bot.stdin.close()
        assert bot.stdout.read() == b""
        logged = bot.stderr.read().decode().splitlines()
    assert bot.returncode == 0
    said = "an author's debugging 41"
    assert logged == [said, "2 events", said, "3 events", "victory"]


def test_a_referee_that_reads_no_more_ends_the_bot_quietly(golden_messages: list[bytes], tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(BOT)
    with subprocess.Popen(
        [sys.executable, str(tmp_path / "bot.py")],
        env={"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as bot:
        assert bot.stdout
        assert bot.stdin
        assert bot.stderr
        assert bot.stdout.readline() == b"ready tester 0.1\n"
        bot.stdout.close()
        bot.stdin.write(b"".join(of_type(golden_messages, "match_start", "request")))
        bot.stdin.close()
        assert b"Traceback" not in bot.stderr.read()
    assert bot.returncode == 0


@pytest.mark.parametrize("nonsense", [None, ["roll"], "roll\nend_turn"])
def test_what_is_no_action_is_the_authors_to_see(golden_messages: list[bytes], nonsense: object) -> None:
    messages = io.BytesIO(b"".join(of_type(golden_messages, "match_start", "request")))
    with pytest.raises(TypeError, match="must return one action"):
        converse(messages, io.BytesIO(), lambda _request, _match: nonsense, "a")  # type: ignore[arg-type,return-value]


def test_a_broken_pipe_of_the_bots_own_is_not_hidden(golden_messages: list[bytes]) -> None:
    def choose(_request: Request, _match: Match) -> str:
        raise BrokenPipeError("a helper of the bot has ended")

    messages = io.BytesIO(b"".join(of_type(golden_messages, "match_start", "request")))
    with pytest.raises(BrokenPipeError, match="helper"):
        converse(messages, io.BytesIO(), choose, "a")
