"""What a series of matches comes to: a line for each match, and a table of the seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
from rich.table import Table
from rich.text import Text

from protocol.json_lines import encode_line
from referee.commands.match_report import outcome_object
from referee.console import Console, print_table
from referee.event_loop import run
from referee.match.series import Played
from referee.match.settings import MatchSettings
from referee.replays.render.escape import LONGEST_NAME, printable
from referee.replays.render.ranking import ending_words
from referee.replays.sign import sign
from referee.signing.keys import PrivateKey
from referee.streams import say


def run_series(
    play: Callable[[Callable[[Played], None]], Coroutine[Any, Any, int]],
    settings: MatchSettings,
    *,
    is_json: bool,
    key: PrivateKey | None,
) -> None:
    """Run a series, telling of each match as it ends; at last, or when interrupted, of all of them.

    ``play`` is given whom to tell, and returns how many matches were void. With a ``key`` each record is signed first.
    """
    tally = Tally(settings.rules.seats)

    def tell(played: Played) -> None:
        if key is not None:
            sign(played.replay, key)
        tally.add(played)
        if is_json:
            print(match_object(played, settings), flush=True)
        else:
            say(match_line(played))

    try:
        voids = run(play(tell))
    finally:
        if tally.matches and not is_json:
            print_table(tally.table())
            Console().print(Text(tally.summary()), soft_wrap=True)
    if voids:
        say(f"{_matches(voids)} void: failed by this machine, and without a result")


class Tally:
    """Wins, points, forfeits and times by seat, of the matches told so far."""

    def __init__(self, seats: int) -> None:
        self.matches = 0
        self.wall_ms = 0
        self.endings: Counter[str] = Counter()
        self._names = [""] * seats
        self._wins, self._points, self._forfeits = [0] * seats, [0] * seats, [0] * seats
        self._used_ns, self._slowest_ns = [0] * seats, [0] * seats

    def add(self, played: Played) -> None:
        """Count one more match."""
        outcome = played.outcome
        self.matches += 1
        self.wall_ms += outcome.wall_ms
        self.endings[outcome.result.verdict] += 1
        self._names = list(outcome.names)
        if outcome.result.winner is not None:
            self._wins[outcome.result.winner] += 1
        for offence in outcome.offences:
            self._forfeits[offence.seat] += 1
        for seat, points in enumerate(outcome.result.points):
            self._points[seat] += points
            self._used_ns[seat] += outcome.used_ns[seat]
            self._slowest_ns[seat] = max(self._slowest_ns[seat], outcome.slowest_ns[seat])

    def table(self) -> Table:
        """A row a seat; there must have been a match."""
        table = Table()
        for heading in (
            "seat",
            "name",
            "wins",
            "wins %",
            "points a match",
            "forfeits",
            "time a match",
            "slowest answer",
        ):
            table.add_column(heading, justify="left" if heading == "name" else "right")
        for seat, name in enumerate(self._names):
            table.add_row(
                str(seat),
                Text(printable(name, LONGEST_NAME)),
                str(self._wins[seat]),
                f"{100 * self._wins[seat] / self.matches:.1f}",
                f"{self._points[seat] / self.matches:.2f}",
                str(self._forfeits[seat]),
                f"{self._used_ns[seat] / self.matches / 1e6:.0f} ms",
                f"{self._slowest_ns[seat] / 1e6:.0f} ms",
            )
        return table

    def summary(self) -> str:
        """How many matches, how they ended, and how long one took."""
        endings = ", ".join(f"{verdict} {n}" for verdict, n in self.endings.most_common())
        return f"{_matches(self.matches)}: {endings}; {self.wall_ms / self.matches:.0f} ms a match"


def _matches(number: int) -> str:
    return "1 match" if number == 1 else f"{number} matches"


def match_line(played: Played) -> str:
    """A match in one line, for people."""
    winner = played.outcome.result.winner
    who = "nobody wins" if winner is None else f"seat {winner} wins ({printable(played.outcome.names[winner])})"
    return f"match {played.number}: {who}: {ending_words(msgspec.to_builtins(played.outcome.result))}"


def match_object(played: Played, settings: MatchSettings) -> str:
    """A match as one JSON object on a line, with the keys of ``referee match --json``."""
    line = encode_line(outcome_object(played.outcome, played.match_id, settings, played.replay))
    return line.decode().removesuffix("\n")
