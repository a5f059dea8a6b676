"""What is known of a match when it is over."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine import Game
from protocol.messages import ResultRecord
from referee.match.verdicts import Offence


def how_it_stood(game: Game) -> str:
    """Who was to act and who led: a match that is void is published with both."""
    points = game.public_state(None)["victory_points"]
    leaders = " and ".join(f"seat {seat}" for seat in range(game.seats) if points[seat] == max(points))
    return f"seat {game.to_act} was to act, {leaders} led with {max(points)} points"


@dataclass(frozen=True)
class Outcome:
    """A finished match: its result, the digests of its record, and what each seat spent and did wrong.

    ``seed`` is None where it is sealed. ``sandbox`` is the level at which the bots were contained. ``evidence`` is the
    folder with the files that a forfeit rests on, None where there is none. ``last_words`` is the last line of each
    seat's standard error, for its author's eyes and not on record.
    """

    result: ResultRecord
    game_digest: str
    record_digest: str
    names: tuple[str, ...]
    versions: tuple[str, ...]
    used_ns: tuple[int, ...]
    slowest_ns: tuple[int, ...]
    offences: tuple[Offence, ...]
    wall_ms: int
    seed: str | None
    sandbox: str = "none"
    evidence: Path | None = None
    last_words: tuple[str, ...] = ()
