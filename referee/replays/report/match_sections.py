"""What a report says of a match as a whole: how it ended, who played and how, what verifying it shows, the times."""

from __future__ import annotations

from typing import Any, Final

from engine import PRESETS
from referee.replays.render.escape import LONGEST_NAME
from referee.replays.report.document import (
    Block,
    Bullets,
    Cell,
    Foreign,
    Paragraph,
    Section,
    Table,
    Words,
    counted,
    foreign,
    readable_table,
)
from referee.replays.report.facts import Ending, Report

_VERDICT: Final = {
    "victory": "a seat reached the points to win.",
    "roll_cap": "the turn of the last allowed roll was played out; the match was scored.",
    "ply_cap": "the match had as many actions as it may have; it was scored.",
    "time_cap": "all seats together had used up the time of the match; it was scored.",
    "forfeit_illegal": "a seat answered with an action that was not legal.",
    "forfeit_malformed": "a seat answered with something that is no action.",
    "forfeit_timeout": "a seat did not answer in time.",
    "forfeit_crash": "a seat's program ended or closed its output.",
    "forfeit_no_start": "one or more programs were not ready in time, or said something else first.",
    "forfeit_flood": "a seat sent too many lines that nobody had asked for.",
    "forfeit_memory": "a seat's program used more memory than it may.",
    "forfeit_disconnect": "a seat lost its connection and was not back in time, or left.",
    "referee_fault": "the referee failed. The match does not count.",
    "infrastructure_error": "the machine failed. The match does not count.",
    "cancelled": "it was broken off from outside. The match does not count.",
    "adjudicated": "a person decided.",
}
"""Verdict -> what it means."""
_VERIFIED: Final = {
    "ok": "It plays back to every state hash, the result and both digests. That is consistent, not authenticated, "
    "without a signature by a key that you trust, or a digest that was kept elsewhere.",
    "differs": "The record contradicts itself. Nothing in this report is proved.",
    "interrupted": "There is no end line. What there is was played again as far as this report shows the play.",
    "sealed": "It is whole, but its seed is not known, so that it could not be played again.",
}
"""What ``referee replay verify`` found -> what it means."""
_SIGNED: Final = "The signatures fit. Whose a key is, only who was given it can tell."
_UNCHECKED: Final = "The signatures were not checked: cryptography is not installed, the extra `sign` brings it."


def name_of(report: Report, seat: int) -> Foreign:
    """The name of a seat; of a seat that the record has not, none."""
    seats = report.match.seats
    return foreign(seats[seat].name if seat < len(seats) else "", LONGEST_NAME)


def value(found: Any) -> Cell:
    """A value of the header in a cell, spelled as in JSON; what is text in the file is not ours."""
    if isinstance(found, bool):
        return str(found).lower()
    if found is None:
        return "null"
    return found if isinstance(found, int) else foreign(str(found))


# -- the end ------------------------------------------------------------------------------------------------


def ending(report: Report) -> Section:
    """How it ended and why, and who came where."""
    end = report.end
    if end is None:
        words = "The record has no end: the match was interrupted, and there is no result."
        blocks: list[Block] = [Paragraph((words,), is_warning=True)]
    else:
        blocks = [
            Paragraph((*_winner(report, end), f"Verdict {end.verdict}: {_VERDICT[end.verdict]}")),
            Paragraph(("The reason on record: ", foreign(end.reason))),
            _standings(report),
        ]
    return Section("How it ended", (*blocks, *_standing_then(report)))


def _winner(report: Report, end: Ending) -> tuple[Words, ...]:
    if end.winner is None:
        return ("Nobody won. ",)
    return f"Seat {end.winner}, ", name_of(report, end.winner), ", won. "


def _standings(report: Report) -> Table:
    end = report.end
    assert end is not None
    forfeits = {fault.seat for fault in report.faults if fault.outcome == "forfeit"}
    rows: list[tuple[Cell, ...]] = []
    for place, seat in enumerate(end.ranking, start=1):
        remark = "forfeit" if seat in forfeits or seat == end.offender else "winner" if seat == end.winner else ""
        points, cards = (counts[seat] if seat < len(counts) else None for counts in (end.points, end.resource_cards))
        rows.append((place, seat, name_of(report, seat), points, cards, remark))
    caption = f"Result after {counted(end.rolls, 'roll')} and {counted(end.plies, 'ply', 'plies')}"
    return readable_table(caption, ("place", "seat", "name", "points", "resource cards", "remark"), rows)


def _standing_then(report: Report) -> list[Block]:
    """Who was to act, and where the points on the board and in hand come from."""
    play = report.play
    if play is None:
        return []
    table = Table(
        "Points as they stood, hidden cards counted and no forfeit",
        ("seat", "settlements", "cities", "longest road", "largest army", "victory-point cards", "total"),
        tuple(
            (of.seat, of.settlements, of.cities, of.longest_road, of.largest_army, of.victory_point_cards, of.total)
            for of in play.points
        ),
    )
    sentences = []
    if report.end is None or report.end.winner is None:
        sentences.append(_who_led([of.total for of in play.points]))
    if play.to_act is not None:
        sentences.append(f"Seat {play.to_act} was to act, in phase {play.phase}, at ply {play.plies}.")
    return [table, Paragraph((" ".join(sentences),))] if sentences else [table]


