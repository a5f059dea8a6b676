"""Seeds, and names of matches, derived from one secret: nobody can foresee them, and everybody can check them later.

``BLAKE2b(key=master, "seed/BLOCK/ATTEMPT")`` in 128 bits is the seed of a block's attempt. The commitment to the
master is published before the first match, the master itself when the tournament is over.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from hashlib import blake2b, sha256
from typing import Final, TypeVar

T = TypeVar("T")

_ID_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that are taken for each other
_ID_LENGTH: Final = 12  # of 30 letters: 58 bits, so that no two of a million matches share one


def new_master(seed: str | None) -> bytes:
    """32 bytes: secret ones, or those of a seed that the organiser gives, which then tells all that will be drawn."""
    return secrets.token_bytes(32) if seed is None else blake2b(seed.encode(), digest_size=32).digest()


def master_commitment(master: bytes) -> str:
    """What is published of the master beforehand."""
    return "sha256:" + sha256(master).hexdigest()


def block_seed(master: bytes, block: int, attempt: int) -> str:
    """The seed that all matches of this attempt at a block are played with."""
    return _keyed(master, f"seed/{block}/{attempt}", 16).hex()


def match_name(master: bytes, block: int, attempt: int, order: int) -> str:
    """The name of one match: tells nobody which of the seat orders it is, and is the same after a crash."""
    number = int.from_bytes(_keyed(master, f"match/{block}/{attempt}/{order}", 16), "little")
    letters = []
    for _ in range(_ID_LENGTH):
        number, letter = divmod(number, len(_ID_LETTERS))
        letters.append(_ID_LETTERS[letter])
    return "m-" + "".join(letters)


def draw(master: bytes, what: str, below: int) -> int:
    """A number from 0 to ``below`` - 1. Of 128 bits, so that what the remainder favours is too little to be seen."""
    return int.from_bytes(_keyed(master, what, 16), "little") % below


def shuffled(master: bytes, what: str, items: Sequence[T]) -> list[T]:
    """The items in an order that ``what`` draws; Fisher-Yates from the last place down."""
    dealt = list(items)
    for i in range(len(dealt) - 1, 0, -1):
        j = draw(master, f"{what}/{i}", i + 1)
        dealt[i], dealt[j] = dealt[j], dealt[i]
    return dealt


def _keyed(master: bytes, what: str, size: int) -> bytes:
    return blake2b(what.encode(), key=master, digest_size=size).digest()
