"""Everything that a tournament's page says, as data: the ways to write it only put it into words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.tournament.results import MatchResult
from referee.tournament.standings.crosstable import Crosstable
from referee.tournament.standings.pairs import Pairs
from referee.tournament.standings.table import Standings


@dataclass(frozen=True, slots=True)
class BlockCounts:
    """How far a tournament has come, in blocks. ``planned`` is None where only time ends it.

    ``given_up`` are blocks that were void too often, ``withdrawn`` those of a bot that was benched; neither counts.
    """

    planned: int | None
    whole: int
    open: int
    given_up: int
    withdrawn: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """How a match was played: in which attempt at its block, with which seed, when (UTC), in how many milliseconds,
    contained how far, on what machine and by which referee; where its record lies, from the tournament's folder, and
    the digests in its last line.
    """

    attempt: int
    seed: str
    started: str
    ended: str
    wall_ms: int
    sandbox: str
    machine: str
    referee: str
    replay: str
    game_digest: str
    record_digest: str


@dataclass(frozen=True, slots=True)
class Incident:
    """Something that came between a match or a block and its result as played: ``what`` happened, ``about`` which one,
    ``by`` whose decision (empty: nobody's), and why.
    """

    what: str
    about: str
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentFacts:
    """A tournament as it stands.

    ``format``, ``time_control`` and ``sandbox`` are words for people; ``rules`` the name of the rule set. ``created``
    and ``shown`` (when these facts were gathered) are RFC 3339 in UTC. ``commitment`` is that to the master secret,
    from which every block's seed comes; ``master`` that secret in hex once it is revealed. ``voids`` counts matches
    that failed by our own fault; ``is_over``: no more will be played. ``remaining_ms`` is the estimate of the time
    left, None where there is none. ``evidence`` is by match id. ``incidents`` are all there were.
    """

    name: str
    format: str
    seats: int
    rules: str
    roll_cap: int | None
    time_control: str
    sandbox: str
    referee: str
    created: str
    shown: str
    commitment: str
    master: str | None
    blocks: BlockCounts
    voids: int
    is_over: bool
    remaining_ms: int | None
    standings: Standings
    crosstable: Crosstable
    pairs: Pairs
    results: Sequence[MatchResult]
    evidence: Mapping[str, Evidence]
    incidents: Sequence[Incident]
