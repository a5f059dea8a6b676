"""What a report says of the play: the plies that decided it, awards, dealings, luck, and the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.island import Island
from referee.replays.report.document import Block, Board, Cell, Paragraph, Section, Table, counted, readable_table
from referee.replays.report.facts import Play
from referee.replays.tallies.dealings import CAME, WENT, Between
from referee.replays.tallies.dice import DiceFacts


def timeline(play: Play) -> Section:
    """The decisive plies, and the changes of awards among them."""
    moments = readable_table(
        "Award changes, changes of the lead, faults, the last points made and the answers furthest over their time",
        ("ply", "turn", "why", "what happened", "points of the seats then"),
        [(m.ply, m.turn, ", ".join(m.why), m.words, " ".join(map(str, m.points))) for m in play.timeline],
    )
    awards = Table(
        "Awards",
        ("award", "ply", "turn", "from", "to"),
        tuple((a.award, a.ply, a.turn, _holder(a.from_seat), _holder(a.to_seat)) for a in play.awards),
    )
    nobody = Paragraph(("No award was given.",))
    return Section("The decisive plies", (moments, awards if play.awards else nobody))


def _holder(seat: int | None) -> str:
    return "nobody" if seat is None else f"seat {seat}"


def dealings(play: Play) -> Section:
    """Cards between each pair of seats."""
    found = play.dealings
    offers = Table(
        "Offers of each seat, and its answers to those of others",
        ("seat", "offers", "to everybody", "accepted", "by a counter-offer", "it countered", "it declined"),
        tuple((o.seat, o.made, o.to_everybody, o.accepted, o.by_counter, o.countered, o.declined)
              for o in found.by_seat),
    )  # fmt: skip
    blocks: list[Block] = [offers]
    for caption, between in (
        ("Offers to one seat alone: of the seat at the left, to", found.offers),
        ("Trades on an offer of the seat at the left, with", found.trades),
        ("Cards given in trades by the seat at the left, to", found.given),
        ("Cards stolen with the robber by the seat at the left, from", found.stolen),
        ("Cards taken by monopoly by the seat at the left, from", found.monopolised),
    ):
        blocks.append(_between(caption, between))
    return Section("Trades and thefts", tuple(blocks))


def _between(caption: str, between: Between) -> Block:
    if not any(map(any, between)):
        return Paragraph((f"{caption} any other: none.",))
    seats = range(len(between))
    rows = tuple((seat, *(None if other == seat else between[seat][other] for other in seats)) for seat in seats)
    return Table(caption, ("seat", *(f"seat {other}" for other in seats)), rows)


# -- luck ---------------------------------------------------------------------------------------------------


def luck(play: Play) -> Section:
    """Dice and production against expectation."""
    dice = play.dice
    totals = Table(
        "Totals of the dice",
        ("total", "rolled", "expected"),
        tuple((of.total, of.rolled, of.expected) for of in dice.totals),
    )
    by_seat = Table(
        "Rolls of each seat",
        ("seat", "rolls", "mean total", "sevens", "sevens expected"),
        tuple((of.seat, of.rolls, of.mean, of.sevens, of.sevens_expected) for of in dice.seats),
    )
    return Section("Luck", (Paragraph((_dice_words(dice),)), totals, by_seat, *_production(play)))


def _dice_words(dice: DiceFacts) -> str:
    if dice.chi_square is None or dice.p_value is None:
        return "Nobody rolled."
    coarse = "; so few rolls make that share a rough one" if dice.is_coarse else ""
    return (
        f"{counted(dice.rolls, 'roll')} with a mean of {dice.mean:.2f}, 7 being expected. Their chi-square is "
        f"{dice.chi_square:.2f} with {dice.degrees_of_freedom} degrees of freedom: fair dice come out at least so "
        f"unevenly in {100 * dice.p_value:.1f} % of matches of that length{coarse}."
    )


def _production(play: Play) -> tuple[Block, ...]:
    words = (
        "Expected of a roll are, for each card that a building would get from a hex, the hex's pips of 36, for the "
        "buildings and the robber as they stood before it. Luck is what the dice called for less that; its score "
        "counts it in standard deviations, and beyond 2 either way is rare. What the bank could not pay is short. "
        "The robber's hex is in none of these; what it kept back stands apart."
    )
    cards = Table(
        "Production of rolls, in cards",
        ("seat", "with the second settlement", "expected", "called for", "received", "short", "luck",
         "standard deviation", "score", "kept back by the robber", "of that expected"),
        tuple((of.seat, of.start, of.expected, of.due, of.received, of.short, of.luck, of.deviation, of.score,
               of.robbed, of.robbed_expected) for of in play.production),
    )  # fmt: skip
    resources = [of.resource for of in play.production[0].resources]
    by_resource = Table(
        "Received by rolls, and expected, by resource",
        ("seat", *(heading for name in resources for heading in (name, f"{name} expected"))),
        tuple(
            (of.seat, *(cell for one in of.resources for cell in (one.received, one.expected)))
            for of in play.production
        ),
    )
    return Paragraph((words,)), cards, by_resource


# -- cards and boards ---------------------------------------------------------------------------------------


def ledgers(play: Play) -> Section:
    """Where every seat's cards came from and went."""
    return Section(
        "Where the resource cards came from and went",
        (_ledger("Came", CAME, play), _ledger("Went", WENT, play, "hand")),
    )


def _ledger(caption: str, columns: Sequence[str], play: Play, *more: str) -> Table:
    names = (*columns, *more)
    rows: list[tuple[Cell, ...]] = []
    for of in play.dealings.ledgers:
        counts = [int(getattr(of, name)) for name in columns]
        rows.append((of.seat, *counts, sum(counts), *(int(getattr(of, name)) for name in more)))
    headings = [_HEADINGS.get(name, name) for name in names]
    headings.insert(len(columns), "in all")
    return Table(caption, ("seat", *headings), tuple(rows))


_HEADINGS: Final = {
    "start": "second settlement",
    "production": "rolls",
    "stolen": "robber",
    "plenty": "year of plenty",
    "traded_in": "trades",
    "traded_out": "trades",
    "bank_in": "bank",
    "bank_out": "bank",
    "built": "built and bought",
    "lost_to_robber": "robber",
    "lost_to_monopoly": "monopoly",
    "hand": "left in hand",
}
"""Column of a ledger -> its heading, where that is another word."""


def boards(play: Play) -> Section:
    """The island after setup and at the end."""
    island = Island(play.terrain, play.tokens, play.harbours)
    pictures: list[Block] = []
    if play.after_setup is not None:
        pictures.append(Board("After setup", island, play.after_setup))
    return Section("The board", (*pictures, Board("At the end of the record", island, play.at_end)))
