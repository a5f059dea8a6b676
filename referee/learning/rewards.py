"""What a finished game is worth to each seat; anything that maps a ``Game`` that is over to one number a seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine import Game

Reward = Callable[[Game], Sequence[float]]
"""Called once, when the game is over. For ``VectorGames`` a function at the top level of a module."""


def winner_takes_all(game: Game) -> list[float]:
    """1 for the winner and -1 / (seats - 1) for each other seat; 0 for all where nobody has won. The sum is 0."""
    result = game.result
    if result is None or result.winner is None:
        return [0.0] * game.seats
    return [1.0 if seat == result.winner else -1.0 / (game.seats - 1) for seat in range(game.seats)]


def points_above_mean(game: Game) -> list[float]:
    """How far a seat lies above the mean of the points, in parts of the points to win; the sum is 0."""
    points = game.totals if game.result is None else game.result.points
    mean = sum(points) / game.seats
    return [(own - mean) / game.rules.points_to_win for own in points]
