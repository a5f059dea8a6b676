"""The lines of a view, format 1: a recorded match as one seat, or a spectator, saw it.

A header, a line for each event as that seat was told it, lines for its own requests, faults and evidence, and an end
line where the match ended. Every key is one that its viewer may know: no seed, hash, digest or commitment is in a view.

Field order is the order of keys in the file. Readers pass over types and keys that they don't know.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from protocol.json_lines import encode_line
from protocol.messages import Event, MatchTerms, Request, ResultRecord, TimeControl
from protocol.replay_records import EvidenceClock, FaultKind, FaultOutcome
from protocol.tagged import TaggedDecoder
from protocol.vocabulary import Count, HarbourKind, Milliseconds, RuleTable, Seat, Terrain, Verdict

VIEW_FORMAT = 1
"""The value of `format` in the header of a view."""

Viewer = Seat | Literal["public"]
"""Whose view it is: a seat's, or that of a spectator, who sees no hand."""


class ViewSeat(Struct, frozen=True):
    """Who sat there. Both are null while bots are not to know each other: in an anonymous match that did not end."""

    name: str | None
    version: str | None


class ViewHeader(Struct, frozen=True, tag_field="t", tag="header"):
    """What everybody knew before the first action."""

    format: Count
    view: Viewer
    rules_version: Count
    match_id: str
    rules: RuleTable
    match: MatchTerms
    anonymous: bool
    """Whether bots did not learn each other's names before the end."""
    prelude: Count
    """How many actions the match began with; nobody was asked for them."""
    time_control: TimeControl | None
    """Null: a match without time limits."""
    terrain: Annotated[list[Terrain], Meta(min_length=19, max_length=19)]
    tokens: Annotated[list[int | None], Meta(min_length=19, max_length=19)]
    harbours: Annotated[list[HarbourKind], Meta(min_length=9, max_length=9)]
    seats: Annotated[list[ViewSeat], Meta(min_length=3, max_length=4)]


class ViewEvent(Struct, frozen=True, tag_field="t", tag="event"):
    """One applied action, as the viewer was told it."""

    event: Event
    ms: Milliseconds
    """What the clock of the seat that acted was charged."""


class ViewRequest(Struct, frozen=True, tag_field="t", tag="request"):
    """What the viewer was asked. Of a reserve a millisecond may be missing for each answer that drew on it."""

    request: Request


class ViewFault(Struct, frozen=True, tag_field="t", tag="fault"):
    """Something that the viewer did wrong while action `n` was to be played, as in a `FaultRecord`."""

    n: Count
    kind: FaultKind
    answer: str | None
    ms: Milliseconds
    outcome: FaultOutcome


class ViewEvidence(Struct, frozen=True, tag_field="t", tag="evidence"):
    """What the viewer's forfeit rests on, as in an `EvidenceRecord`, without the digests of its files."""

    n: Count
    kind: FaultKind
    request: Request | None
    answer: str | None
    clock: EvidenceClock | None
    verdict: Verdict
    reason: str
    command: str


class ViewEnd(Struct, frozen=True, tag_field="t", tag="end"):
    """How the match ended. A view without one is of a match that was interrupted."""

    result: ResultRecord


ViewRecord = ViewHeader | ViewEvent | ViewRequest | ViewFault | ViewEvidence | ViewEnd
VIEW_TYPES: tuple[type[Struct], ...] = (ViewHeader, ViewEvent, ViewRequest, ViewFault, ViewEvidence, ViewEnd)

_decoder = TaggedDecoder[ViewRecord](ViewRecord, VIEW_TYPES, "t")


def decode_view(line: bytes | str) -> ViewRecord:
    """Decode one line of a view; UnknownTypeError and ProtocolError as `TaggedDecoder.decode`."""
    return _decoder.decode(line)


def encode_view(record: ViewRecord) -> bytes:
    """One line of a view, LF included."""
    return encode_line(record)
