"""Points, awards and the end of a match."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from engine.awards import ARMY_AT_LEAST, ROAD_AT_LEAST, next_holder
from engine.resources import VICTORY_POINT

if TYPE_CHECKING:
    from engine.events import Event
    from engine.game import Game


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended. ``ranking`` lists the seats from first to last, ``points`` count hidden cards.

    ``verdict`` is the typed reason (``victory``, ``roll_cap``, ``forfeit_illegal``, ...), ``reason`` the same in
    words; ``offender`` is the lowest seat at fault, whose points are not credited. ``winner`` is None when
    every seat is at fault or the match does not count. ``rolls`` and ``plies`` count what happened.
    """

    verdict: str
    offender: int | None
    reason: str
    winner: int | None
    ranking: tuple[int, ...]
    points: tuple[int, ...]
    resource_cards: tuple[int, ...]
    rolls: int
    plies: int

    def as_dict(self) -> dict[str, Any]:
        """The result as on the wire."""
        return {key: list(v) if isinstance(v, tuple) else v for key, v in asdict(self).items()}


def public_points(game: Game) -> list[int]:
    """Points that everybody sees: buildings and awards, per seat."""
    points = [
        settlements.bit_count() + 2 * cities.bit_count()
        for settlements, cities in zip(game.settlements, game.cities, strict=True)
    ]
    return [n + award_points(game, seat) for seat, n in enumerate(points)]


def award_points(game: Game, seat: int) -> int:
    """What the awards that the seat holds are worth."""
    road = game.rules.road_award_points if seat == game.road_holder else 0
    return road + (game.rules.army_award_points if seat == game.army_holder else 0)


def count_totals(game: Game) -> None:
    """Count points with victory-point cards in hand, per seat, and whether they are enough for anybody."""
    game.totals = [points + game.dev_hands[5 * seat + VICTORY_POINT] for seat, points in enumerate(game.points)]
    game.target_is_reached = max(game.totals) >= game.rules.points_to_win


def rescore(game: Game, event: Event) -> None:
    """Give the awards anew and count points anew, and note in the event what changed."""
    road_holder, army_holder, points = game.road_holder, game.army_holder, game.points
    on_tie = game.rules.award_on_tied_overtake
    game.road_holder = next_holder(road_holder, game.road_lengths, ROAD_AT_LEAST, on_tie)
    game.army_holder = next_holder(army_holder, game.knights_played, ARMY_AT_LEAST, on_tie)
    game.points = public_points(game)
    count_totals(game)
    if game.points != points:
        event.details["points"] = tuple(game.points)
    if game.road_holder != road_holder:
        event.details["longest_road_holder"] = game.road_holder
    if game.army_holder != army_holder:
        event.details["largest_army_holder"] = game.army_holder


def rescore_road(game: Game, event: Event) -> None:
    """The same after a road, which changes points only when the award for the longest moves."""
    on_tie = game.rules.award_on_tied_overtake
    if next_holder(game.road_holder, game.road_lengths, ROAD_AT_LEAST, on_tie) != game.road_holder:
        rescore(game, event)


def finish(game: Game, reason: str, verdict: str, plies: int, *, winner: int | None = None) -> None:
    """End the match: the winner (if one has won outright) first, the others by points, cards, lowest seat."""
    ranking = sorted(range(game.seats), key=lambda seat: (seat != winner, *_standing(game, seat)))
    _end(game, Result(verdict, None, reason, ranking[0], tuple(ranking), tuple(game.totals),
                      _resource_cards(game), game.rolls, plies))  # fmt: skip


def forfeit(game: Game, seats: frozenset[int], reason: str, verdict: str) -> None:
    """End the match by these seats' fault: last, without points; the others ranked as at the roll cap."""
    ranking = sorted(range(game.seats), key=lambda seat: (seat in seats, *_standing(game, seat)))
    points = tuple(0 if seat in seats else total for seat, total in enumerate(game.totals))
    winner = None if len(seats) == game.seats else ranking[0]
    _end(game, Result(verdict, min(seats), reason, winner, tuple(ranking), points,
                      _resource_cards(game), game.rolls, game.ply))  # fmt: skip


def abandon(game: Game, reason: str, verdict: str) -> None:
    """End the match without a winner, for no fault of a seat: it does not count. The order is who led."""
    ranking = sorted(range(game.seats), key=lambda seat: _standing(game, seat))
    _end(game, Result(verdict, None, reason, None, tuple(ranking), tuple(game.totals),
                      _resource_cards(game), game.rolls, game.ply))  # fmt: skip


def _standing(game: Game, seat: int) -> tuple[int, int, int]:
    """Sort key among equals in everything else: more points, then more resource cards, then the lower seat."""
    return -game.totals[seat], -sum(game.hands[5 * seat : 5 * seat + 5]), seat


def _resource_cards(game: Game) -> tuple[int, ...]:
    return tuple(sum(game.hands[5 * seat : 5 * seat + 5]) for seat in range(game.seats))


def _end(game: Game, result: Result) -> None:
    game.result = result
    game.phase = "over"
    game.to_act = None
    game.offer = None
    game.pending_discards = (0,) * game.seats
