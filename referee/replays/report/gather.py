"""Plays a record once and gathers the facts of its report; where it can't be played, reads what can be read."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any, Final

from engine import Game
from protocol.replay_records import EvidenceRecord, FaultRecord, Header, Ply
from referee.replays.playable import UnplayableError, seed_of
from referee.replays.playback import Playback
from referee.replays.reader import Move, Replay, ReplayError, read_replay
from referee.replays.report.cases import FaultList, fault_in, fault_on_record
from referee.replays.report.facts import Ending, MatchFacts, Play, Report, SeatFacts, Signed, Verified
from referee.replays.report.timeline import Timeline
from referee.replays.seed_file import Secret
from referee.replays.signatures import authenticity
from referee.replays.tallies.clocks import ClockTally
from referee.replays.tallies.dealings import DealingTally
from referee.replays.tallies.dice import DiceTally
from referee.replays.tallies.points import points_of
from referee.replays.tallies.production import ProductionTally
from referee.replays.verify import Verification, verify_read, verify_replay

REPORT_VERSION: Final = 1
"""Goes up when a key of the facts changes its meaning or goes away."""


def report_of(path: Path) -> Report:
    """The facts of the record in this file.

    Where it differs, or its seed is not known, there is only what its lines say. Raises ``ReplayError`` for a file
    without a header to read, and ``OSError`` where it can't be read.
    """
    replay = read_replay(path)
    try:
        secret = seed_of(replay, path)
    except UnplayableError as error:
        return _read(replay, verify_read(replay, path), str(error))
    found = verify_replay(replay, secret)
    return _read(replay, found, found.complaint) if found.status == "differs" else _played(replay, secret, found)


def _played(replay: Replay, secret: Secret, found: Verification) -> Report:
    playback = Playback(replay)
    playback.begin(secret)
    gathering = _Gathering(replay.header, playback.game)
    for number, record in replay.moves():
        gathering.look(playback.game)
        if isinstance(record, FaultRecord):
            gathering.take_fault(record, playback.game)
        playback.take(number, record)
        gathering.take(record, playback)
    if replay.end is None:
        gathering.look(playback.game)
    clock = playback.requests.clock()
    return Report(
        report=REPORT_VERSION,
        verified=_verified(found),
        match=_match(replay),
        end=_end(replay),
        faults=gathering.faults.facts(),
        clocks=gathering.clocks.facts(playback.game.seats, clock.reserve_ms),
        unplayed=None,
        play=gathering.play(playback.game),
    )


class _Gathering:
    """The tallies of one match while it is played again."""

    def __init__(self, header: Header, game: Game) -> None:
        self.clocks = ClockTally(header)
        self.faults = FaultList()
        self._dice = DiceTally(game.seats)
        self._production = ProductionTally(game.seats)
        self._dealings = DealingTally(game.seats)
        self._timeline = Timeline(game.seats)
        self._after_setup: dict[str, Any] | None = None
        self._phase, self._to_act = game.phase, game.to_act

    def look(self, game: Game) -> None:
        """Before the next line: the last time this is called tells who was to act when the match was ended."""
        self._phase, self._to_act = game.phase, game.to_act

    def take_fault(self, record: FaultRecord, game: Game) -> None:
        """Before the playback takes it: a forfeit is judged in the match as it stood."""
        fault = fault_in(game, record)
        self.faults.add(fault)
        self.clocks.take(record)
        self._timeline.take_fault(fault, game)

    def take(self, record: Move, playback: Playback) -> None:
        """After the playback has taken it."""
        if isinstance(record, EvidenceRecord):
            self.faults.prove(record)
        if not isinstance(record, Ply):
            return
        game, event = playback.game, playback.event
        assert event is not None
        self.clocks.take(record)
        if "dice" in event.details:
            self._dice.take(event.seat, event.details["dice"])
        self._production.take(event, game)
        self._dealings.take(event, game)
        self._timeline.take(event, game)
        if self._after_setup is None and game.turn:
            self._after_setup = game.public_state(None)

    def play(self, game: Game) -> Play:
        return Play(
            plies=game.ply,
            rolls=game.rolls,
            turns=game.turn,
            phase=self._phase,
            to_act=self._to_act,
            points=tuple(points_of(game, seat) for seat in range(game.seats)),
            timeline=self._timeline.entries(self.clocks.answers),
            awards=tuple(self._timeline.awards),
            dice=self._dice.facts(),
            production=self._production.facts(),
            dealings=self._dealings.facts(),
            terrain=game.board.terrain,
            tokens=game.board.tokens,
            harbours=game.board.harbours,
            after_setup=self._after_setup,
            at_end=game.public_state(None),
        )


def _read(replay: Replay, found: Verification, why: str) -> Report:
    """What the lines say, down to the first that can't stand where it does."""
    clocks, faults = ClockTally(replay.header), FaultList()
    with contextlib.suppress(ReplayError):  # it is what ``found`` tells, with its line
        for _, record in replay.moves():
            if isinstance(record, Ply | FaultRecord):
                clocks.take(record)
            if isinstance(record, FaultRecord):
                faults.add(fault_on_record(record))
            elif isinstance(record, EvidenceRecord):
                faults.prove(record)
    return Report(
        report=REPORT_VERSION,
        verified=_verified(found),
        match=_match(replay),
        end=_end(replay),
        faults=faults.facts(),
        clocks=clocks.facts(len(replay.header.seats), None),
        unplayed=why,
        play=None,
    )


def _verified(found: Verification) -> Verified:
    return Verified(
        status=found.status,
        line=found.line,
        reason=found.reason,
        is_sealed=found.is_sealed,
        game_digest=found.game_digest,
        record_digest=found.record_digest,
        signatures=tuple(Signed(signature.key, signature.by) for signature in found.signatures),
        are_signatures_checked=authenticity(found.signatures, {}) != "unchecked",
    )


def _match(replay: Replay) -> MatchFacts:
    header, end = replay.header, replay.end
    return MatchFacts(
        match_id=header.match_id,
        block=header.block,
        record_format=header.format,
        rules_version=header.rules_version,
        protocol=header.protocol,
        referee=header.referee,
        machine=header.machine,
        sandbox=header.sandbox,
        started=header.started,
        ended=None if end is None else end.ended,
        rules=header.rules,
        terms=header.match,
        time_control=header.time_control,
        seed_commitment=header.seed_commitment,
        seats=tuple(SeatFacts(n, seat.name, seat.version, seat.digest) for n, seat in enumerate(header.seats)),
    )


def _end(replay: Replay) -> Ending | None:
    if replay.end is None:
        return None
    result = replay.end.result
    return Ending(
        verdict=result.verdict,
        reason=result.reason,
        offender=result.offender,
        winner=result.winner,
        ranking=tuple(result.ranking),
        points=tuple(result.points),
        resource_cards=tuple(result.resource_cards),
        rolls=result.rolls,
        plies=result.plies,
    )
