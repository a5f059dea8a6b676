"""A recorded match as one seat, or a spectator, saw it: played again, and told from what that viewer may know.

Nothing is blanked out: each line is made of what the engine shows this viewer and of what is public. Of other seats'
faults a seat was told nothing while the match ran, and the result names the one that ended it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from engine import Event as AppliedEvent
from protocol.messages import Event, MatchTerms, Request, TimeControl, decode_message
from protocol.replay_records import EvidenceRecord, FaultRecord, Header, Ply
from protocol.view_records import (
    VIEW_FORMAT,
    ViewEnd,
    Viewer,
    ViewEvent,
    ViewEvidence,
    ViewFault,
    ViewHeader,
    ViewRecord,
    ViewRequest,
    ViewSeat,
)
from referee.replays.playback import Playback
from referee.replays.reader import Move, Replay
from referee.replays.seed_file import Secret

PUBLIC: Final = "public"


def view_of(replay: Replay, secret: Secret, viewer: Viewer, *, with_requests: bool = False) -> Iterator[ViewRecord]:
    """Yield the lines of the view; ``with_requests``: what the viewer was asked is among them.

    The record must be one that plays back with this secret (``read_playable``). Raises ``ReplayError`` where it does
    not.
    """
    playback = Playback(replay)
    playback.begin(secret)
    seat = None if viewer == PUBLIC else viewer
    yield _header(replay, playback, viewer)
    for number, record in replay.moves():
        if with_requests and seat is not None and playback.asked(record) == seat:
            yield _request(replay, playback, record)
        playback.take(number, record)
        if isinstance(record, Ply):
            assert playback.event is not None
            yield ViewEvent(_as_told(playback.event, seat), record.ms)
        elif isinstance(record, FaultRecord):
            if record.seat == seat:
                yield ViewFault(record.n, record.kind, record.answer, record.ms, record.outcome)
        elif isinstance(record, EvidenceRecord):
            if record.seat == seat:
                yield _evidence(record)
        else:
            yield ViewEnd(record.result)


def _header(replay: Replay, playback: Playback, viewer: Viewer) -> ViewHeader:
    header, board = replay.header, playback.game.board
    is_anonymous = bool(header.match.get("anonymous"))
    return ViewHeader(
        format=VIEW_FORMAT,
        view=viewer,
        rules_version=header.rules_version,
        match_id=header.match_id,
        rules=playback.game.rules.as_dict(),
        match=msgspec.convert(header.match, MatchTerms),
        anonymous=is_anonymous,
        prelude=playback.prelude,
        time_control=msgspec.convert(header.time_control, TimeControl | None),
        terrain=list(board.terrain),  # type: ignore[arg-type]  # the engine's names are the wire's, by test
        tokens=list(board.tokens),
        harbours=list(board.harbours),  # type: ignore[arg-type]
        seats=_seats(header, are_known=replay.end is not None or not is_anonymous),
    )


def _seats(header: Header, *, are_known: bool) -> list[ViewSeat]:
    return [ViewSeat(seat.name, seat.version) if are_known else ViewSeat(None, None) for seat in header.seats]


def _as_told(event: AppliedEvent, seat: int | None) -> Event:
    """The event as this seat was told it; None: a spectator."""
    return msgspec.convert({"type": "event", **event.seen_by(seat)}, Event)


def _request(replay: Replay, playback: Playback, record: Move) -> ViewRequest:
    """The request that this line came of. Where evidence shows it as it was sent, its clock is exact."""
    clock = playback.requests.clock()
    if isinstance(record, FaultRecord) and record.outcome == "forfeit":
        for _, later in replay.moves():
            if isinstance(later, EvidenceRecord) and later.seat == record.seat and later.request is not None:
                clock = later.request.clock
    request = decode_message(playback.requests.line(playback.game, clock))
    assert isinstance(request, Request)
    return ViewRequest(request)


def _evidence(record: EvidenceRecord) -> ViewEvidence:
    return ViewEvidence(
        n=record.n,
        kind=record.kind,
        request=record.request,
        answer=record.answer,
        clock=record.clock,
        verdict=record.verdict,
        reason=record.reason,
        command=record.command,
    )
