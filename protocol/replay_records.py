"""The lines of a replay, format 1: a header, a line a ply, lines for faults and their evidence, an end line,
and behind it what was added later: a line that reveals a seed which was sealed, lines of those who signed.

Field order is the order of keys in the file. Format 1 is final: `docs/replay.md` says what may be added to it.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from protocol.json_lines import encode_line
from protocol.messages import Request, ResultRecord
from protocol.tagged import TaggedDecoder
from protocol.vocabulary import (
    Card,
    Count,
    Dice,
    HarbourKind,
    Milliseconds,
    Resource,
    RuleTable,
    Seat,
    Terrain,
    Verdict,
)

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
    """Who sat there. `digest` identifies the program's files (see `docs/protocol.md`), null where it was not taken."""

    name: str
    version: str
    digest: str | None


class MachineRecord(Struct, frozen=True):
    """What the referee ran on, as far as times depend on it; nothing that names the machine or its owner."""

    system: str
    """As `Linux`."""
    release: str
    """Of the system, as `6.12.48+deb13-amd64`."""
    architecture: str
    """As `x86_64`."""
    python: str
    """Version of the Python that the referee ran in."""
    cores: Count
    """Processors that the referee and the programs that it started could use."""


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
    machine: MachineRecord | None = None
    """Null where it is not known, as in records of before it was kept. Remote bots ran elsewhere."""


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


class EvidenceClock(Struct, frozen=True):
    """What the seat was allowed for the answer in question, and what it took."""

    move_ms: Milliseconds | None
    """Null, as `reserve_ms`: a match without time limits."""
    reserve_ms: Milliseconds | None
    """What was left of the seat's reserve when it was asked."""
    used_ms: Milliseconds
    overrun_ms: Milliseconds
    """What went beyond `move_ms`."""
    given_back_ms: Milliseconds
    """Measured as not the bot's doing, and not in `used_ms`."""


class EvidenceRecord(Struct, frozen=True, tag_field="t", tag="evidence"):
    """What a forfeit of `seat` at ply `n` rests on, as far as everybody may see it.

    `author` and `sealed` are digests of two files beside the replay, null where they could not be written: one for
    the author of the bot, one for who judges the case.
    """

    n: Count
    seat: Seat
    kind: FaultKind
    request: Request | None
    """The request as the seat was sent it, or would have been had it not ended before; null for `no_start`."""
    answer: str | None
    """The line as it came, its `@<id>` included; null where none came."""
    clock: EvidenceClock | None
    """Null for `no_start`."""
    verdict: Verdict
    reason: str
    command: str
    """Plays the match to a bot once more; `SPEC` stands for the bot."""
    author: str | None
    """`b2:` and BLAKE2b-256 in hex."""
    sealed: str | None


class End(Struct, frozen=True, tag_field="t", tag="end"):
    """The last line of the match. A replay without one is of a match that was interrupted."""

    result: ResultRecord
    seed: str | None
    """Seed and nonce are null while the seed is sealed; a `reveal` line may follow then."""
    nonce: str | None
    """64 lower-case hex digits."""
    game_digest: str
    record_digest: str
    ended: str


class Reveal(Struct, frozen=True, tag_field="t", tag="reveal"):
    """The seed of a match that was sealed at its end, in a line added later. `record_digest` does not cover it."""

    seed: str
    nonce: str
    """64 lower-case hex digits."""


class Signature(Struct, frozen=True, tag_field="t", tag="signature"):
    """Somebody stands for the record, in a line added after the end, one a key."""

    key: str
    """`ed25519:` and the public key in base64."""
    by: str
    """What the holder of the key calls himself; only who knows the key knows that it is so."""
    signature: str
    """Ed25519, in base64, over `protocol.signed.replay_message`."""


Record = Header | Ply | FaultRecord | EvidenceRecord | End | Reveal | Signature
RECORD_TYPES: tuple[type[Struct], ...] = (Header, Ply, FaultRecord, EvidenceRecord, End, Reveal, Signature)

_decoder = TaggedDecoder[Record](Record, RECORD_TYPES, "t")


def decode_record(line: bytes | str) -> Record:
    """Decode one line of a replay; UnknownTypeError and ProtocolError as `TaggedDecoder.decode`."""
    return _decoder.decode(line)


def encode_record(record: Record) -> bytes:
    """One line of a replay, LF included."""
    return encode_line(record)
