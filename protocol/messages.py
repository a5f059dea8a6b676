"""Every message from the referee to a bot, as types, with the encoders and the decoder.

Field order is the order of keys on the wire. Readers ignore keys they don't know. The referee encodes requests
and events straight from the engine's dictionaries (a ply has little time); a test holds the two together.
"""

from collections.abc import Mapping
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from protocol.board import Board
from protocol.json_lines import encode_line_to_bot
from protocol.public_state import PublicState
from protocol.tagged import TaggedDecoder
from protocol.vocabulary import (
    Bundle,
    Card,
    Count,
    CountPerSeat,
    Dice,
    ErrorCode,
    EventDelivery,
    Milliseconds,
    OnIllegal,
    Resource,
    RuleTable,
    Seat,
    Verdict,
)


class TimeControl(Struct, frozen=True):
    """The rule; what is left of it is in each request's `Clock`."""

    start_ms: Milliseconds
    """From the start of the program to its `ready`."""
    move_ms: Milliseconds
    reserve_ms: Milliseconds
    """A match's worth of overruns beyond `move_ms`."""
    increment_ms: Milliseconds
    """Added to the reserve with each answer."""
    match_ms: Milliseconds = 0
    """What all seats together may take, in whole milliseconds as they are on record; 0: as long as they like."""


class MatchTerms(Struct, frozen=True):
    """Settings of a match that are not rules of the game."""

    on_illegal: OnIllegal
    refusals: Count
    """Where `on_illegal` is `refuse`: how often a request is asked again before a default is played."""
    ply_cap: Count
    freeze: bool
    """Whether bots are stopped while others are to move."""
    events: EventDelivery


class Clock(Struct, frozen=True):
    """What is left. Null times: this match is played without time limits."""

    move_ms: Milliseconds | None
    reserve_ms: CountPerSeat | None
    """Per seat."""
    attempts_left: Count
    """Answers that will still be judged for this request, the one asked for included."""


class Event(Struct, frozen=True, kw_only=True, tag_field="type", tag="event"):
    """One applied action, as one seat may see it. Keys beyond `action` are there only where they apply."""

    ply: Count
    """Index of the action in the match, from 0."""
    seat: Seat
    action: str
    dice: Dice | UnsetType = UNSET
    gains: list[Bundle] | UnsetType = UNSET
    """Per seat, what production (or a second settlement) paid."""
    shortage: list[Resource] | UnsetType = UNSET
    """Resources of which the bank could not pay everybody."""
    discards: list[Bundle] | UnsetType = UNSET
    """Per seat, what a seven took from hands over the limit."""
    card: Resource | Card | UnsetType | None = UNSET
    """The card stolen or bought; null for seats that may not know it."""
    paid: Bundle | UnsetType = UNSET
    gave: Bundle | UnsetType = UNSET
    got: Bundle | UnsetType = UNSET
    taken: CountPerSeat | UnsetType = UNSET
    """Per seat, how many cards a monopoly took."""
    points: CountPerSeat | UnsetType = UNSET
    """Public points, present when they changed."""
    longest_road_holder: Seat | UnsetType | None = UNSET
    largest_army_holder: Seat | UnsetType | None = UNSET


class MatchStart(Struct, frozen=True, tag_field="type", tag="match_start"):
    """The first message. `names` are null where bots are not to know each other before the end."""

    protocol: Count
    match_id: str
    seat: Seat
    seats: Count
    names: list[str] | None
    rules: RuleTable
    time_control: TimeControl | None
    """Null: a match without time limits."""
    match: MatchTerms
    board: Board
    seed_commitment: str
    """`sha256:` and the hex digest of nonce and seed, so that the seed can be checked once revealed."""
    history: list[Event]
    """Events before this message, for a bot that joins late."""


class Request(Struct, frozen=True, tag_field="type", tag="request"):
    """The bot must answer with one action. `free_form` names verbs that are legal but not listed."""

    id: Count
    attempt: Annotated[int, Meta(ge=1)]
    clock: Clock
    legal_actions: list[str]
    free_form: list[str]
    public_state: PublicState


class Error(Struct, frozen=True, tag_field="type", tag="error"):
    """What was wrong with something that the bot sent; `request` is null where it belongs to none."""

    code: ErrorCode
    request: Count | None
    message: str


class ResultRecord(Struct, frozen=True):
    """How a match ended. `offender` is the lowest offending seat or null; `ranking` has the best seat first."""

    verdict: Verdict
    offender: Seat | None
    reason: str
    winner: Seat | None
    ranking: list[Seat]
    points: list[Count]
    resource_cards: list[Count]
    rolls: Count
    plies: Count


class MatchEnd(Struct, frozen=True, tag_field="type", tag="match_end"):
    """The last message. Seed and nonce are null while the seed is to be played again."""

    result: ResultRecord
    names: list[str]
    seed: str | None
    nonce: str | None


Message = MatchStart | Event | Request | Error | MatchEnd
MESSAGE_TYPES: tuple[type[Struct], ...] = (MatchStart, Event, Request, Error, MatchEnd)

_decoder = TaggedDecoder[Message](Message, MESSAGE_TYPES, "type")


def decode_message(line: bytes | str) -> Message:
    """Decode one line from the referee; UnknownTypeError (skip it) and ProtocolError as `TaggedDecoder.decode`."""
    return _decoder.decode(line)


def encode_message(message: Message) -> bytes:
    """One line, LF included."""
    return encode_line_to_bot(message)


def encode_request(
    id: int,
    attempt: int,
    clock: Clock,
    legal_actions: list[str],
    free_form: list[str],
    public_state: Mapping[str, object],
) -> bytes:
    """A request line from the engine's own `legal_actions` and `public_state`, encoded as they are."""
    return encode_line_to_bot(
        {
            "type": "request",
            "id": id,
            "attempt": attempt,
            "clock": clock,
            "legal_actions": legal_actions,
            "free_form": free_form,
            "public_state": public_state,
        }
    )


def encode_event(event: Mapping[str, object]) -> bytes:
    """An event line from what the engine shows a seat (`event.seen_by(seat)`)."""
    return encode_line_to_bot({"type": "event", **event})
