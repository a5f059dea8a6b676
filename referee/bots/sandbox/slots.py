"""Users of their own for bots, one for each bot that runs at a time on this machine.

A bot that runs as a user of its own can't signal or trace another bot, and a limit on its number of processes, which
the kernel counts by user, counts only its own. The numbers are of no user's account; which of them are in use is
agreed on among the referees of a machine by locks on a file, which end with the process that holds them.
"""

from __future__ import annotations

import fcntl
import os
from functools import cache
from pathlib import Path
from typing import Final

FIRST_UID: Final = 58_000
SLOTS: Final = 512
_LOCKS: Final = Path("/run/referee-bot-users.lock")


class SlotsError(OSError):
    """No bot can have a user of its own: the text says why."""


class UserSlots:
    """The users that this referee may start bots as; only root may."""

    def __init__(self, locks: Path = _LOCKS) -> None:
        self._file = os.open(locks, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        self._ours: set[int] = set()

    def take(self) -> int:
        """The number of a user that no other bot runs as. Raises ``SlotsError`` when all are in use."""
        for slot in range(SLOTS):
            if slot in self._ours:
                continue
            try:
                fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, slot)
            except OSError:  # another referee's
                continue
            self._ours.add(slot)
            return FIRST_UID + slot
        raise SlotsError(f"all {SLOTS} users for bots are in use, {FIRST_UID} to {FIRST_UID + SLOTS - 1}")

    def give_back(self, uid: int) -> None:
        """Nothing runs as this user any more."""
        slot = uid - FIRST_UID
        self._ours.remove(slot)
        fcntl.lockf(self._file, fcntl.LOCK_UN, 1, slot)


@cache
def user_slots() -> UserSlots:
    """The one of this process: locks of one process don't keep its own parts from each other. Raises ``OSError``."""
    return UserSlots()
