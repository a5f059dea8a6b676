"""The facts of a report put into words: one document, whichever way it is written."""

from __future__ import annotations

from referee.replays.report import fault_sections, match_sections, play_sections
from referee.replays.report.document import Document, Paragraph, Section, foreign
from referee.replays.report.facts import Report


def document_of(report: Report) -> Document:
    """What the report says, most important first."""
    sections = [
        match_sections.ending(report),
        match_sections.verification(report),
        fault_sections.faults(report),
    ]
    if report.play is None:
        sections = [_unplayed(report), *sections]
    else:
        sections.append(play_sections.timeline(report.play))
    sections += [match_sections.players(report), match_sections.clocks(report)]
    if report.play is not None:
        play = report.play
        parts = (play_sections.dealings, play_sections.luck, play_sections.ledgers, play_sections.boards)
        sections += [part(play) for part in parts]
    return Document("Report on match", foreign(report.match.match_id), (*sections, match_sections.rules(report)))


def _unplayed(report: Report) -> Section:
    words = (
        "The record could not be played again. What follows is what its lines say, and nobody has checked it: there is "
        "no board, no luck, no trades, and nothing of what would have been legal."
    )
    why = Paragraph(("Why: ", foreign(report.unplayed or "")))
    return Section("This report is incomplete", (Paragraph((words,), is_warning=True), why))
