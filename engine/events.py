"""What an applied action did, and how much of it each seat sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from engine.resources import RESOURCES, resource_counts


class Hidden(NamedTuple):
    """A card that moved unseen by most: its index, what the index means, and the seats that saw it."""

    card: int
    names: tuple[str, ...]
    knowers: tuple[int, ...]


class Event:
    """One applied action: who, what, and what followed from it.

    ``details`` holds the public facts under their wire names, in wire order, in the engine's compact form;
    ``hidden`` is the card of a theft or a purchase. ``chance`` is what chance decided, for the record.
    """

    __slots__ = ("action", "details", "hidden", "ply", "seat", "seats")

    def __init__(self, ply: int, seat: int, action: str, seats: int) -> None:
        self.ply = ply
        self.seat = seat
        self.action = action
        self.seats = seats
        self.details: dict[str, Any] = {}
        self.hidden: Hidden | None = None

    @property
    def is_secret(self) -> bool:
        """Do seats see different things?"""
        return self.hidden is not None

    @property
    def chance(self) -> list[int] | str | None:
        """What chance decided: two dice, the card stolen or bought, or nothing."""
        if self.hidden is not None:
            return self.hidden.names[self.hidden.card]
        dice = self.details.get("dice")
        return None if dice is None else list(dice)

    def seen_by(self, viewer: int | None) -> dict[str, Any]:
        """The event as this seat (None: a spectator) may know it, with the keys of the wire."""
        seen: dict[str, Any] = {"ply": self.ply, "seat": self.seat, "action": self.action}
        if self.hidden is not None:
            seen["card"] = self.hidden.names[self.hidden.card] if viewer in self.hidden.knowers else None
        for key, value in self.details.items():
            seen[key] = _AS_WIRE[key](value, self.seats)
        return seen

    def __repr__(self) -> str:
        return f"Event({self.seen_by(None)})"


def _same(value: Any, _seats: int) -> Any:
    return value


def _as_list(value: Any, _seats: int) -> list[Any]:
    return list(value)


def _bundle(counts: tuple[int, ...], _seats: int) -> dict[str, int]:
    return resource_counts(counts)


def _gains(slots: tuple[int, ...], seats: int) -> list[dict[str, int]]:
    """One slot (5 * seat + resource) per card -> an object per seat."""
    flat = [0] * (5 * seats)
    for slot in slots:
        flat[slot] += 1
    return [resource_counts(flat[5 * seat : 5 * seat + 5]) for seat in range(seats)]


def _shortage(resources: tuple[int, ...], _seats: int) -> list[str]:
    return [RESOURCES[resource] for resource in resources]


def _discards(by_seat: dict[int, list[int]], seats: int) -> list[dict[str, int]]:
    return [resource_counts(by_seat[seat]) if seat in by_seat else {} for seat in range(seats)]


_AS_WIRE: Final[dict[str, Callable[[Any, int], Any]]] = {
    "dice": _as_list,
    "gains": _gains,
    "shortage": _shortage,
    "discards": _discards,
    "paid": _bundle,
    "gave": _bundle,
    "got": _bundle,
    "taken": _as_list,
    "points": _as_list,
    "longest_road_holder": _same,
    "largest_army_holder": _same,
}
EVENT_DETAILS: Final = tuple(_AS_WIRE)
"""The keys that an event can carry beside ply, seat, action and card."""
