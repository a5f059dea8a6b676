"""A tournament as one HTML page: nothing is fetched, nothing runs, and what bots call themselves is only ever text."""

from __future__ import annotations

from referee.replays.report import html as pages
from referee.tournament.pages.document import document_of
from referee.tournament.pages.facts import TournamentFacts


def as_html(facts: TournamentFacts) -> str:
    """The whole page; pure: the same facts, the same text."""
    return pages.html(document_of(facts))
