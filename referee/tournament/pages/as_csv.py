"""A tournament as tables for spreadsheets: the standings, and every match that counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Final

from referee.replays.render.escape import LONGEST_NAME, LONGEST_REASON
from referee.replays.render.spreadsheet import csv_line, harmless
from referee.tournament.pages.facts import Evidence, TournamentFacts
from referee.tournament.results import MatchResult
from referee.tournament.standings.table import Estimate, Standing

Cell = str | int | float

_OF_EVIDENCE: Final = tuple(field.name for field in fields(Evidence))
_ESTIMATES: Final = ("win_share", "place", "points", "rating")
_PER_SEAT: Final = ("bot", "version", "place", "points", "luck")


def standings_csv(facts: TournamentFacts) -> str:
    """One row a bot, the best first; ``_low`` and ``_high`` are the ends of an interval. Unknown is empty."""
    estimates = [f"{figure}{end}" for figure in _ESTIMATES for end in ("", "_low", "_high")]
    places = [f"places_{place}" for place in range(1, facts.seats + 1)]
    headings = [
        "rank",
        "bot",
        "version",
        "team",
        "seats",
        "wins",
        *places,
        *estimates,
        "above_next",
        "forfeits",
        "benched",
    ]
    rows = (_standing_row(rank, row, facts.seats) for rank, row in enumerate(facts.standings.rows, 1))
    return "".join([csv_line(headings), *map(csv_line, rows)])


def _standing_row(rank: int, row: Standing, seats: int) -> list[Cell]:
    entrant = row.entrant
    figures = (row.win_share, row.place, row.points) if row.seats else (None,) * 3
    estimates = [cell for figure in (*figures, row.rating) for cell in _estimate_cells(figure)]
    return [
        rank,
        *(harmless(text, LONGEST_NAME) for text in (entrant.name, entrant.version, entrant.team)),
        row.seats,
        row.wins,
        *(row.places[place] if place < len(row.places) else 0 for place in range(seats)),
        *estimates,
        "" if row.above_next is None else round(row.above_next, 4),
        row.forfeits,
        harmless(entrant.benched or "", LONGEST_REASON),
    ]


def _estimate_cells(figure: Estimate | None) -> tuple[Cell, ...]:
    if figure is None:
        return ("", "", "")
    return tuple(round(number, 4) for number in (figure.value, figure.low, figure.high))


def matches_csv(facts: TournamentFacts) -> Iterator[str]:
    """The heading, and a row for every match of a whole block, each a line with its CRLF.

    ``place_0`` is the place of seat 0, from 1; ``offenders`` are the seats that forfeited, joined by ``+``.
    """
    per_seat = [f"{column}_{seat}" for column in _PER_SEAT for seat in range(facts.seats)]
    yield csv_line(
        [
            "match_id",
            "block",
            "verdict",
            "offenders",
            "rolls",
            "plies",
            *per_seat,
            *_OF_EVIDENCE,
        ]
    )
    entered = {row.entrant.number: row.entrant for row in facts.standings.rows}
    known = {
        number: (harmless(entrant.name, LONGEST_NAME), harmless(entrant.version, LONGEST_NAME))
        for number, entrant in entered.items()
    }
    for result in facts.results:
        yield csv_line(_match_row(result, known, facts.evidence.get(result.match_id)))


def _match_row(result: MatchResult, known: dict[int, tuple[str, str]], evidence: Evidence | None) -> list[Cell]:
    sat = [known[number] for number in result.entrants]
    places = [result.ranking.index(seat) + 1 for seat in range(len(sat))]
    return [
        harmless(result.match_id),
        result.block,
        result.verdict,
        "+".join(map(str, result.offenders)),
        result.rolls,
        result.plies,
        *(name for name, _ in sat),
        *(version for _, version in sat),
        *places,
        *result.points,
        *(round(luck, 2) for luck in result.luck),
        *_evidence_cells(evidence),
    ]


def _evidence_cells(evidence: Evidence | None) -> list[Cell]:
    if evidence is None:
        return [""] * len(_OF_EVIDENCE)
    values = (getattr(evidence, name) for name in _OF_EVIDENCE)
    return [harmless(value) if isinstance(value, str) else value for value in values]
