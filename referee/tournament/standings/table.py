"""The table of a tournament as data: what the commands print and the pages show."""

from __future__ import annotations

from dataclasses import dataclass

LEVEL = 0.95
"""How often an interval holds the true value."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and its interval at ``LEVEL``."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who plays: its number in the tournament, from 0, and how it was entered. ``benched``: why it plays no more."""

    number: int
    name: str
    version: str
    team: str
    benched: str | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the table.

    ``seats`` counts the seats of counted matches that the entrant sat on, one a match unless it sat on several; the
    rest is per such seat. ``wins`` and ``win_share``; ``places[i]``: how often it came (i+1)-th, and ``place`` the mean
    from 1; ``points`` the mean. ``forfeits`` are its own. ``rating`` is on an Elo-like scale, the mean of all rated
    entrants 1500 before forfeits before the first roll are counted, None where it was not fitted; ``above_next`` is the
    probability that this entrant is stronger than the one in the next row.
    """

    entrant: Entrant
    seats: int
    wins: int
    win_share: Estimate
    places: tuple[int, ...]
    place: Estimate
    points: Estimate
    forfeits: int
    rating: Estimate | None
    above_next: float | None


@dataclass(frozen=True, slots=True)
class SeatEffect:
    """What a seat is worth: how often it won out of how many matches, whoever sat there."""

    seat: int
    matches: int
    wins: int
    win_share: Estimate


@dataclass(frozen=True, slots=True)
class Standings:
    """The table, the best first, of ``matches`` counted matches in ``blocks`` whole blocks.

    ``rated_blocks`` is how many blocks the ratings rest on, 0 without ratings.
    """

    rows: tuple[Standing, ...]
    seats: tuple[SeatEffect, ...]
    blocks: int
    matches: int
    rated_blocks: int
