"""What a report says of faults: the evidence of each forfeit with what would have been legal, then the others."""

from __future__ import annotations

from collections.abc import Iterator

from engine.rules import MOST_SEATS
from referee.replays.report.cases import Fault, Right
from referee.replays.report.document import (
    Block,
    Bullets,
    Cell,
    Paragraph,
    Section,
    Table,
    Words,
    counted,
    foreign,
    readable_table,
)
from referee.replays.report.facts import Report
from referee.replays.report.match_sections import name_of, value


def faults(report: Report) -> Section:
    """Every fault on record."""
    if not report.faults:
        return Section("Faults", (Paragraph(("No fault is on record.",)),))
    forfeits = [fault for fault in report.faults if fault.outcome == "forfeit"]
    others = [fault for fault in report.faults if fault.outcome != "forfeit"]
    said = f"{len(forfeits)} by which a seat forfeited, and {len(others)} by which the match did not end."
    if len(forfeits) > MOST_SEATS:
        said += f" No match has so many forfeits; these are the first {MOST_SEATS}."
    blocks: list[Block] = [Paragraph((said,))]
    if others:
        blocks.append(_others(others))
    return Section("Faults", tuple(blocks), tuple(_forfeit(report, fault) for fault in forfeits[:MOST_SEATS]))


def _others(others: list[Fault]) -> Table:
    rows = tuple(
        (
            fault.ply, fault.seat, fault.kind, fault.outcome, value(fault.answer),
            None if fault.why is None else foreign(fault.why), fault.ms,
            fault.right.default if fault.right and fault.outcome == "default" else "",
        )
        for fault in others
    )  # fmt: skip
    headings = ("ply", "seat", "kind", "outcome", "answer", "why it was wrong", "ms", "played instead")
    return readable_table("Faults that ended nothing", headings, rows)


def _forfeit(report: Report, fault: Fault) -> Section:
    heading = f"Seat {fault.seat} forfeits at ply {fault.ply}: {fault.kind.replace('_', ' ')}"
    blocks: list[Block] = [Bullets(tuple(_account(report, fault)))]
    blocks += [] if fault.right is None else _what_was_right(fault.right)
    if fault.proof is not None:
        blocks.append(_files(fault))
    return Section(heading, tuple(blocks))


def _account(report: Report, fault: Fault) -> Iterator[tuple[Words, ...]]:
    yield ("Name: ", name_of(report, fault.seat))
    proof = fault.proof
    if proof is None:
        yield ("The record has no evidence line for it; this is from the line of the fault.",)
    answer = fault.answer if proof is None or proof.answer is None else proof.answer
    if answer is None and fault.kind != "no_start":  # which was not asked for one
        yield ("No answer came.",)
    elif answer is not None:
        yield "The answer, as it came: ", foreign(answer)
    if fault.why is not None:
        yield ("Why it was wrong, in the engine's words: ", foreign(fault.why))
    if proof is not None:
        yield ("The reason on record: ", foreign(proof.reason))
        if proof.request is not None:
            yield (f"Request {proof.request}, attempt {proof.attempt}.",)
    yield (_time(fault),)


def _time(fault: Fault) -> str:
    proof = fault.proof
    if proof is None or proof.used_ms is None:
        return f"Charged to its clock: {fault.ms} ms."
    if proof.move_ms is None:
        return f"It took {proof.used_ms} ms; there was no time limit."
    return (
        f"It took {proof.used_ms} ms, {proof.overrun_ms} ms over the {proof.move_ms} ms for a move, with "
        f"{proof.reserve_ms} ms of its reserve left when it was asked; {proof.given_back_ms} ms had been given back "
        "as not its doing."
    )


def _what_was_right(right: Right) -> Iterator[Block]:
    listed = len(right.legal_actions)
    cut = "" if listed == right.count else f"; the first {listed} of them"
    yield Paragraph((f"In phase {right.phase}, {counted(right.count, 'action')} would have been legal{cut}: "
                     f"{', '.join(right.legal_actions)}.",))  # fmt: skip
    if right.free_form:
        yield Paragraph((f"Legal with the right arguments, too many to list: {', '.join(right.free_form)}.",))


def _files(fault: Fault) -> Table:
    proof = fault.proof
    assert proof is not None
    rows: tuple[tuple[Cell, ...], ...] = (
        ("plays the match to the bot again", foreign(proof.command)),
        ("evidence for its author", value(proof.author)),
        ("evidence under seal", value(proof.sealed)),
    )
    return Table("To look further", ("what", "command, or digest of the file"), rows)
