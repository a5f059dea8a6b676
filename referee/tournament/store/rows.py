"""What is stored, a row each. Times are UTC text as ``2026-11-30T12:00:00Z``. Needs no extra to be imported."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from protocol.rulings import RulingVerdict
from referee.tournament.results import Dealings

BlockState = Literal["open", "whole", "given_up", "withdrawn"]
"""``open``: to be played, or being played. ``whole``: every match is stored, and counts. ``given_up``: void so often
that it is not played again. ``withdrawn``: a bot in it was benched; what was played of it does not count."""

Seats = tuple[int, ...]
"""A number for each seat, or the seats themselves."""


class TournamentRow(msgspec.Struct, frozen=True, kw_only=True):
    """What holds for all of a tournament. ``plan`` is JSON text; ``master`` the secret that the seeds come from, in
    hex, and ``commitment`` what was published of it; ``referee`` the version that began it."""

    name: str
    plan: str
    master: str
    commitment: str
    referee: str
    created: str

    def __repr__(self) -> str:
        """Without the master, which must not get into a log."""
        return f"TournamentRow(name={self.name!r}, commitment={self.commitment!r}, created={self.created!r})"


class EntrantRow(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays. ``number`` counts from 0; ``spec`` starts the bot; ``digest`` identifies its files, None where it was
    not taken; ``benched`` is why it plays no more."""

    number: int
    name: str
    version: str
    team: str
    spec: str
    digest: str | None = None
    benched: str | None = None


class BlockRow(msgspec.Struct, frozen=True, kw_only=True):
    """One seed and who plays it. ``lineup`` has entrants by number; ``orders`` says, match by match, which place of the
    lineup sits on each seat. ``attempt`` counts from 1, one more for each time that the block was void; ``reason`` is
    why it was void last, was given up, or was withdrawn."""

    number: int
    attempt: int = 1
    lineup: Seats
    orders: tuple[Seats, ...]
    state: BlockState = "open"
    round: int = 0
    reason: str | None = None


class MatchRow(msgspec.Struct, frozen=True, kw_only=True):
    """One match of a block's attempt, the one at ``order`` in its orders.

    By seat: ``entrants``, ``points``, ``luck``, ``used_ms``, ``slowest_ms``; ``ranking`` has the seats, the best first;
    ``offenders`` those that forfeited. Where ``is_void``, these may be empty, and ``reason`` says why the match does
    not count. ``wall_ms`` is from start to end; ``sandbox`` the word for the level; ``machine`` what it ran on, in
    words; ``referee`` the version; ``replay`` where the record lies, from the tournament's folder, None where there is
    none.
    """

    match_id: str
    block: int
    attempt: int
    order: int
    entrants: Seats
    is_void: bool = False
    verdict: str
    reason: str | None = None
    ranking: Seats = ()
    points: Seats = ()
    offenders: Seats = ()
    rolls: int = 0
    plies: int = 0
    luck: tuple[float, ...] = ()
    dealings: Dealings | None = None
    used_ms: Seats = ()
    slowest_ms: Seats = ()
    wall_ms: int = 0
    started: str
    ended: str
    sandbox: str
    machine: str
    referee: str
    game_digest: str | None = None
    record_digest: str | None = None
    replay: str | None = None


class Start(NamedTuple):
    """How far a match that has a result got, and by whose fault no further: part of a ``MatchRow``."""

    entrants: Seats
    offenders: Seats
    rolls: int


class Record(NamedTuple):
    """How a match that has a result was played, and where its record lies: part of a ``MatchRow``."""

    match_id: str
    block: int
    attempt: int
    started: str
    ended: str
    wall_ms: int
    sandbox: str
    machine: str
    referee: str
    replay: str | None
    game_digest: str | None
    record_digest: str | None


class VoidMatch(NamedTuple):
    """A match that this machine or the referee failed, and why."""

    match_id: str
    block: int
    attempt: int
    reason: str


class RulingRow(msgspec.Struct, frozen=True, kw_only=True):
    """What was decided about a match afterwards, as ``protocol.rulings`` has it.

    ``digest`` is the ruling's own, and ``replaces`` that of an earlier one which no longer holds. ``key`` signed it,
    and ``by`` is its name. ``ranking`` goes with the verdict ``adjudicated``.
    """

    match_id: str
    verdict: RulingVerdict
    ranking: Seats | None = None
    reason: str
    by: str
    key: str
    ruled: str
    digest: str
    replaces: str | None = None