def _who_led(totals: list[int]) -> str:
    leaders = [str(seat) for seat, total in enumerate(totals) if total == max(totals)]
    seats = f"Seat {leaders[0]}" if len(leaders) == 1 else f"Seats {', '.join(leaders[:-1])} and {leaders[-1]}"
    return f"{seats} led with {counted(max(totals), 'point')}."


# -- who, where, by which rules -----------------------------------------------------------------------------


def players(report: Report) -> Section:
    """Who played what version on what machine, and on which terms."""
    match = report.match
    seats = Table(
        "Who played",
        ("seat", "name", "version", "digest of its files"),
        tuple((of.seat, name_of(report, of.seat), foreign(of.version), value(of.digest)) for of in match.seats),
    )
    rows: list[tuple[Cell, Cell]] = [
        ("match", foreign(match.match_id)),
        ("block", value(match.block)),
        ("started", foreign(match.started)),
        ("ended", value(match.ended)),
        ("machine", _machine(report)),
        ("sandbox", foreign(match.sandbox)),
        ("referee", foreign(match.referee)),
        ("rules", foreign(str(match.rules.get("name")))),
        ("rules version", match.rules_version),
        ("protocol", match.protocol),
        ("record format", match.record_format),
        ("seed commitment", foreign(match.seed_commitment)),
    ]
    control = match.time_control
    limits: Block = Paragraph(("It was played without time limits.",))
    if control is not None:
        limits = readable_table("Time control, in milliseconds", ("field", "value"), _values(control))
    return Section(
        "Who played, and how",
        (
            seats,
            Table("Circumstances", ("what", "value"), tuple(rows)),
            limits,
            readable_table("Terms of the match", ("field", "value"), _values(match.terms)),
        ),
    )


def _machine(report: Report) -> Cell:
    found = report.match.machine
    if found is None:
        return "not on record"
    return foreign(f"{found.system} {found.release}, {found.architecture}, Python {found.python}, {found.cores} cores")


def _values(table: Any) -> tuple[tuple[Cell, ...], ...]:
    return tuple((foreign(str(field)), value(found)) for field, found in table.items())


def rules(report: Report) -> Section:
    """Every field of the rules, beside the preset that the set is called by, or else ``competition``."""
    own = report.match.rules
    preset = PRESETS.get(str(own.get("name")), PRESETS["competition"])
    usual = preset.as_dict()
    rows = tuple(
        (foreign(str(field)), value(found), value(usual.get(field)), "" if usual.get(field) == found else "differs")
        for field, found in own.items()
    )
    return Section(
        "The rules in full", (readable_table("Rules", ("field", "value", f"in {preset.name}", "remark"), rows),)
    )


# -- verification and clocks --------------------------------------------------------------------------------


def verification(report: Report) -> Section:
    """What ``referee replay verify`` says."""
    found = report.verified
    blocks: list[Block] = [Paragraph((f"{found.status}. {_VERIFIED[found.status]}",), found.status == "differs")]
    if found.reason:
        where = "" if found.line is None else f"Line {found.line}: "
        blocks.append(Paragraph((where, foreign(found.reason))))
    if found.signatures:
        blocks.append(
            Bullets(tuple(("Signed by ", foreign(of.by), " with the key ", foreign(of.key)) for of in found.signatures))
        )
        blocks.append(Paragraph((_SIGNED if found.are_signatures_checked else _UNCHECKED,)))
    if found.is_sealed:
        blocks.append(Paragraph(("The seed is sealed: it lies beside the record, which does not reveal it.",)))
    if found.record_digest is not None:
        rows = (("game_digest", value(found.game_digest)), ("record_digest", value(found.record_digest)))
        blocks.append(Table("Digests", ("digest", "value"), rows))
    return Section("What verifying the record shows", tuple(blocks))


def clocks(report: Report) -> Section:
    """What each seat took, and its slowest answers."""
    totals = Table(
        "Answers of each seat, in milliseconds",
        ("seat", "name", "answers", "in all", "median", "slowest", "over their time", "by, in all", "reserve left"),
        tuple(
            (
                of.seat, name_of(report, of.seat), of.answers, of.total_ms, of.median_ms, of.slowest_ms, of.overruns,
                of.overrun_ms, of.reserve_left_ms,
            )
            for of in report.clocks
        ),
    )  # fmt: skip
    slowest = Table(
        "The slowest answers of each seat",
        ("seat", "ply", "answer", "ms", "over by"),
        tuple(
            (of.seat, of.ply, foreign(of.what), of.ms, of.over_ms)
            for seat in report.clocks
            for of in seat.slowest
            if of.ms
        ),
    )
    return Section("Clocks", (totals, slowest if slowest.rows else Paragraph(("No answer took a millisecond.",))))
