"""``referee tournament crosstable``: who came before whom, pair by pair."""

from __future__ import annotations

from referee.commands.tournament.crosstable_report import print_crosstable
from referee.commands.tournament.where import Where, opened_to_read
from referee.exit_status import FINE
from referee.tournament.summary import facts_of, saved_ratings


def crosstable(where: Where, /) -> int:
    """Print for each pair of bots how often one came before the other at the same table.

    Parameters
    ----------
    where
        The tournament's folder, or its file.
    """
    with opened_to_read(where) as store:
        print_crosstable(facts_of(store, saved_ratings(store)))
    return FINE
