"""The lines of a replay, format 1: a header, a line a ply, lines for faults, an end line.

Field order is the order of keys in the file. Format 1 is a draft until it is frozen together with protocol 1.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from protocol.json_lines import encode_line
from protocol.messages import ResultRecord
from protocol.tagged import TaggedDecoder
from protocol.vocabulary import Card, Count, Dice, HarbourKind, Milliseconds, Resource, RuleTable, Seat, Terrain

REPLAY_FORMAT = 1
"""The value of `format` in the header."""

FaultKind = Literal["illegal", "malformed", "timeout", "crash", "no_start", "flood", "disconnect", "memory"]
"""What a seat did wrong. A line that is too long or not UTF-8 counts as `malformed`."""

FaultOutcome = Literal["forfeit", "refused", "default", "noted"]
"""What came of a fault.

`forfeit`: the match ended by it. `refused`: the seat was told why and asked again. `default`: its attempts were
used up and the default action was played for it; that is the next ply. `noted`: kept as evidence, without effect.
"""


class SeatRecord(Struct, frozen=True):
    """Who sat there. `digest` identifies the program's files (see `protocol.md`), null where it was not taken."""

    name: str
    version: str
    digest: str | None


class Header(Struct, frozen=True, tag_field="t", tag="header"):
    """Everything that was fixed before the first action, the secret seed apart."""

    format: Count
    rules_version: Count
    protocol: Count
    referee: str
    """Version of the referee that wrote the record."""
    match_id: str
    block: str | None
    rules: RuleTable
    match: dict[str, int | bool | str | None]
    time_control: dict[str, Milliseconds] | None
    """Null: a match without time limits."""
    terrain: Annotated[list[Terrain], Meta(min_length=19, max_length=19)]
    tokens: Annotated[list[int | None], Meta(min_length=19, max_length=19)]
    harbours: Annotated[list[HarbourKind], Meta(min_length=9, max_length=9)]
    seed_commitment: str
    seats: Annotated[list[SeatRecord], Meta(min_length=3, max_length=4)]
    sandbox: str
    """How the programs were contained; `none` where they were not."""
    started: str
    """UTC, as `2026-11-30T12:00:00Z`."""


class Ply(Struct, frozen=True, tag_field="t", tag="ply"):
    """One applied action, number `n` counted from 0."""

    n: Count
    seat: Seat
    action: str
    chance: Dice | Resource | Card | None
    """What chance decided: two dice of a roll, the card stolen, the card bought; null for other actions."""
    ms: Milliseconds
    """What the clock of the seat was charged."""
    hash: str
    """`state_hash` after the action."""


class FaultRecord(Struct, frozen=True, tag_field="t", tag="fault"):
    """Something that `seat` did wrong while ply `n` was to be played; `answer` is null where there was none."""

    n: Count
    seat: Seat
    kind: FaultKind
    answer: str | None
    ms: Milliseconds
    outcome: FaultOutcome


class End(Struct, frozen=True, tag_field="t", tag="end"):
    """The last line. A replay without one is of a match that was interrupted."""

    result: ResultRecord
    seed: str | None
    """Seed and nonce are null while the seed is to be played again."""
    nonce: str | None
    """64 lower-case hex digits."""
    game_digest: str
    record_digest: str
    ended: str


Record = Header | Ply | FaultRecord | End
RECORD_TYPES: tuple[type[Struct], ...] = (Header, Ply, FaultRecord, End)

_decoder = TaggedDecoder[Record](Record, RECORD_TYPES, "t")


def decode_record(line: bytes | str) -> Record:
    """Decode one line of a replay; UnknownTypeError and ProtocolError as `TaggedDecoder.decode`."""
    return _decoder.decode(line)


def encode_record(record: Record) -> bytes:
    """One line of a replay, LF included."""
    return encode_line(record)
