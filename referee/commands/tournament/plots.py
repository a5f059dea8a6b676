"""``referee tournament plots``: pictures in text."""

from __future__ import annotations

from referee.commands.tournament.plots_report import print_plots
from referee.commands.tournament.where import Where, folder_at, opened_to_read
from referee.exit_status import FINE
from referee.tournament.summary import facts_of, fresh_ratings


def plots(where: Where, /) -> int:
    """Draw in text: ratings with their intervals, how points are distributed, how long matches are, and luck against
    place.

    Parameters
    ----------
    where
        The tournament's folder, or its file.
    """
    with opened_to_read(where) as store:
        print_plots(facts_of(store, fresh_ratings(store, folder_at(where))))
    return FINE
