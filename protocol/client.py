"""A bot in Python is one function from a request to an action; this module does the rest.

import random
from protocol.client import Match, Request, play

def choose(request: Request, match: Match) -> str:
    return random.choice(request.legal_actions)

if __name__ == "__main__":
    play(choose, name="my-random")
"""

import contextlib
import socket
import sys
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

import msgspec

from protocol.board import Board
from protocol.errors import UnknownTypeError
from protocol.messages import Error, Event, MatchEnd, MatchStart, Request, ResultRecord, decode_message
from protocol.public_state import PublicState

__all__ = ["Board", "Event", "Match", "MatchStart", "PublicState", "Request", "as_wire", "log", "play", "play_many"]


class Match:
    """What a bot has been told of its match so far, apart from the request at hand."""

    def __init__(self, start: MatchStart) -> None:
        self.start = start
        self.seat: int = start.seat
        """This bot's place at the table."""
        self.board: Board = start.board
        self.events: list[Event] = list(start.history)
        """Everything that has happened, oldest first, as far as this seat may know it."""
        self.end: MatchEnd | None = None

    @property
    def result(self) -> ResultRecord | None:
        """How the match ended; None while it lasts."""
        return self.end.result if self.end else None


Choose = Callable[[Request, Match], str]
Hook = Callable[[Match], None]


def log(text: str) -> None:
    """Write a line for the author to read; the referee keeps a bot's standard error with the match."""
    print(text, file=sys.stderr, flush=True)


def as_wire(part: Board | Event | PublicState) -> dict[str, Any]:
    """A part of a message as the plain object that it was on the wire, as `engine.Game.from_view` takes it."""
    plain: dict[str, Any] = msgspec.to_builtins(part)
    return plain


def play(
    choose: Choose,
    name: str,
    version: str = "",
    *,
    on_start: Hook | None = None,
    on_end: Hook | None = None,
    port: int | None = None,
) -> None:
    """Play one match over standard input and output; return when it has ended or the referee has gone.

    `choose(request, match)` returns one of `request.legal_actions`, or an action of a verb in `request.free_form`.
    It is asked again, with `request.attempt` one higher, where the match refuses rather than punishes a bad
    answer. An exception in it is not caught: the bot ends, and its author finds the traceback with the match.
    `name` and `version` are as in `docs/protocol.md`: `[A-Za-z0-9._-]{1,32}`, printable ASCII without spaces.
    With `port` it plays over a connection to a referee of this machine that waits there (`--bot wait:PORT`), and
    standard input and output stay free for a debugger; raises OSError where nobody waits.
    """
    introduction = f"{name} {version}".strip()
    if port is not None:
        connection = socket.create_connection(("127.0.0.1", port))
        with connection, connection.makefile("rb") as messages, connection.makefile("wb") as answers:
            converse(messages, answers, choose, introduction, on_start, on_end)
        return
    with _standard_streams() as (standard_input, standard_output):
        converse(standard_input, standard_output, choose, introduction, on_start, on_end)


def play_many(
    choose: Choose,
    name: str,
    version: str = "",
    *,
    on_start: Hook | None = None,
    on_end: Hook | None = None,
) -> None:
    """`play` match after match, each with a new `Match`, until the input ends: for a `bot.toml` with matches = "many".

    It plays a single match as well. `on_start` is where to forget what was remembered of the match before.
    """
    introduction = f"{name} {version}".strip()
    with _standard_streams() as (standard_input, standard_output):
        while converse(standard_input, standard_output, choose, introduction, on_start, on_end):
            pass


@contextlib.contextmanager
def _standard_streams() -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """Standard input and output for the referee alone, the output unbuffered: a reply in a buffer is time lost.

    A stray print() in an author's code would reach the referee as an answer; it goes to the log instead.
    """
    replies = open(sys.stdout.fileno(), "wb", buffering=0, closefd=False)  # noqa: SIM115
    with contextlib.redirect_stdout(sys.stderr):
        yield sys.stdin.buffer, replies


def converse(
    messages: BinaryIO,
    replies: BinaryIO,
    choose: Choose,
    introduction: str,
    on_start: Hook | None = None,
    on_end: Hook | None = None,
) -> bool:
    """`play` over any pair of streams; `introduction` is what follows `ready`. Did the match come to its end?"""
    if not _send(replies, f"ready {introduction}"):
        return False
    match: Match | None = None
    for line in messages:
        try:
            message = decode_message(line)
        except UnknownTypeError as unknown:
            log(f"skipped a message: {unknown}")
            continue
        if isinstance(message, MatchStart):
            match = Match(message)
            if on_start:
                on_start(match)
        elif isinstance(message, Error):
            log(f"referee: {message.code}: {message.message}")
        elif match is None:
            if isinstance(message, MatchEnd):
                return True  # another bot did not start, so the match was over before it began
            log(f"skipped a message before match_start: {type(message).__name__}")
        elif isinstance(message, Event):
            match.events.append(message)
        elif isinstance(message, Request):
            action = choose(message, match)
            if not isinstance(action, str) or "\n" in action:
                raise TypeError(f"choose returned {action!r}; it must return one action, a string")
            if not _send(replies, f"@{message.id} {action}"):
                return False
        else:
            match.end = message
            if on_end:
                on_end(match)
            return True
    return False


def _send(replies: BinaryIO, line: str) -> bool:
    """Write a line at once; False when the referee has gone."""
    try:
        replies.write(f"{line}\n".encode())
        replies.flush()
    except (BrokenPipeError, ConnectionResetError):
        return False
    return True
