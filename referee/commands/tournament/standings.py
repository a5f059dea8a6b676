"""``referee tournament standings``: the table."""

from __future__ import annotations

from typing import Annotated

from referee.commands.arguments import FLAG
from referee.commands.tournament.standings_report import print_standings
from referee.commands.tournament.where import Where, folder_at, opened_to_read
from referee.exit_status import FINE
from referee.streams import say
from referee.tournament.standings.extra import NEEDS_STATS, is_available
from referee.tournament.summary import fresh_ratings, outline_of, saved_ratings


def standings(where: Where, /, *, no_refit: Annotated[bool, FLAG] = False) -> int:
    """Print the table: ratings, wins, places and points with their intervals, and what each seat is worth.

    Only whole blocks count. It may be asked for while the tournament is played.

    Parameters
    ----------
    where
        The tournament's folder, or its file.
    no_refit
        Show the ratings that were fitted last, of however many blocks, in place of fitting them to all there are.
    """
    if not is_available():
        say(f"without ratings: {NEEDS_STATS}")
    with opened_to_read(where) as store:
        ratings = saved_ratings(store) if no_refit else fresh_ratings(store, folder_at(where))
        print_standings(outline_of(store, ratings))
    return FINE
