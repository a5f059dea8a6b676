"""The command: its arguments, and what its errors mean to an author. Exit status 0, 1, 2 or 130; see docs/remote.md."""

import argparse
import asyncio
import math
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

_LOST, _WRONG, _INTERRUPTED = 1, 2, 130
_TOKEN = "REFEREE_TOKEN"


def main(arguments: Sequence[str] | None = None) -> int:
    """Play; the exit status."""
    options, command = _parse(sys.argv[1:] if arguments is None else arguments)
    try:
        import aiohttp  # noqa: F401  # before anything is started, and only here: no bot needs it
    except ImportError:
        _tell("playing over a network needs aiohttp: pip install 'catan-referee[server]'")
        return _WRONG
    from protocol.connect.call import CallError, Refused

    try:
        return asyncio.run(_play(options, command))
    except Refused as error:
        _tell(str(error))
        return _WRONG
    except CallError as error:
        _tell(str(error))
        return _LOST
    except OSError as error:
        _tell(f"{command[0]}: {error.strerror}")
        return _WRONG
    except (KeyboardInterrupt, asyncio.CancelledError):
        return _INTERRUPTED


async def _play(options: argparse.Namespace, command: Sequence[str]) -> int:
    from protocol.connect.call import Address
    from protocol.connect.errand import MatchGone, play_match

    task = asyncio.current_task()
    assert task is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    address = Address(options.url, options.token, None if options.forever else options.patience)
    played = 0
    while options.forever or played < options.matches:
        try:
            await play_match(command, address, _tell)
        except MatchGone:
            _tell("the match came to its end while the connection was lost")
        played += 1
    return 0


def _parse(arguments: Sequence[str]) -> tuple[argparse.Namespace, Sequence[str]]:
    parser = argparse.ArgumentParser(
        prog="python -m protocol.connect",
        usage="%(prog)s [OPTIONS] URL -- COMMAND",
        description="Let a bot that speaks over its standard streams play as a remote one. The token comes from the "
        f"environment variable {_TOKEN} or from --token-file.",
    )
    parser.add_argument("url", metavar="URL", help="the referee's, such as ws://localhost:7777/play")
    parser.add_argument("--token-file", type=Path, help="a file whose only line is the token")
    parser.add_argument("--matches", type=_at_least_1, default=1, help="how many to play to the end, one after another")
    parser.add_argument(
        "--forever", action="store_true", help="play match after match, however long the referee is away"
    )
    parser.add_argument(
        "--patience", type=_seconds, default=60.0, help="seconds that the referee may be away; default 60"
    )
    words = list(arguments)
    command = words[words.index("--") + 1 :] if "--" in words else []
    options = parser.parse_args(words[: words.index("--")] if "--" in words else words)
    if not command:
        parser.error("no COMMAND: give the program and its arguments after --")
    if not options.url.startswith(("ws://", "wss://")):
        parser.error(f"{options.url}: must begin with ws:// or wss://")
    try:
        options.token = _token(options.token_file)
    except OSError as error:
        parser.error(f"{options.token_file}: {error.strerror}")
    if not options.token.isascii() or not options.token.isprintable() or not options.token:
        parser.error(f"no token: set {_TOKEN}, or name a file that has nothing else with --token-file")
    return options, command


def _token(file: Path | None) -> str:
    """What was given, without spaces around it. A program that we start does not find it in its environment."""
    text = os.environ.pop(_TOKEN, "") if file is None else file.read_text(encoding="utf-8", errors="replace")
    return text.strip()


def _at_least_1(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text}: must be a whole number, 1 or more")
    return int(text)


def _seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number < math.inf:
        raise argparse.ArgumentTypeError(f"{text}: must be a number of seconds; without end: --forever")
    return number


def _tell(text: str) -> None:
    shown = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)
    print(f"connect: {shown}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
