"""The caps on a whole match, looked at after every ply; at one it is scored as at the roll cap."""

from __future__ import annotations

from engine import Game
from referee.match.clock import MatchClock
from referee.match.settings import MatchSettings


def score_at_a_cap(game: Game, settings: MatchSettings, clock: MatchClock) -> None:
    """End a match that has had all its plies, or whose seats have had all their time; any other goes on."""
    cap, control = settings.ply_cap, settings.time_control
    if game.ply >= cap:
        game.score_now(f"no seat reached the points to win in {cap} plies", verdict="ply_cap")
    elif control is not None and clock.is_match_time_up:
        reason = f"no seat reached the points to win while the seats thought for {control.match_ms} ms in all"
        game.score_now(reason, verdict="time_cap")
