"""A chance that says what the test wrote down, and complains when it is asked for more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")

Dice = tuple[int, int]


class ScriptExhausted(AssertionError):
    """The engine drew something for which the test's script has no value."""


class ScriptedChance:
    """Dice by roll number, thefts by theft number, shuffles by stream.

    Like the real one it is a function of its arguments, so copies of a game may share it; only ``draws``, the
    number of draws made per stream, goes up.

    ``dice``: a list holds the rolls from roll 1 on, a mapping names the roll numbers.
    ``steals``: positions among the victim's cards laid out in resource order, from theft 0 on.
    ``orders``: stream name -> the items in the order in which they are to be dealt.
    """

    def __init__(
        self,
        dice: Sequence[Sequence[int]] | Mapping[int, Sequence[int]] = (),
        steals: Sequence[int] = (),
        orders: Mapping[str, Sequence[object]] | None = None,
    ) -> None:
        rolls = dice if isinstance(dice, Mapping) else dict(enumerate(dice, start=1))
        self._dice: dict[int, Dice] = {roll: (first, second) for roll, (first, second) in rolls.items()}
        self._steals = tuple(steals)
        self._orders = dict(orders or {})
        self.draws: Counter[str] = Counter()

    @property
    def seed(self) -> str | None:
        return None

    def dice(self, roll: int) -> Dice:
        if roll not in self._dice:
            raise ScriptExhausted(f"no dice are scripted for roll {roll}; there are some for {sorted(self._dice)}")
        self.draws["dice"] += 1
        return self._dice[roll]

    def steal(self, index: int, n: int) -> int:
        if not 0 <= index < len(self._steals):
            raise ScriptExhausted(f"theft {index} (one of {n} cards) is not scripted; {len(self._steals)} thefts are")
        if not 0 <= self._steals[index] < n:
            raise ScriptExhausted(f"theft {index} is scripted to take card {self._steals[index]} of only {n}")
        self.draws["steal"] += 1
        return self._steals[index]

    def shuffle(self, stream: str, items: Sequence[T]) -> list[T]:
        if stream not in self._orders:
            raise ScriptExhausted(f"no order is scripted for stream {stream!r}, only for {list(self._orders)}")
        left = list(items)
        dealt: list[T] = []
        for wanted in self._orders[stream]:
            if wanted not in left:
                raise ScriptExhausted(f"the order scripted for {stream!r} deals {wanted!r}; left are {left}")
            dealt.append(left.pop(left.index(wanted)))
        if left:
            raise ScriptExhausted(f"the order scripted for {stream!r} leaves {left} undealt")
        self.draws[stream] += 1
        return dealt
