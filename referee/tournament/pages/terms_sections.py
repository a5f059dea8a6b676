"""How a tournament was played, how anybody can check it, and how its figures are made."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from referee.replays.report.document import Bullets, Paragraph, Section, Table, counted, foreign
from referee.tournament.pages.facts import TournamentFacts
from referee.tournament.pages.words import LEVEL_WORDS, duration_words

_CHECKING: Final = (
    "Every match has a replay, which matches.csv names with its digests. The command referee replay verify FILE plays "
    "it again and compares every hash; referee replay report FILE tells what happened in it.",
    "The game digest says what was played: the same bots with the same seed that answer the same give the same one. "
    "The record digest is that of the whole file.",
)
_METHOD: Final = (
    "A block is one seed played in several seat orders, in which every bot has every seat as often: the same island, "
    "dice and deck for each in turn. Only whole blocks count; a void match voids its block, which is played again on a "
    "new seed.",
    f"Intervals are at {LEVEL_WORDS}, each for itself. The matches of a block share their luck, so they are not "
    "independent: every interval is made from what whole blocks say, not from single matches.",
    "Ratings are those of a Plackett-Luce model fitted to all rankings at once, so the order in which matches were "
    "played changes nothing. 400 points more are odds of 10 to 1 to come before the other; the mean of all is 1500.",
    "The intervals of ratings, and the probability to be above the next, come from fitting again to blocks drawn with "
    "replacement (bootstrap): above next is the share of these fits in which the bot is the stronger of the two.",
    "A forfeit is the offender's last place with no points. For ratings it is the offender's loss to each other seat "
    "and says nothing among the others. Before the first roll it does not touch the others at all.",
    "Luck is how many cards the dice called for, less how many were to be expected of the same settlements and cities.",
)


def terms_section(facts: TournamentFacts) -> Section:
    """When it was played, on what terms, and how far it has come."""
    rows = (
        ("begun", facts.created),
        ("this page", facts.shown),
        ("format", facts.format),
        ("seats at a table", facts.seats),
        ("rules", foreign(facts.rules)),
        ("time control", facts.time_control),
        ("sandbox", facts.sandbox),
        ("referee", facts.referee),
        ("blocks", progress_words(facts)),
        ("void matches", facts.voids),
        ("commitment to the seeds", foreign(facts.commitment)),
        ("secret of the seeds", foreign(facts.master) if facts.master else "published when the tournament is closed"),
    )
    return Section("How it was played", (Table("Terms", ("what", "value"), rows),))


def incidents_section(facts: TournamentFacts) -> tuple[Section, ...]:
    """What was not left as it was played; nothing where all was."""
    if not facts.incidents:
        return ()
    rows = tuple(
        (one.what, foreign(one.about), foreign(one.by) if one.by else "", foreign(one.reason))
        for one in facts.incidents
    )
    words = "A match that failed, or was ruled void, voids its block, which is played again on a new seed."
    table = Table("Void matches, blocks that do not count, and rulings", ("what", "about", "by", "why"), rows)
    return (Section("What was not left as played", (Paragraph((words,)), table)),)


def progress_words(facts: TournamentFacts) -> str:
    """``120 of 250 whole, 2 being played, 1 given up; about 2 h left``."""
    blocks = facts.blocks
    words = f"{blocks.whole} whole" if blocks.planned is None else f"{blocks.whole} of {blocks.planned} whole"
    others = ((blocks.open, "being played"), (blocks.given_up, "given up"), (blocks.withdrawn, "withdrawn"))
    words += "".join(f", {number} {what}" for number, what in others if number)
    if facts.remaining_ms is None:
        return words
    return f"{words}; about {duration_words(timedelta(milliseconds=facts.remaining_ms))} left"


def checking_section(facts: TournamentFacts) -> Section:
    """What anybody can do to check it."""
    seeds = (
        "The commitment above was fixed before the first match: it is the SHA-256 of the secret from which the seed of "
        "every block and the order of the groups are drawn, so nobody could change the dice after it. "
    )
    seeds += (
        "The secret is revealed above: hash it, derive the seeds from it and compare them with those in the replays."
        if facts.master
        else "The secret is published when the tournament is closed."
    )
    return Section("How to check it", (Bullets(tuple((words,) for words in (*_CHECKING, seeds))),))


def method_section() -> Section:
    """Notes on the figures, in plain words."""
    return Section("How the figures are made", (Bullets(tuple((words,) for words in _METHOD)),))


def warning(facts: TournamentFacts) -> tuple[Paragraph, ...]:
    """What a reader must know before the table: that it is not over, or that something did not count."""
    words = "" if facts.is_over else f"The tournament is not over; blocks: {progress_words(facts)}. "
    if given_up := facts.blocks.given_up:
        words += f"{counted(given_up, 'block')} had a void match in every attempt and will not count. "
    return (Paragraph((words.strip(),), is_warning=True),) if words else ()
