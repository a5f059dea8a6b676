"""When a seat that has the points to win is found to have won: ``Rules.victory_check``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from engine.scoring import finish

if TYPE_CHECKING:
    from engine.game import Game
    from engine.rules import Rules

_BUILDS: Final = ("build_road", "free_road", "build_settlement", "build_city")
_SETUP: Final = ("place_settlement", "place_road")


def look_after_action(game: Game, actor: int, verb: str) -> None:
    """After any action but the end of a turn, which looks by itself."""
    if _AFTER_ACTION[game.rules.victory_check](game, actor, verb):
        _look(game, _WHOM[game.rules.victory_check](game, actor), game.ply)


def look_when_turn_ends(game: Game, plies: int) -> None:
    """Before the turn is passed. ``plies`` counts the action that ends it."""
    _look(game, _WHOM[game.rules.victory_check](game, game.current_seat), plies)


def look_on_arrival(game: Game, plies: int) -> None:
    """When the turn has come to the current seat. ``plies`` counts the action before."""
    _look(game, (game.current_seat,), plies)


def _any_action(_game: Game, _actor: int, _verb: str) -> bool:
    return True


def _own_build(game: Game, actor: int, verb: str) -> bool:
    return actor == game.current_seat and verb in _BUILDS


def _own_action(game: Game, actor: int, verb: str) -> bool:
    return actor == game.current_seat and verb not in _SETUP


_AFTER_ACTION: Final[dict[str, Callable[[Game, int, str], bool]]] = {
    "any_seat": _any_action,
    "turn_seat_on_build": _own_build,
    "turn_seat": _own_action,
}


def most_hidden_points(
    rules: Rules, seat: int, *, current_seat: int, turn: int, phase: str, dev_played: bool, shown: int, of_awards: int
) -> int | None:
    """How many victory-point cards a seat can hold and not have been found to have won; None: any number.

    ``shown`` are its points on the table, ``of_awards`` those among them that can have come since its own turn.
    """
    most = rules.points_to_win - 1
    if rules.victory_check == "any_seat":
        return most - shown
    if seat == current_seat and turn > 0:
        has_just_been_looked_at = phase == "roll" and not dev_played
        return most - shown if rules.victory_check == "turn_seat" or has_just_been_looked_at else None
    had_a_turn = turn > seat + 1
    return most - (shown - of_awards) if had_a_turn else None


def _every_seat(game: Game, actor: int) -> tuple[int, ...]:
    """The acting seat first, then clockwise."""
    return (*range(actor, game.seats), *range(actor))


def _seat_on_turn(game: Game, _actor: int) -> tuple[int, ...]:
    return (game.current_seat,)


_WHOM: Final[dict[str, Callable[[Game, int], tuple[int, ...]]]] = {
    "any_seat": _every_seat,
    "turn_seat_on_build": _seat_on_turn,
    "turn_seat": _seat_on_turn,
}
"""``Rules.victory_check`` -> the seats that can win, in the order in which they are looked at."""


def _look(game: Game, seats: tuple[int, ...], plies: int) -> None:
    for seat in seats:
        if game.totals[seat] >= game.rules.points_to_win:
            reason = f"seat {seat} reached {game.totals[seat]} points"
            finish(game, reason, "victory", plies, winner=seat)
            return
