"""What one block adds to each entrant's and each seat's figures: small enough to be kept, so that a table is quick."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from referee.tournament.results import MatchResult


class BlockScore(msgspec.Struct, frozen=True, gc=False):
    """What one entrant did in one block.

    ``seats`` counts the seats of counted matches that it sat on; ``wins``, ``points`` and ``forfeits`` are summed over
    them, and ``places[i]`` says how often it came (i+1)-th. A match forfeited before the first roll counts for its
    offenders alone: a seat, a last place, no points and a forfeit.
    """

    block: int
    entrant: int
    seats: int
    wins: int
    places: tuple[int, ...]
    points: int
    forfeits: int


class SeatScore(msgspec.Struct, frozen=True, gc=False):
    """How often one seat won in one block, whoever sat there.

    ``matches`` are those that saw a roll or ended without a forfeit: a match forfeited before the first roll says
    nothing about seats.
    """

    block: int
    seat: int
    matches: int
    wins: int


def block_scores(results: Sequence[MatchResult]) -> list[BlockScore]:
    """The score of every entrant that the matches of one block touched, by entrant number.

    The order of the matches does not matter. Raises ``ValueError`` when they are not of one block.
    """
    block = _only_block(results)
    seen: dict[int, list[tuple[int, int, bool]]] = {}
    for result in results:
        for seat, place in _places(result):
            line = (place, result.points[seat], seat in result.offenders)
            seen.setdefault(result.entrants[seat], []).append(line)
    table = max((len(result.entrants) for result in results), default=0)
    return [_score(block, entrant, table, seen[entrant]) for entrant in sorted(seen)]


def seat_scores(results: Sequence[MatchResult]) -> list[SeatScore]:
    """The score of every seat in the matches of one block, by seat.

    The order of the matches does not matter. Raises ``ValueError`` when they are not of one block.
    """
    block = _only_block(results)
    begun = [result for result in results if not result.is_before_first_roll]
    table = max((len(result.entrants) for result in begun), default=0)
    return [
        SeatScore(
            block,
            seat,
            matches=sum(seat < len(result.entrants) for result in begun),
            wins=sum(result.ranking[0] == seat for result in begun),
        )
        for seat in range(table)
    ]


def _only_block(results: Sequence[MatchResult]) -> int:
    blocks = {result.block for result in results}
    if len(blocks) != 1:
        raise ValueError(f"scores are of one block at a time, not of the blocks {sorted(blocks)}")
    return blocks.pop()


def _places(result: MatchResult) -> Iterable[tuple[int, int]]:
    """Each seat that the match counts for, and its place from 0."""
    if result.is_before_first_roll:
        return [(seat, len(result.entrants) - 1) for seat in result.offenders]
    return [(seat, place) for place, seat in enumerate(result.ranking)]


def _score(block: int, entrant: int, table: int, lines: Sequence[tuple[int, int, bool]]) -> BlockScore:
    places = [0] * table
    for place, _, _ in lines:
        places[place] += 1
    return BlockScore(
        block,
        entrant,
        seats=len(lines),
        wins=places[0],
        places=tuple(places),
        points=sum(points for _, points, _ in lines),
        forfeits=sum(is_offender for _, _, is_offender in lines),
    )
