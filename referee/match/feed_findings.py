"""What a bot did with the requests of a recorded match, beside what was done then."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from protocol.replay_records import FaultKind, FaultRecord, Ply
from protocol.vocabulary import ErrorCode
from referee.match.verdicts import Offence

_JUDGED_BY_WORDS: Final = ("illegal", "malformed")
READY: Final = "ready"
"""The answer to being started."""


@dataclass(frozen=True)
class Reaction:
    """What came of a request: a legal action, or a fault of this kind with the words in question.

    ``reason``, ``code`` and ``read_on`` are how the bot is told of its fault, where that is known.
    """

    fault: FaultKind | None
    answer: str | None
    reason: str = ""
    code: ErrorCode | None = None
    read_on: str = ""

    @classmethod
    def of_record(cls, record: Ply | FaultRecord) -> Reaction:
        if isinstance(record, Ply):
            return cls(None, record.action)
        return cls(record.kind, record.answer)

    @classmethod
    def of_offence(cls, offence: Offence) -> Reaction:
        return cls(offence.kind, offence.answer, offence.reason, offence.code, offence.read_on)

    def is_same_as(self, other: Reaction) -> bool:
        """The same action, or the same fault; a bot that is late or dies is so whatever else it says."""
        if self.fault != other.fault:
            return False
        return self.answer == other.answer or self.fault not in (None, *_JUDGED_BY_WORDS)


@dataclass(frozen=True)
class Comparison:
    """One request, what was answered in the recorded match, and what the bot says now, within ``ms``.

    ``request`` is None for the start of the program, which ``READY`` answers.
    """

    request: int | None
    ply: int
    recorded: Reaction
    now: Reaction
    ms: int

    @property
    def is_same(self) -> bool:
        return self.now.is_same_as(self.recorded)


@dataclass
class Findings:
    """All comparisons, as far as they matter: how many, those that differ, and ``fault``: the seat's forfeit.

    ``requests`` leaves the start out. ``fault`` is None where the seat did not forfeit, or the bot did not live to be
    asked for it.
    """

    requests: int = 0
    slowest_ms: int = 0
    differences: list[Comparison] = field(default_factory=list)
    fault: Comparison | None = None

    @property
    def same(self) -> int:
        """How many requests were answered as on record."""
        return self.requests - sum(one.request is not None for one in self.differences)

    def add(self, comparison: Comparison, *, is_forfeit: bool) -> None:
        """Take in one more; ``is_forfeit`` if the recorded match ended by it."""
        if comparison.request is not None:
            self.requests += 1
        self.slowest_ms = max(self.slowest_ms, comparison.ms)
        if not comparison.is_same:
            self.differences.append(comparison)
        if is_forfeit:
            self.fault = comparison
