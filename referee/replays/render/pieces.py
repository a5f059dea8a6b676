"""What stands on the island, by place: the public state turned the way a drawing needs it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

BuildingKind = Literal["settlement", "city"]


@dataclass(frozen=True, slots=True)
class Building:
    """A settlement or a city of a seat."""

    kind: BuildingKind
    seat: int


@dataclass(frozen=True, slots=True)
class Pieces:
    """The robber's hex (None on a bare map), vertex id -> building, edge id -> the seat whose road it is."""

    robber: int | None = None
    buildings: Mapping[int, Building] = field(default_factory=dict)
    roads: Mapping[int, int] = field(default_factory=dict)


def pieces_in(state: Mapping[str, Any] | None) -> Pieces:
    """Read the pieces from a ``public_state``; None is the island before anything stands on it."""
    if state is None:
        return Pieces()
    kinds: tuple[tuple[BuildingKind, str], ...] = (("settlement", "settlements"), ("city", "cities"))
    return Pieces(
        robber=state["robber"],
        buildings={
            vertex: Building(kind, seat)
            for kind, key in kinds
            for seat, vertices in enumerate(state[key])
            for vertex in vertices
        },
        roads={edge: seat for seat, edges in enumerate(state["roads"]) for edge in edges},
    )
