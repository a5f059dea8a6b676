"""What is known of a match when it is over."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from protocol.messages import ResultRecord
from referee.match.verdicts import Offence


@dataclass(frozen=True)
class Outcome:
    """A finished match: its result, the digests of its record, and what each seat spent and did wrong.

    ``seed`` is None where it is sealed. ``sandbox`` is the level at which the bots were contained. ``evidence`` is the
    folder with the files that a forfeit rests on, None where there is none. ``last_words`` is the last line of each
    seat's standard error, for its author's eyes and not on record.
    """

    result: ResultRecord
    game_digest: str
    record_digest: str
    names: tuple[str, ...]
    versions: tuple[str, ...]
    used_ns: tuple[int, ...]
    slowest_ns: tuple[int, ...]
    offences: tuple[Offence, ...]
    wall_ms: int
    seed: str | None
    sandbox: str = "none"
    evidence: Path | None = None
    last_words: tuple[str, ...] = ()
