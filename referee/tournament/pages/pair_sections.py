"""Each pair of bots: who came in above whom, and what they did for each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.replays.report.document import Cell, Foreign, Paragraph, Section, Table, counted, readable_table
from referee.tournament.pages.facts import TournamentFacts
from referee.tournament.pages.words import LEVEL_WORDS, estimate_words, percent
from referee.tournament.standings.crosstable import Encounters
from referee.tournament.standings.pairs import Dealt, PairFigures, Pairs
from referee.tournament.standings.table import Estimate

NO_PROOF: Final = (
    "A figure is a reason to look at the replays of two bots, never a proof: a bot that trades with everybody, or robs "
    "whoever leads, has figures of its own."
)
"""Stands wherever these figures are shown."""


def crosstable_section(facts: TournamentFacts, names: Mapping[int, str]) -> Section:
    """Row against column, in the order of the standings. ``names`` by entrant number."""
    met = in_order(facts)
    numbers = tuple(str(place) for place, _ in met)
    rows = tuple(
        (place, Foreign(names[upper]), *(_share(facts.crosstable.cells.get((upper, lower))) for _, lower in met))
        for place, upper in met
    )
    words = (
        "How often the bot of the row came in before the bot of the column, in percent of their matches at one table, "
        f"with the {LEVEL_WORDS} interval. The columns are numbered as the rows."
    )
    blocks = (
        Paragraph((words,)),
        Table("In how many of 100 matches the row is before the column", ("place", "bot", *numbers), rows),
    )
    return Section("Each against each", blocks if rows else (Paragraph(("No two bots have met yet.",)),))


def in_order(facts: TournamentFacts) -> list[tuple[int, int]]:
    """Place in the standings, from 1, and number of every entrant that met another one."""
    met = set(facts.crosstable.entrants)
    placed = enumerate((row.entrant.number for row in facts.standings.rows), 1)
    return [(place, number) for place, number in placed if number in met]


def _share(encounters: Encounters | None) -> str | None:
    if encounters is None:
        return None
    share = encounters.share
    return estimate_words(Estimate(*(100 * figure for figure in (share.value, share.low, share.high))), 0)


def dealings_section(facts: TournamentFacts, names: Mapping[int, str]) -> Section:
    """What each bot did for and to each other one: those out of line first."""
    pairs = by_excess(facts.pairs)
    if not pairs:
        return Section("Dealings between bots", (Paragraph(("No dealings were counted yet.",)),))
    flagged = sum(pair.favour.is_out_of_line for pair in pairs)
    words = (
        f"{counted(flagged, 'pair')} of {len(pairs)} gave cards out of line: at least half as much again as giver and "
        "taker would lead one to expect, and more than chance allows. "
    )
    meaning = (
        "What the first bot did for and to the second, a match at one table. Excess is what was given above "
        "expectation, in standard errors. A forfeit while led is one that made the second bot the winner. "
    )
    headings = (
        "bot", "did with", "remark", "matches", "cards given", "expected", "excess", "trades", "offers to it alone",
        "accepted", "stolen", "monopolised", "forfeits while led",
    )  # fmt: skip
    table = readable_table("Dealings a match", headings, [_pair_row(pair, names) for pair in pairs])
    blocks = (
        Paragraph((words + NO_PROOF,), is_warning=flagged > 0),
        Paragraph((meaning, _mean_words(pairs[0].field))),
        table,
    )
    return Section("Dealings between bots", blocks)


def by_excess(pairs: Pairs) -> list[PairFigures]:
    """Those out of line first, then those who gave the most above expectation; where that is not known, last."""
    return sorted(
        pairs.pairs,
        key=lambda pair: (not pair.favour.is_out_of_line, pair.favour.z is None, -(pair.favour.z or 0.0)),
    )


def _pair_row(pair: PairFigures, names: Mapping[int, str]) -> tuple[Cell, ...]:
    dealt = pair.dealt
    return (
        Foreign(names[pair.first]),
        Foreign(names[pair.second]),
        "out of line" if pair.favour.is_out_of_line else None,
        pair.meetings,
        dealt.given,
        pair.favour.expected,
        pair.favour.z,
        dealt.trades,
        dealt.offers,
        None if dealt.acceptance is None else percent(dealt.acceptance),
        dealt.stolen,
        dealt.monopolised,
        pair.forfeits_while_led,
    )


def _mean_words(field: Dealt) -> str:
    """The mean of all pairs, which is the same for each: all tables of a tournament have as many seats."""
    taken = "" if field.acceptance is None else f" ({percent(field.acceptance)} accepted)"
    return (
        f"The mean of all pairs: {field.given:.2f} cards given, {field.trades:.2f} trades, {field.offers:.2f} offers "
        f"to one alone{taken}, {field.stolen:.2f} cards stolen and {field.monopolised:.2f} monopolised."
    )
