"""Why the peer may answer otherwise: each known reason as a check that predicts its very answer, and ours.

Both predictions are made here from the position alone, without the engine. A difference that they do not meet to the
road and to the card is unexplained, hence ours until it is understood.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final, NamedTuple

from engine.resources import RESOURCES
from engine.topology import EDGE_VERTICES, HEX_VERTICES, VERTEX_EDGES
from tests.peers.questions import KEPT, MEASURED, PRODUCTION, Position, Question

BLOCKED_END: Final = "a road that leads up to an opponent's building"
LONE_CLAIMANT: Final = "one seat alone claims what the bank is short of"
REASONS: Final = (BLOCKED_END, LONE_CLAIMANT)
"""The headings of docs/peers.md under which they are explained."""


class Difference(NamedTuple):
    """Two answers to one question; ``reason`` is one of ``REASONS``, or None: unexplained."""

    source: str
    question: Question
    ours: Any
    theirs: Any
    reason: str | None

    def __str__(self) -> str:
        return f"{self.source}: {self.question}: ours {self.ours}, theirs {self.theirs}"


def reason_for(question: Question, position: Position, ours: Any, theirs: Any) -> str | None:
    """The known reason why they answer ``theirs`` where we answer ``ours``; None where there is none."""
    if question.subject in (MEASURED, KEPT):
        assert question.seat is not None, "a road is a seat's"
        roads, blocked = position["roads"][question.seat], _others_buildings(position, question.seat)
        if ours != longest_trail(roads, blocked, into_blocked=True):
            return None
        predicted = _measured_by_them if question.subject == MEASURED else _kept_by_them
        return BLOCKED_END if theirs in predicted(roads, blocked) else None
    if question.subject == PRODUCTION:
        assert question.bank is not None, "production is paid from a bank"
        assert question.total is not None, "production is of a roll"
        claims = _claims(position, question.total)
        if ours == _paid(claims, question.bank, to_a_lone_claimant=True):
            return LONE_CLAIMANT if theirs == _paid(claims, question.bank, to_a_lone_claimant=False) else None
    return None


def longest_trail(
    roads: Collection[int], blocked: Collection[int], *, into_blocked: bool, starts: Iterable[int] | None = None
) -> int:
    """The most roads on a walk that takes none twice and goes on from no blocked vertex but where it starts.

    By trying all. It may start anywhere or at one of ``starts``, and end at a blocked vertex if ``into_blocked``.
    """

    def onward(vertex: int, taken: frozenset[int]) -> int:
        best = 0
        for edge in VERTEX_EDGES[vertex]:
            far = sum(EDGE_VERTICES[edge]) - vertex
            if edge not in roads or edge in taken or (far in blocked and not into_blocked):
                continue
            best = max(best, 1 + (0 if far in blocked else onward(far, taken | {edge})))
        return best

    touched = {vertex for edge in roads for vertex in EDGE_VERTICES[edge]}
    return max((onward(vertex, frozenset()) for vertex in touched.intersection(starts or touched)), default=0)


def _measured_by_them(roads: Collection[int], blocked: Collection[int]) -> set[int]:
    """They may walk out of a blocked vertex and never into one."""
    return {longest_trail(roads, blocked, into_blocked=False)}


def _kept_by_them(roads: Collection[int], blocked: Collection[int]) -> set[int]:
    """Besides, a blocked vertex is a start only where the building came after the road."""
    touched = {vertex for edge in roads for vertex in EDGE_VERTICES[edge]}
    open_ones = touched.difference(blocked)
    return {
        longest_trail(roads, blocked, into_blocked=False, starts=[*open_ones, vertex])
        for vertex in touched
    }  # fmt: skip


def _claims(position: Position, total: int) -> list[list[int]]:
    """The cards that each seat would get of each resource from a bank without end."""
    claims = [[0] * 5 for _ in position["hands"]]
    for hex_id, (name, token) in enumerate(zip(position["terrain"], position["tokens"], strict=True)):
        if token == total and hex_id != position["robber"]:
            for seat, own in enumerate(claims):
                for kind, cards in (("settlements", 1), ("cities", 2)):
                    own[RESOURCES.index(name)] += cards * len({*position[kind][seat]} & {*HEX_VERTICES[hex_id]})
    return claims


def _paid(claims: list[list[int]], bank: Sequence[int], *, to_a_lone_claimant: bool) -> list[tuple[int, ...]]:
    """What the claims come to: of a resource that the bank is short of nothing, or all there is for a lone claimant."""
    columns = []
    for wanted, left in zip(zip(*claims, strict=True), bank, strict=True):
        is_lone = to_a_lone_claimant and sum(map(bool, wanted)) == 1
        columns.append(wanted if sum(wanted) <= left else [min(n, left) if is_lone else 0 for n in wanted])
    return list(zip(*columns, strict=True))


def _others_buildings(position: Position, seat: int) -> set[int]:
    buildings = zip(position["settlements"], position["cities"], strict=True)
    return {vertex for other, pair in enumerate(buildings) if other != seat for ids in pair for vertex in ids}
