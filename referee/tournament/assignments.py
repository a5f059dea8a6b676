"""What is said between a tournament and the processes that play its matches: a JSON object a line, both ways."""

from __future__ import annotations

import msgspec

from referee.tournament.plan import Containment
from referee.tournament.results import Dealings


class Terms(msgspec.Struct, frozen=True, kw_only=True, tag="terms"):
    """The first line to a worker: what all its matches have in common.

    ``plan`` is the tournament's plan in JSON. ``core`` is the processor that worker and bots keep to, None for any.
    Contained bots see nothing of the tournament's ``folder``, nor of the files ``kept_back``.
    """

    plan: str
    containment: Containment
    folder: str
    core: int | None = None
    kept_back: tuple[str, ...] = ()


class Seated(msgspec.Struct, frozen=True, kw_only=True):
    """Who takes a seat: the SPEC that starts it, as who it was entered, and the digest that its files had then."""

    entrant: int
    spec: str
    name: str
    version: str
    digest: str | None


class Assignment(msgspec.Struct, frozen=True, kw_only=True, tag="match"):
    """One match to play; its record goes to ``replay``, where nothing that counts lies."""

    match_id: str
    block: str
    seed: str
    replay: str
    seated: tuple[Seated, ...]


class Disclosure(msgspec.Struct, frozen=True, kw_only=True, tag="reveal"):
    """Records whose seeds are no longer secret, to be revealed in them."""

    replays: tuple[str, ...]


Order = Terms | Assignment | Disclosure


class Played(msgspec.Struct, frozen=True, kw_only=True, tag="played"):
    """A match with its result, on the disk and played back. Times in milliseconds by seat; ``started`` and ``ended``
    in UTC. ``referee_cpu_ms`` is what the worker itself took of a processor.
    """

    verdict: str
    reason: str
    ranking: tuple[int, ...]
    points: tuple[int, ...]
    offenders: tuple[int, ...]
    rolls: int
    plies: int
    luck: tuple[float, ...]
    dealings: Dealings
    used_ms: tuple[int, ...]
    slowest_ms: tuple[int, ...]
    wall_ms: int
    referee_cpu_ms: int
    started: str
    ended: str
    sandbox: str
    machine: str
    referee: str
    game_digest: str
    record_digest: str


class Void(msgspec.Struct, frozen=True, kw_only=True, tag="void"):
    """This machine or the referee failed the match, by no doing of a bot's."""

    verdict: str
    reason: str
    started: str
    ended: str
    sandbox: str
    machine: str
    referee: str


class Unstartable(msgspec.Struct, frozen=True, kw_only=True, tag="unstartable"):
    """There was no match: this entrant can't be started at all."""

    entrant: int
    reason: str


class Unable(msgspec.Struct, frozen=True, kw_only=True, tag="unable"):
    """There was no match, and another try would fare no better: a full disk, a sandbox that is not to be had."""

    reason: str


class Done(msgspec.Struct, frozen=True, tag="done"):
    """Terms were taken, or seeds revealed."""


Reply = Played | Void | Unstartable | Unable | Done

encode = msgspec.json.encode
decode_order = msgspec.json.Decoder(Order).decode
decode_reply = msgspec.json.Decoder(Reply).decode
