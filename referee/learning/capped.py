"""The end of a learning game: that of the rules, or a cap on plies, at which it is scored as a match is."""

from __future__ import annotations

from typing import Final

from engine import Game

PLY_CAP: Final = 5000
"""Plies after which a game is cut off unless a caller says otherwise; a referee's own cap is the same."""


def cut_off(game: Game, ply_cap: int) -> bool:
    """Score the game if it has had all its plies and is not over; was it?

    With verdict ``ply_cap``: the winner is the first by points, then cards, then the lower seat.
    """
    if game.result is not None or game.ply < ply_cap:
        return False
    game.score_now(f"no seat reached the points to win in {ply_cap} plies", verdict="ply_cap")
    return True
