"""Reading the fields of a position one by one, each complaint naming the field and what would be right."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from engine.errors import PositionError
from engine.resources import CARDS, RESOURCES


class Fields:
    """The fields of a position that are still to be read. Every method raises ``PositionError``."""

    def __init__(self, position: Any) -> None:
        if not isinstance(position, dict):
            raise PositionError("position", f"must be an object, not {type(position).__name__}")
        self._left = dict(position)

    def take(self, name: str) -> Any:
        """The value of a field that must be there."""
        if name not in self._left:
            raise PositionError(name, "is missing")
        return self._left.pop(name)

    def all_read(self) -> None:
        """Complain about a field that no position has."""
        for name in self._left:
            raise PositionError(str(name), "is no field of a position")

    # -- single values --------------------------------------------------------------------------------------

    def boolean(self, name: str) -> bool:
        value = self.take(name)
        if not isinstance(value, bool):
            raise PositionError(name, f"{value!r} must be true or false")
        return value

    def name(self, name: str, names: Collection[str]) -> str:
        return self._one_of(name, self.take(name), names)

    def number(self, name: str, low: int, high: int) -> int:
        return self.in_range(name, self.take(name), low, high)

    def optional_number(self, name: str, high: int) -> int | None:
        value = self.take(name)
        return None if value is None else self.in_range(name, value, 0, high)

    def whole_number(self, name: str, value: Any) -> int:
        """A count that may be of any size up to what the state hash encodes."""
        return self.in_range(name, value, 0, 2**32 - 2)  # the hash holds one more

    def in_range(self, name: str, value: Any, low: int, high: int | None) -> int:
        if type(value) is not int or value < low or (high is not None and value > high):
            bounds = f"from {low} up" if high is None else f"from {low} to {high}"
            raise PositionError(name, f"{value!r} must be a whole number {bounds}")
        return value

    # -- lists ----------------------------------------------------------------------------------------------

    def names(self, name: str, length: int | None, names: Collection[str]) -> list[str]:
        values = self._list(name, self.take(name), length)
        return [self._one_of(f"{name}[{i}]", value, names) for i, value in enumerate(values)]

    def numbers(self, name: str, value: Any, length: int | None, low: int, high: int | None) -> list[int]:
        values = self._list(name, value, length)
        return [self.in_range(f"{name}[{i}]", number, low, high) for i, number in enumerate(values)]

    def optional_numbers(self, name: str, length: int, low: int, high: int) -> list[int | None]:
        values = self._list(name, self.take(name), length)
        return [
            None if value is None else self.in_range(f"{name}[{i}]", value, low, high) for i, value in enumerate(values)
        ]

    def counts(self, name: str, length: int) -> list[int]:
        return self.numbers(name, self.take(name), length, 0, 65_535)

    def hands(self, name: str, seats: int) -> list[list[int]]:
        per_seat = self._list(name, self.take(name), seats)
        return [self.numbers(f"{name}[{i}]", hand, 5, 0, 65_535) for i, hand in enumerate(per_seat)]

    def ids_per_seat(self, name: str, seats: int, count: int) -> list[list[int]]:
        """Ids below ``count`` per seat, none of them twice."""
        per_seat = self._list(name, self.take(name), seats)
        lists = [self.numbers(f"{name}[{i}]", ids, None, 0, count - 1) for i, ids in enumerate(per_seat)]
        seen: set[int] = set()
        for seat, ids in enumerate(lists):
            for n in ids:
                if n in seen:
                    raise PositionError(f"{name}[{seat}]", f"{n} is there twice")
                seen.add(n)
        return lists

    def items(self, name: str, value: Any) -> list[Any]:
        """A list of any length."""
        return self._list(name, value, None)

    # -- objects --------------------------------------------------------------------------------------------

    def object(self, name: str, keys: set[str]) -> dict[str, Any]:
        value = self.take(name)
        self.keys(name, value, keys)
        return dict(value)

    def keys(self, name: str, value: Any, keys: set[str]) -> None:
        """Exactly these keys must be there."""
        if not isinstance(value, dict) or set(value) != keys:
            raise PositionError(name, f"must be an object with the keys {', '.join(sorted(keys))}")

    def bundle(self, name: str, value: Any) -> list[int]:
        return self._counted(name, value, RESOURCES, 65_535)

    def card_counts(self, name: str, value: Any) -> list[int]:
        return self._counted(name, value, CARDS, 25)

    def card_counts_per_seat(self, name: str, seats: int) -> list[list[int]]:
        per_seat = self._list(name, self.take(name), seats)
        return [self.card_counts(f"{name}[{i}]", cards) for i, cards in enumerate(per_seat)]

    def _counted(self, name: str, value: Any, names: tuple[str, ...], most: int) -> list[int]:
        if not isinstance(value, dict):
            raise PositionError(name, f"{value!r} must be an object of counts by name")
        for key in value:
            self._one_of(name, key, names)
        return [self.in_range(f"{name}.{key}", value.get(key, 0), 0, most) for key in names]

    @staticmethod
    def _list(name: str, value: Any, length: int | None) -> list[Any]:
        if not isinstance(value, list | tuple):
            raise PositionError(name, f"{value!r} must be a list")
        if length is not None and len(value) != length:
            raise PositionError(name, f"must have {length} items, not {len(value)}")
        return list(value)

    @staticmethod
    def _one_of(name: str, value: Any, names: Collection[str]) -> str:
        if not isinstance(value, str) or value not in names:
            raise PositionError(name, f"{value!r} must be one of {', '.join(names)}")
        return value
