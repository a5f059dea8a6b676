"""Everything that a report says, as data: the three ways to write one only put it into words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from protocol.replay_records import MachineRecord
from referee.replays.report.cases import Fault
from referee.replays.report.timeline import AwardChange, Entry
from referee.replays.tallies.clocks import SeatClock
from referee.replays.tallies.dealings import DealingFacts
from referee.replays.tallies.dice import DiceFacts
from referee.replays.tallies.points import SeatPoints
from referee.replays.tallies.production import SeatProduction


@dataclass(frozen=True, slots=True)
class Signed:
    """A signature on the record: the key, and what its holder calls himself."""

    key: str
    by: str


@dataclass(frozen=True, slots=True)
class Verified:
    """What ``referee replay verify`` says of the record: ``status``, and where it differs ``line`` and ``reason``.

    ``is_sealed``: the seed lies beside the record, which does not reveal it. Digests are null unless it is ``ok``,
    and signatures named only where it is that or ``sealed``; they fit if they were checked, which takes cryptography.
    """

    status: str
    line: int | None
    reason: str
    is_sealed: bool
    game_digest: str | None
    record_digest: str | None
    signatures: tuple[Signed, ...]
    are_signatures_checked: bool


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """Who sat there, as in the record."""

    seat: int
    name: str
    version: str
    digest: str | None


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """What was fixed before the first action, as in the record's header; ``ended`` is null without an end."""

    match_id: str
    block: str | None
    record_format: int
    rules_version: int
    protocol: int
    referee: str
    machine: MachineRecord | None
    sandbox: str
    started: str
    ended: str | None
    rules: Mapping[str, int | bool | str | None]
    terms: Mapping[str, int | bool | str | None]
    time_control: Mapping[str, int] | None
    seed_commitment: str
    seats: tuple[SeatFacts, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """How the match ended, as in the record's result; of several seats that forfeited ``offender`` is the lowest."""

    verdict: str
    reason: str
    offender: int | None
    winner: int | None
    ranking: tuple[int, ...]
    points: tuple[int, ...]
    resource_cards: tuple[int, ...]
    rolls: int
    plies: int


@dataclass(frozen=True, slots=True)
class Play:
    """What only playing the record again shows.

    ``after_setup`` and ``at_end`` are public states as spectators see them, ``after_setup`` null where the match did
    not come so far; the island is beside them by hex and harbour id. ``phase`` and ``to_act`` say what was
    to come when the match was ended from outside play, or the record breaks off; ``to_act`` is null where play itself
    had ended it.
    """

    plies: int
    rolls: int
    turns: int
    phase: str
    to_act: int | None
    points: tuple[SeatPoints, ...]
    timeline: tuple[Entry, ...]
    awards: tuple[AwardChange, ...]
    dice: DiceFacts
    production: tuple[SeatProduction, ...]
    dealings: DealingFacts
    terrain: tuple[str, ...]
    tokens: tuple[int | None, ...]
    harbours: tuple[str, ...]
    after_setup: Mapping[str, Any] | None
    at_end: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Report:
    """The report of one record. ``play`` is null where it could not be played again; ``unplayed`` says why then."""

    report: int
    """Version of this table of facts."""
    verified: Verified
    match: MatchFacts
    end: Ending | None
    faults: tuple[Fault, ...]
    clocks: tuple[SeatClock, ...]
    unplayed: str | None
    play: Play | None
