"""The facts of a tournament put into words: one document, whichever way it is written."""

from __future__ import annotations

from referee.replays.report.document import Document, Section, foreign
from referee.tournament.pages import pair_sections, standings_sections, terms_sections
from referee.tournament.pages.facts import TournamentFacts
from referee.tournament.pages.names import labels


def document_of(facts: TournamentFacts) -> Document:
    """What the page says, most important first."""
    names = labels(row.entrant for row in facts.standings.rows)
    table = standings_sections.standings_section(facts, names)
    return Document(
        "Tournament",
        foreign(facts.name),
        (
            Section(table.heading, (*terms_sections.warning(facts), *table.blocks)),
            standings_sections.seats_section(facts),
            pair_sections.crosstable_section(facts, names),
            standings_sections.matches_section(facts, names),
            pair_sections.dealings_section(facts, names),
            standings_sections.entrants_section(facts, names),
            *terms_sections.incidents_section(facts),
            terms_sections.terms_section(facts),
            terms_sections.checking_section(facts),
            terms_sections.method_section(),
        ),
    )
