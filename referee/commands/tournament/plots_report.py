"""The plots of a tournament in a terminal: lines of characters that any terminal, file or mail shows."""

from __future__ import annotations

import textwrap

from rich.text import Text

from referee.console import Console
from referee.tournament.pages.facts import TournamentFacts
from referee.tournament.pages.measures import lengths, luck_by_place, points_by_entrant
from referee.tournament.pages.names import labels
from referee.tournament.pages.plots.length import length_text, length_words
from referee.tournament.pages.plots.lines import WIDTH
from referee.tournament.pages.plots.luck import luck_text, luck_words
from referee.tournament.pages.plots.points import points_text
from referee.tournament.pages.plots.ratings import ratings_text


def print_plots(facts: TournamentFacts) -> None:
    """Ratings, points, length and luck, one below the other."""
    Console().print(Text(plots_text(facts)), soft_wrap=True)


def plots_text(facts: TournamentFacts) -> str:
    """The same as text of at most 80 columns."""
    standings, long, luck = facts.standings, lengths(facts.results), luck_by_place(facts.results)
    names = labels(row.entrant for row in standings.rows)
    plots = (
        ("Ratings", ratings_text(standings, names)),
        ("Points", points_text(standings, names, points_by_entrant(facts.results))),
        (_wrapped(f"Length: {length_words(long, facts.roll_cap)}"), length_text(long, facts.roll_cap)),
        (_wrapped(f"Luck against place: {luck_words(luck)}"), luck_text(luck)),
    )
    return "\n\n".join(f"{heading}\n{plot}" for heading, plot in plots if plot)


def _wrapped(sentence: str) -> str:
    return textwrap.fill(sentence, WIDTH)
