"""A tournament as Markdown, its plots as lines of text."""

from __future__ import annotations

from referee.replays.report import markdown as texts
from referee.tournament.pages.document import document_of
from referee.tournament.pages.facts import TournamentFacts


def as_markdown(facts: TournamentFacts) -> str:
    """The whole text; pure: the same facts, the same text."""
    return texts.markdown(document_of(facts))
