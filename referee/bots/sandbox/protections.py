"""What a bot can be kept from, and the levels of protection that a match can be held at."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Final


class Protection(Enum):
    """One thing that a contained bot can't do; the value says it in words, as users read it."""

    NETWORK = "no network"
    FILES = "only its own files and what an interpreter needs, read-only"
    PROCESSES = "can't see or signal other processes"
    SYSTEM_CALLS = "no system calls that a program has no use for"
    PRIVILEGES = "can't gain privileges"
    SCRATCH = "a scratch folder of limited size, emptied afterwards"
    PROCESS_LIMITS = "limits on each process: memory, open files, number of processes"
    END = "ends with the match or the referee, whatever it started"
    OWN_USER = "a user of its own for each bot"
    TREE_MEMORY = "memory of all its processes together limited by the kernel"
    TREE_SIZE = "number of its processes limited by the kernel, whatever user they run as"


class Level(IntEnum):
    """How much protection was reached; each level has all that those before it have."""

    NONE = 0
    LIMITS = 1
    USERNS = 2
    BUBBLEWRAP = 3
    FULL = 4

    @property
    def word(self) -> str:
        """The level's name on the command line and in records."""
        return self.name.lower()


_LIMITS: Final = frozenset({Protection.PRIVILEGES, Protection.PROCESS_LIMITS})
_USERNS: Final = _LIMITS | {
    Protection.NETWORK,
    Protection.FILES,
    Protection.PROCESSES,
    Protection.SYSTEM_CALLS,
    Protection.SCRATCH,
    Protection.END,
}
_BUBBLEWRAP: Final = _USERNS | {Protection.OWN_USER}

NEEDED: Final[dict[Level, frozenset[Protection]]] = {
    Level.NONE: frozenset(),
    Level.LIMITS: _LIMITS,
    Level.USERNS: _USERNS,
    Level.BUBBLEWRAP: _BUBBLEWRAP,
    Level.FULL: frozenset(Protection),
}
"""What a level promises. What is there beyond it is there all the same, and not promised."""

RATED: Final = Level.USERNS
"""The level that rated play asks for where the organiser names none."""


@dataclass(frozen=True)
class Missing:
    """A protection that is not there, and why."""

    protection: Protection
    cause: str

    def __str__(self) -> str:
        return f"not there: {self.protection.value} ({self.cause})"


def level_reached(missing: list[Missing]) -> Level:
    """The highest level that promises nothing of what is missing."""
    lacking = {absence.protection for absence in missing}
    return max(level for level, needed in NEEDED.items() if not needed & lacking)
