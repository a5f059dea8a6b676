"""Tables made by hand, of bots that never played."""

from __future__ import annotations

from typing import Final

from referee.tournament.standings.table import Entrant, Estimate, SeatEffect, Standing, Standings

HOSTILE: Final = '<script>alert(1)</script>`|"\x1b[31m\u202e=1+1'
"""What a bot may call itself: markup, code, a cell's end, a terminal's colour, a turn of direction, a formula."""


def entrant(number: int, name: str, version: str = "1.0", team: str = "", benched: str | None = None) -> Entrant:
    return Entrant(number, name, version, team, benched)


def around(value: float, half: float) -> Estimate:
    return Estimate(value, value - half, value + half)


def standing(who: Entrant, *, rating: Estimate | None = None, above: float | None = None, seats: int = 40) -> Standing:
    quarter = seats // 4
    return Standing(
        entrant=who,
        seats=seats,
        wins=quarter,
        win_share=Estimate(0.25, 0.2, 0.31),
        places=(quarter,) * 4,
        place=around(2.5, 0.25),
        points=around(6.5, 0.5),
        forfeits=0,
        rating=rating,
        above_next=above,
    )


def table(*rows: Standing, blocks: int = 40, rated_blocks: int = 0) -> Standings:
    seats = tuple(SeatEffect(seat, 4 * blocks, blocks, Estimate(0.25, 0.2, 0.31)) for seat in range(4))
    return Standings(rows, seats, blocks, 4 * blocks, rated_blocks)


RATED: Final = table(
    standing(entrant(2, "trader"), rating=Estimate(1612.4, 1590, 1641), above=0.97),
    standing(entrant(0, "greedy"), rating=Estimate(1520, 1495, 1546), above=0.999),
    standing(entrant(1, HOSTILE, benched="<img src=x> could not be started"), rating=Estimate(1368, 1330, 1400)),
    standing(entrant(3, "a name of just thirty-two letters", "2.0-beta"), seats=0),
    rated_blocks=40,
)
"""Rated, not rated, hostile and benched."""
EMPTY: Final = Standings((), (), 0, 0, 0)
