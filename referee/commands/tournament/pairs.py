"""``referee tournament pairs``: what passed between each two bots, so that collusion shows."""

from __future__ import annotations

from referee.commands.tournament.pairs_report import print_pairs
from referee.commands.tournament.where import Where, opened_to_read
from referee.exit_status import FINE
from referee.tournament.summary import facts_of, saved_ratings


def pairs(where: Where, /) -> int:
    """Print for each pair of bots the cards that passed in trades, how many offers were accepted, what was stolen, and
    how often one forfeited while the other led.

    A pair that is far out of line is marked: a reason to look at replays, and no proof.

    Parameters
    ----------
    where
        The tournament's folder, or its file.
    """
    with opened_to_read(where) as store:
        print_pairs(facts_of(store, saved_ratings(store)))
    return FINE
