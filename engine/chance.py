"""The one door to chance: dice, steals and shuffles, each a pure function of (seed, stream, index).

The algorithm is specified with test vectors in ``docs/chance.md`` and never changes within a
``rules_version``. A die depends on the roll's number only and a theft on the theft's number only, so nothing a
bot does can shift a later draw: the same seed is the same island, dice and deck whoever plays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b
from typing import Final, Protocol, TypeVar

from engine.errors import ChanceExhausted, EngineError

T = TypeVar("T")

STREAMS: Final = ("terrain", "tokens", "harbours", "deck", "dice", "steal")
_WORD_BYTES: Final = 8
_WORDS: Final = 1 << (8 * _WORD_BYTES)


class Chance(Protocol):
    """What the engine asks of chance. Numbers count from 1 for rolls and from 0 for thefts."""

    @property
    def seed(self) -> str | None:
        """The match seed, or None where chance does not come from one."""

    def dice(self, roll: int) -> tuple[int, int]:
        """The two dice of the ``roll``-th roll of the match."""

    def steal(self, index: int, n: int) -> int:
        """Which of the victim's ``n`` cards (laid out in resource order, from 0) the theft takes."""

    def shuffle(self, stream: str, items: Sequence[T]) -> list[T]:
        """The items in the order in which this stream deals them."""


class SeededChance:
    """Chance drawn from a match seed by keyed BLAKE2b in counter mode.

    >>> SeededChance("example").dice(1)
    (3, 4)
    """

    __slots__ = ("_streams", "seed")

    def __init__(self, seed: str) -> None:
        self.seed: str | None = seed
        try:
            key = blake2b(seed.encode(), digest_size=32).digest()
        except UnicodeEncodeError:
            raise EngineError(f"seed {seed!r} is no text: it has half of a surrogate pair") from None
        # Keying is half the work of a draw, so it is done once a stream.
        self._streams = {
            stream: blake2b(digest_size=_WORD_BYTES, key=key, person=stream.encode()) for stream in STREAMS
        }

    def draw(self, stream: str, index: int, n: int) -> int:
        """A uniform number in ``0..n-1``, ``n`` from 1 to 2**64: the ``index``-th draw of the stream.

        The words of the draw are BLAKE2b-64 of (index, attempt), keyed by the seed and personalised by the
        stream; a word that would favour small results is rejected and the next attempt is taken.
        """
        accepted_below = _WORDS - _WORDS % n
        attempt = 0
        while True:
            digest = self._streams[stream].copy()
            digest.update((attempt << 64 | index).to_bytes(16, "little"))
            word = int.from_bytes(digest.digest(), "little")
            if word < accepted_below:
                return word % n
            attempt += 1

    def dice(self, roll: int) -> tuple[int, int]:
        first, second = divmod(self.draw("dice", roll, 36), 6)
        return first + 1, second + 1

    def steal(self, index: int, n: int) -> int:
        return self.draw("steal", index, n)

    def shuffle(self, stream: str, items: Sequence[T]) -> list[T]:
        """Fisher-Yates from the last place down; place ``i`` is filled by draw number ``i`` of the stream."""
        dealt = list(items)
        for i in range(len(dealt) - 1, 0, -1):
            j = self.draw(stream, i, i + 1)
            dealt[i], dealt[j] = dealt[j], dealt[i]
        return dealt

    def __reduce__(self) -> tuple[type[SeededChance], tuple[str | None]]:
        """To save or copy one its seed is enough; the keyed hashes are made anew."""
        return SeededChance, (self.seed,)


class NoChance:
    """The chance of a position without a seed: any draw raises ``ChanceExhausted``."""

    __slots__ = ()
    seed: str | None = None

    def dice(self, roll: int) -> tuple[int, int]:
        raise ChanceExhausted(f"dice of roll {roll}: {_NO_SEED}")

    def steal(self, index: int, n: int) -> int:
        raise ChanceExhausted(f"theft {index}: {_NO_SEED}")

    def shuffle(self, stream: str, items: Sequence[T]) -> list[T]:
        raise ChanceExhausted(f"shuffle of {stream}: {_NO_SEED}")


_NO_SEED: Final = "the position has no seed; give chance.seed in the position or pass a chance object"


class CheckedChance:
    """A chance object from outside, whose draws are looked at before anything is done with them.

    Raises ``EngineError`` where it draws what no dice show or a card that isn't there.
    """

    __slots__ = ("_chance",)

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    @property
    def seed(self) -> str | None:
        return self._chance.seed

    def dice(self, roll: int) -> tuple[int, int]:
        first, second = self._chance.dice(roll)
        if not (1 <= first <= 6 and 1 <= second <= 6):
            raise EngineError(f"chance: dice of roll {roll} = {(first, second)} must be two numbers from 1 to 6")
        return first, second

    def steal(self, index: int, n: int) -> int:
        place = self._chance.steal(index, n)
        if not 0 <= place < n:
            raise EngineError(f"chance: theft {index} = {place} must be a number from 0 to {n - 1}")
        return place

    def shuffle(self, stream: str, items: Sequence[T]) -> list[T]:
        dealt = self._chance.shuffle(stream, items)
        if Counter(dealt) != Counter(items):
            raise EngineError(f"chance: shuffle of {stream} must deal the items that it was given")
        return dealt


def checked(chance: Chance) -> Chance:
    """The chance as it is where it is ours, else looked at draw by draw."""
    return chance if isinstance(chance, SeededChance | NoChance | CheckedChance) else CheckedChance(chance)


def seeded_chance(seed: str | None) -> Chance:
    """The chance of this seed, or the one that always refuses where there is none."""
    return NoChance() if seed is None else SeededChance(seed)
