"""The caps on a whole match, followed along a record: where one is reached, the match is scored there."""

from __future__ import annotations


class Caps:
    """``ply_cap`` plies, and ``match_ms`` for all seats together (0: no such cap).

    Time is what the record charged: the ``ms`` of plies and faults. Whether a cap is reached is asked after each ply,
    so the time of refused answers counts from the ply that comes of them. ``reached`` is the verdict then, else None.
    """

    def __init__(self, ply_cap: int, match_ms: int) -> None:
        self._ply_cap, self._match_ms = ply_cap, match_ms
        self._plies = self._spent_ms = 0
        self.reached: str | None = None

    def take_fault(self, ms: int) -> None:
        """A fault was charged so much."""
        self._spent_ms += ms

    def take_ply(self, ms: int) -> None:
        """One more action was played, and charged so much."""
        self._plies += 1
        self._spent_ms += ms
        if self._plies >= self._ply_cap:
            self.reached = "ply_cap"
        elif 0 < self._match_ms <= self._spent_ms:
            self.reached = "time_cap"

    def words(self) -> str:
        """The cap that is reached, as a complaint names it."""
        return f"the cap of {self._ply_cap} plies" if self.reached == "ply_cap" else f"the cap of {self._match_ms} ms"

    def why_not(self, verdict: str) -> str:
        """Why a cap is not reached that a record claims with this verdict."""
        if verdict == "ply_cap":
            return f"{self._plies} plies are not the cap of {self._ply_cap}"
        if not self._match_ms:
            return "there is no cap on its time"
        return f"{self._spent_ms} ms are not the cap of {self._match_ms} ms"
