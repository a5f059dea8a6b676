"""Who sits where when two bots are compared: so that nothing but their play can tell them apart.

If NEW and OLD were the same program, exchanging them would change nothing. The seat orders of a block hold that fast:
exchange NEW and OLD in all of them and the same orders come out, under the same seed. So the score of a block (see
``comparison.score``) is then as likely to be x as -x, whatever the seats, the island and the company are worth: its
mean is 0. Rotations alone would not do: NEW would sit right before OLD in every match, and that may be worth something.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from referee.tournament.schedule.orders import SeatOrder

NEW: Final = 0
OLD: Final = 1
"""Entrant numbers of the two that are compared; the field's are 2 and up."""

_COPIES: Final = (NEW, NEW, OLD, OLD)


def lineup(block_number: int, field_size: int, seats: int) -> tuple[int, ...]:
    """Who plays a block, by entrant number; blocks count from 0.

    Without a field two copies of NEW and two of OLD, of which a table of three has room for three in any one match.
    With a field NEW, OLD and who else there is room for. The company comes round: of a field of n each bot was there
    equally often after every n blocks; at a table of four every two were there, in both orders, after n * (n - 1). A
    field of one bot fills the table with copies of it.

    Raises ``ValueError`` for tables of other sizes.
    """
    if seats not in (3, 4):
        raise ValueError(f"tables have three or four seats, not {seats}")
    if field_size == 0:
        return _COPIES
    first = block_number % field_size
    if seats == 3:
        return (NEW, OLD, 2 + first)
    # Round by round the second comes from one place further on: never the first itself, unless it is alone.
    step = 1 + block_number // field_size % (field_size - 1) if field_size > 1 else 0
    return (NEW, OLD, 2 + first, 2 + (first + step) % field_size)


def orders(field_size: int, seats: int) -> tuple[SeatOrder, ...]:
    """The seat orders of every block: ``order[seat]`` is the place of the line-up that sits there.

    Without a field the six ways in which the two programs can share a table of four two and two, or a table of three
    two and one. With a field every rotation of the line-up, and every rotation with NEW and OLD exchanged: all six
    orders of three, eight of the 24 of four.

    Raises ``ValueError`` for tables of other sizes.
    """
    if seats not in (3, 4):
        raise ValueError(f"tables have three or four seats, not {seats}")
    if field_size == 0:
        return _shared(seats)
    straight = tuple(range(seats))
    exchanged = (1, 0, *straight[2:])
    return tuple(
        tuple(places[(seat + turned) % seats] for seat in range(seats))
        for turned in range(seats)
        for places in (straight, exchanged)
    )


def _shared(seats: int) -> tuple[SeatOrder, ...]:
    """Every choice of seats for NEW that leaves it, and OLD, one or two."""
    sizes = sorted({seats - 2, 2})
    return tuple(_with_new_on(chosen, seats) for size in sizes for chosen in combinations(range(seats), size))


def _with_new_on(chosen: tuple[int, ...], seats: int) -> SeatOrder:
    of_new, of_old = iter((0, 1)), iter((2, 3))
    return tuple(next(of_new) if seat in chosen else next(of_old) for seat in range(seats))
