"""The table of a tournament, its seats and its plots, as sections of a document."""

from __future__ import annotations

from collections.abc import Mapping

from referee.replays.render.escape import LONGEST_NAME
from referee.replays.report.document import Block, Cell, Foreign, Paragraph, Picture, Section, Table, counted, foreign
from referee.tournament.pages.facts import TournamentFacts
from referee.tournament.pages.measures import lengths, luck_by_place, points_by_entrant
from referee.tournament.pages.plots.length import length_svg, length_text, length_words
from referee.tournament.pages.plots.luck import luck_svg, luck_text, luck_words
from referee.tournament.pages.plots.points import points_svg, points_text
from referee.tournament.pages.plots.ratings import ratings_svg, ratings_text
from referee.tournament.pages.words import LEVEL_WORDS, chance_words, estimate_words, percent, share_words
from referee.tournament.standings.table import SeatEffect, Standing, Standings


def standings_section(facts: TournamentFacts, names: Mapping[int, str]) -> Section:
    """The table, and the ratings as a picture. ``names`` by entrant number."""
    standings = facts.standings
    blocks: tuple[Block, ...] = (_basis(facts), _standings_table(standings, names))
    if standings.rated_blocks:
        svg, text = ratings_svg(standings, names), ratings_text(standings, names)
        caption = f"Ratings: a dot is the rating, the line through it the {LEVEL_WORDS} interval"
        blocks = (*blocks, Picture(caption, svg, text))
    return Section("Standings", blocks)


def _basis(facts: TournamentFacts) -> Paragraph:
    """What the table rests on."""
    standings = facts.standings
    if not facts.results:
        return Paragraph(("No block is whole yet, so nothing is counted.",))
    counts = counted(standings.matches, "match", "matches")
    words = f"{counts} in {counted(standings.blocks, 'whole block')} are counted. "
    if early := sum(result.is_before_first_roll for result in facts.results):
        words += f"{early} more ended before the first roll and count for those alone who forfeited. "
    if not standings.rated_blocks:
        words += "There are no ratings: the order is by wins. "
    elif standings.rated_blocks < standings.blocks:
        words += f"Ratings are of {standings.rated_blocks} of these blocks. "
    words += f"In brackets stand {LEVEL_WORDS} intervals. "
    if standings.rated_blocks:
        words += "Above next is the probability that a bot is stronger than the one below it."
    return Paragraph((words.strip(),))


def _standings_table(standings: Standings, names: Mapping[int, str]) -> Table:
    seats = max((len(row.places) for row in standings.rows), default=0)
    rating = ("rating", "above next") if standings.rated_blocks else ()
    places = tuple(f"{place}." for place in range(1, seats + 1))
    headings = ("place", "bot", *rating, "wins", "mean place", "mean points", "matches", *places, "forfeits")
    rows = tuple(
        (place, Foreign(names[row.entrant.number]), *_figures(row, seats, is_rated=bool(rating)))
        for place, row in enumerate(standings.rows, 1)
    )
    return Table("Standings, the best first", headings, rows)


def _figures(row: Standing, seats: int, *, is_rated: bool) -> tuple[Cell, ...]:
    rating: tuple[Cell, ...] = ()
    if is_rated:
        known = "not rated" if row.rating is None else estimate_words(row.rating, 0)
        rating = (known, None if row.above_next is None else chance_words(row.above_next))
    played: tuple[Cell, ...] = (None, None, None)
    if row.seats:
        played = (share_words(row.win_share), estimate_words(row.place), estimate_words(row.points))
    places = (*row.places, *(0,) * (seats - len(row.places)))
    return (*rating, *played, row.seats, *places, row.forfeits)


def entrants_section(facts: TournamentFacts, names: Mapping[int, str]) -> Section:
    """Who was entered, and who plays no more."""
    entered = sorted((row.entrant for row in facts.standings.rows), key=lambda entrant: entrant.number)
    rows = [
        (
            entrant.number,
            Foreign(names[entrant.number]),
            *(foreign(text, LONGEST_NAME) if text else None for text in (entrant.version, entrant.team)),
            None if entrant.benched is None else foreign(f"benched: {entrant.benched}"),
        )
        for entrant in entered
    ]
    return Section("Bots", (Table("Who was entered", ("number", "bot", "version", "team", "remark"), tuple(rows)),))


def seats_section(facts: TournamentFacts) -> Section:
    """What each seat is worth."""
    share = percent(1 / facts.seats)
    words = (
        "In a block every bot sits on every seat as often, so that none gains by its seats. If seats were worth the "
        f"same, each would win {share} of the matches. Where {share} lies outside the interval, the seat seems to "
        "matter; but one interval in 20 misses by chance."
    )
    rows = tuple(_seat_row(effect, 1 / facts.seats) for effect in facts.standings.seats)
    table = Table("Wins by seat", ("seat", "matches", "wins", "of matches", "against even"), rows)
    return Section("Seats", (Paragraph((words,)), table))


def _seat_row(effect: SeatEffect, even: float) -> tuple[Cell, ...]:
    if not effect.matches:
        return (effect.seat, 0, 0, None, None)
    share = effect.win_share
    remark = "better" if share.low > even else "worse" if share.high < even else "open"
    return (effect.seat, effect.matches, effect.wins, share_words(share), remark)


def matches_section(facts: TournamentFacts, names: Mapping[int, str]) -> Section:
    """Lengths, luck and points as pictures."""
    counts, long, luck = points_by_entrant(facts.results), lengths(facts.results), luck_by_place(facts.results)
    standings = facts.standings
    return Section(
        "Length, luck and points",
        (
            Picture(
                f"Length of a match: {length_words(long, facts.roll_cap)}",
                length_svg(long, facts.roll_cap),
                length_text(long, facts.roll_cap),
            ),
            Picture(f"Luck against place: {luck_words(luck)}", luck_svg(luck), luck_text(luck)),
            Picture(
                "Points at the end of a match, and their mean; all bots to one scale",
                points_svg(standings, names, counts),
                points_text(standings, names, counts),
            ),
        ),
    )
