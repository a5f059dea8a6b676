"""``referee replay stats``: what recorded matches come to in numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from protocol.json_lines import encode_line
from referee.commands.arguments import FLAG, UsageError
from referee.commands.replay_argument import replays_among
from referee.commands.stats_report import all_object, print_stats
from referee.exit_status import FINE, NEGATIVE
from referee.replays.playable import UnplayableError, read_with_seed
from referee.replays.reader import ReplayError
from referee.replays.render.escape import printable
from referee.replays.stats import MatchStats, stats_of
from referee.streams import say


def stats(
    files: Annotated[list[Path], Parameter(name="FILE", negative="")],
    /,
    *,
    json: Annotated[bool, FLAG] = False,
) -> int:
    """Count what recorded matches come to: by bot answer times, dice, production, trades, thefts, cards and points.

    Each is played again on the way. One that differs, or whose seed is not known, is left out and named, and the exit
    status is 1 then. One that was interrupted is counted as far as it goes.

    Parameters
    ----------
    files
        Replays, gzipped or not, their seeds revealed or beside them, and folders: of those every .jsonl and .jsonl.gz,
        below them too.
    json
        Print it as one JSON object, with the numbers of each match as well.
    """
    unread: list[str] = []
    replays = replays_among(files, unread)
    if unread:
        raise UsageError("\n".join(unread))
    counted: list[tuple[Path, MatchStats]] = []
    left_out: list[tuple[Path, str]] = []
    for path in replays:
        try:
            counted.append((path, stats_of(*read_with_seed(path))))
        except (UnplayableError, ReplayError) as error:
            left_out.append((path, str(error)))
        except OSError as error:
            raise UsageError(f"{path}: {error.strerror or error}") from None
    for path, why in left_out:
        say(printable(f"left out {path}: {why}", 4000))
    if json:
        print(encode_line(all_object(counted, left_out)).decode(), end="")
    else:
        print_stats(counted)
    return NEGATIVE if left_out else FINE
