"""Bundles of resource cards: five counts, written ``2wood+ore``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from engine.resources import RESOURCE_INDEX, RESOURCES

Bundle = tuple[int, ...]
"""Five counts in ``RESOURCES`` order."""

ONE_CARD: Final[tuple[Bundle, ...]] = tuple(tuple(int(i == resource) for i in range(5)) for resource in range(5))
"""Resource index -> the bundle of one card of it."""

_PART: Final = re.compile(rf"([1-9][0-9]{{0,4}})?({'|'.join(RESOURCES)})")


def bundle_text(bundle: Sequence[int]) -> str:
    """The canonical spelling: resources in order, a count only where it is not one."""
    return "+".join(f"{n}{name}" if n > 1 else name for n, name in zip(bundle, RESOURCES, strict=True) if n)


def parse_bundle(text: str, most: int) -> Bundle | None:
    """The bundle that this text spells, its parts in any order; None where it spells none.

    Each resource stands at most once, without a count for one card, and no count exceeds ``most``.
    """
    counts = [0] * 5
    for part in text.split("+"):
        found = _PART.fullmatch(part)
        if found is None or found[1] == "1":
            return None
        resource, n = RESOURCE_INDEX[found[2]], int(found[1] or 1)
        if counts[resource] or n > most:
            return None
        counts[resource] = n
    return tuple(counts)


def holds(cards: Sequence[int], bundle: Sequence[int]) -> bool:
    """Are the cards of the bundle among these (five counts)?"""
    wood, brick, sheep, wheat, ore = cards
    of_wood, of_brick, of_sheep, of_wheat, of_ore = bundle
    return wood >= of_wood and brick >= of_brick and sheep >= of_sheep and wheat >= of_wheat and ore >= of_ore


def share_a_resource(one: Bundle, other: Bundle) -> bool:
    return any(a and b for a, b in zip(one, other, strict=True))


def sub_bundles(cards: Sequence[int], size: int) -> Iterator[Bundle]:
    """Yield every bundle of ``size`` cards out of at least as many, those with more of an earlier resource first."""
    first, *rest = cards
    if not rest:
        yield (size,)
        return
    least = max(0, size - sum(rest))  # else the rest could not make up for it
    for n in range(min(first, size), least - 1, -1):
        for others in sub_bundles(rest, size - n):
            yield (n, *others)
