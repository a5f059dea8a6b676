"""A recorded match moment by moment, each as one viewer may know it.

As in a view, nothing is blanked out: a moment is made of what the engine shows a spectator and each of the seats
whose cards the viewer may see. No seed, hash, digest or commitment is in reach of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from engine import Event, Game
from protocol.replay_records import End, FaultRecord, Ply
from referee.replays.playback import Playback
from referee.replays.reader import Replay
from referee.replays.seed_file import Secret

Viewer = int | Literal["full", "public"]
"""A seat's number, a spectator who sees no hand, or one who sees them all."""
FULL: Final = "full"
PUBLIC: Final = "public"


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat's cards by name: all five resources, and the development cards that it has."""

    resources: Mapping[str, int]
    dev_cards: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Moment:
    """The match with ``state["ply"]`` plies played.

    ``state`` is the viewer's ``public_state``, a spectator's for who sees all hands. ``hands`` has None for a seat
    whose cards the viewer may not see, and ``points`` counts hidden cards where it may. ``event`` is the last ply as
    the viewer was told it (None at the start), ``ms`` what that was charged, ``spent_ms`` what each seat was charged
    so far. ``faults`` happened when the next ply was to be played.
    """

    state: Mapping[str, Any]
    hands: tuple[Hand | None, ...]
    points: tuple[int, ...]
    spent_ms: tuple[int, ...]
    event: Mapping[str, Any] | None = None
    ms: int = 0
    faults: tuple[FaultRecord, ...] = field(default=())


def moments(replay: Replay, secret: Secret, viewer: Viewer) -> Iterator[Moment]:
    """Yield the start and the moment after each ply; the last one knows the result, where there is one.

    Of faults a seat is shown its own and a spectator none, as in their views. The record must be one that plays back
    with this secret and has this seat (``read_playable``). Raises ``ReplayError`` where it does not play back.
    """
    playback = Playback(replay)
    playback.begin(secret)
    spent_ms = [0] * playback.game.seats
    moment = _moment(playback.game, viewer, spent_ms)
    for number, record in replay.moves():
        playback.take(number, record)
        if isinstance(record, Ply):
            yield moment
            assert playback.event is not None
            spent_ms[record.seat] += record.ms
            moment = replace(
                _moment(playback.game, viewer, spent_ms), event=_told(playback.event, viewer), ms=record.ms
            )
        elif isinstance(record, FaultRecord) and viewer in (FULL, record.seat):
            spent_ms[record.seat] += record.ms
            moment = replace(moment, faults=(*moment.faults, record), spent_ms=tuple(spent_ms))
        elif isinstance(record, End):
            last = _moment(playback.game, viewer, spent_ms)
            moment = replace(last, event=moment.event, ms=moment.ms, faults=moment.faults)
    yield moment


def names_known(replay: Replay, viewer: Viewer) -> list[str]:
    """The seats' names as they came; of an anonymous match that did not end ``seat 0``, ``seat 1``...

    Who sees all hands has the record, and the names with it.
    """
    header = replay.header
    if viewer != FULL and replay.end is None and header.match.get("anonymous"):
        return [f"seat {seat}" for seat in range(len(header.seats))]
    return [seat.name for seat in header.seats]


def _moment(game: Game, viewer: Viewer, spent_ms: list[int]) -> Moment:
    """The game as it stands."""
    seats = range(game.seats)
    shown = seats if viewer == FULL else [viewer] if isinstance(viewer, int) else []
    own = {seat: game.public_state(seat) for seat in shown}
    state = own[viewer] if isinstance(viewer, int) else game.public_state(None)
    return Moment(
        state=state,
        hands=tuple(_hand(own[seat]) if seat in own else None for seat in seats),
        points=tuple(own.get(seat, state)["total_victory_points"][seat] for seat in seats),
        spent_ms=tuple(spent_ms),
    )


def _hand(state: Mapping[str, Any]) -> Hand:
    return Hand(state["your_resources"], state["your_dev_cards"])


def _told(event: Event, viewer: Viewer) -> dict[str, Any]:
    """The event as the viewer was told it; who sees all hands sees every card that moved."""
    seen = event.seen_by(viewer if isinstance(viewer, int) else None)
    if viewer == FULL and event.is_secret:
        seen["card"] = event.chance
    return seen
