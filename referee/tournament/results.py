"""A finished match as standings count it, whoever played it and wherever its replay lies."""

from __future__ import annotations

import msgspec

Table = tuple[tuple[int, ...], ...]
"""Row by seat, column by seat."""


class Dealings(msgspec.Struct, frozen=True):
    """Dealings between each pair of seats of one match, as ``referee.replays.tallies.dealings`` counts them.

    ``stolen[a][b]``: cards that a took from b with the robber; ``monopolised[a][b]`` by monopoly; ``given[a][b]``:
    cards that a gave b in trades; ``trades[a][b]``: trades on an offer of a, closed with b; ``offers[a][b]``: offers
    of a to b alone.
    """

    stolen: Table
    monopolised: Table
    given: Table
    trades: Table
    offers: Table


class MatchResult(msgspec.Struct, frozen=True, kw_only=True):
    """How one match of a whole block ended; void matches are none.

    ``block`` is the number of its block in the tournament. ``entrants`` says who sat where, by entrant number in seat
    order; an entrant may sit on several seats. ``ranking`` has the seats, the best first, rulings applied; ``points``
    are by seat, an offender's 0. ``offenders`` are the seats that forfeited. ``luck`` is by seat: cards that the dice
    called for less those to be expected of them (``referee.replays.tallies.production``).
    """

    match_id: str
    block: int
    entrants: tuple[int, ...]
    verdict: str
    ranking: tuple[int, ...]
    points: tuple[int, ...]
    offenders: tuple[int, ...]
    rolls: int
    plies: int
    luck: tuple[float, ...]
    dealings: Dealings | None = None

    @property
    def is_before_first_roll(self) -> bool:
        """Forfeited before the first roll: the others are not rated by it, so that nobody can crown a friend."""
        return bool(self.offenders) and self.rolls == 0
