"""Plays a recorded match to a bot once more: it is sent what its seat was sent, and its answers are compared.

After an answer that differs the match goes on as it is on record, so that every request is the recorded one. Each is
judged by itself: a bot that is slow where the recorded one was quick has no less time for the next.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import islice
from typing import Final, get_args

import msgspec

from engine import Event, IllegalAction, NotationError
from protocol.messages import (
    Clock,
    Error,
    MatchEnd,
    MatchTerms,
    TimeControl,
    encode_event,
    encode_message,
)
from protocol.replay_records import EvidenceRecord, FaultRecord, Ply
from protocol.session import Answer
from protocol.vocabulary import ErrorCode
from referee.match import verdicts
from referee.match.clock import Charge
from referee.match.feed_findings import READY, Comparison, Findings, Reaction
from referee.match.opening import opening_lines
from referee.match.player import Player
from referee.match.readiness import why_not_ready
from referee.replays.playback import Playback
from referee.replays.reader import Move, Replay
from referee.replays.seed_file import Secret

_NS_PER_MS: Final = 1_000_000
_CODES: Final = get_args(ErrorCode)
_FOR_GOOD: Final = ("crash", "disconnect", "flood", "memory")
"""After these a bot is asked no more. It is judged when it is next asked, as in a match."""


class Feed:
    """One bot, in the place of the one that played on ``seat``. ``run`` it once.

    ``patience`` is how long the bot is waited for; None: as long as the recorded match would have. What it is told
    of clocks is the recorded match's in any case. ``has_limits`` False: it is waited for without end.
    """

    def __init__(
        self, replay: Replay, secret: Secret, player: Player, *, patience: TimeControl | None, has_limits: bool = True
    ) -> None:
        self._replay, self._secret = replay, secret
        self._player, self._seat = player, player.seat
        self._playback = Playback(replay)
        self._control = msgspec.convert(replay.header.time_control, TimeControl | None)
        self._terms = msgspec.convert(replay.header.match, MatchTerms)
        self._patience = (patience or self._control) if has_limits else None
        self._told_by_evidence = {
            record.seat: record.request.clock
            for _, record in replay.moves()
            if isinstance(record, EvidenceRecord) and record.request is not None
        }
        self._findings = Findings()
        self._story: list[Event] = []
        self._is_over = False

    async def run(self) -> Findings:
        """Feed the whole record, or as much as the bot lives to hear. The bot has ended when this returns or raises."""
        try:
            self._playback.begin(self._secret)
            moves = iter(self._replay.moves())
            await self._start(moves)
            for number, record in moves:
                if self._is_over:
                    break
                comparison = await self._ask(record) if self._playback.asked(record) == self._seat else None
                self._playback.take(number, record)
                self._tell(record, comparison)
            if self._replay.end is not None:
                end = self._replay.end
                names = [seat.name for seat in self._replay.header.seats]
                self._player.tell(encode_message(MatchEnd(end.result, names, end.seed, end.nonce)))
        except BaseException:
            await asyncio.shield(self._player.kill())
            raise
        await self._player.end()
        return self._findings

    # -- the start ------------------------------------------------------------------------------------------

    async def _start(self, moves: Iterator[tuple[int, Move]]) -> None:
        """Wait for ``ready``, compare that, and send the island, where the recorded match came so far.

        The plies that nobody was asked for are taken from ``moves``.
        """
        failures = {
            record.seat
            for _, record in self._replay.moves()
            if isinstance(record, FaultRecord) and record.kind == "no_start" and record.outcome == "forfeit"
        }
        patience = self._patience
        is_ready = await self._player.ready(None if patience is None else patience.start_ms / 1000)
        why = "" if is_ready else await why_not_ready(self._player, patience)
        started = Reaction(None, READY)
        now = started if is_ready else Reaction.of_offence(verdicts.never_ready(self._seat, why))
        recorded = Reaction("no_start", None) if self._seat in failures else started
        self._findings.add(Comparison(None, 0, recorded, now, 0), is_forfeit=self._seat in failures)
        self._is_over = not is_ready
        if is_ready and not failures:
            for number, record in islice(moves, self._playback.prelude):
                self._playback.take(number, record)
                self._note_event()
            self._player.begin(self._opening)

    def _opening(self) -> list[bytes]:
        header = self._replay.header
        return opening_lines(
            self._seat,
            match_id=header.match_id,
            names=None if header.match.get("anonymous") else [seat.name for seat in header.seats],
            rules=header.rules,
            control=self._control,
            terms=msgspec.structs.replace(self._terms, events=self._player.events),
            board=self._playback.game.board,
            commitment=header.seed_commitment,
            history=[event.seen_by(self._seat) for event in self._story],
        )

    # -- a request ------------------------------------------------------------------------------------------

    async def _ask(self, record: Move) -> Comparison:
        """Send the request that this line came of, and compare what comes of it now."""
        assert isinstance(record, Ply | FaultRecord)
        requests, ply = self._playback.requests, self._playback.game.ply
        is_forfeit = isinstance(record, FaultRecord) and record.outcome == "forfeit"
        clock = self._told_by_evidence.get(self._seat) if is_forfeit else None
        clock = clock or requests.clock()
        now, ms = await self._react(requests.id, requests.line(self._playback.game, clock), clock)
        comparison = Comparison(requests.id, ply, Reaction.of_record(record), now, ms)
        self._findings.add(comparison, is_forfeit=is_forfeit)
        self._is_over = now.fault in _FOR_GOOD
        return comparison

    async def _react(self, request_id: int, request: bytes, clock: Clock) -> tuple[Reaction, int]:
        """What the bot answers, judged as in a match, and the milliseconds that it took."""
        reply, used_ns = await self._player.ask(request_id, request, self._allowance_ns(clock))
        move_ns = 0 if self._patience is None else self._patience.move_ms * _NS_PER_MS
        charge = Charge(used_ns, max(0, used_ns - move_ns))
        if not isinstance(reply, Answer):
            offence = verdicts.no_answer(self._seat, reply, charge, self._patience)
            return Reaction.of_offence(offence), charge.used_ms
        try:
            (event,) = self._playback.game.copy().apply(reply.text)
        except (IllegalAction, NotationError) as error:
            offence = verdicts.refused_action(self._seat, reply.text, error, charge.used_ms)
            return Reaction.of_offence(offence), charge.used_ms
        return Reaction(None, event.action), charge.used_ms

    def _allowance_ns(self, clock: Clock) -> int | None:
        """What the recorded match would have allowed, unless other limits were asked for."""
        patience = self._patience
        if patience is None:
            return None
        if patience is self._control and clock.reserve_ms is not None:
            return (patience.move_ms + clock.reserve_ms[self._seat]) * _NS_PER_MS
        return (patience.move_ms + patience.reserve_ms) * _NS_PER_MS

    # -- what it is told ------------------------------------------------------------------------------------

    def _tell(self, record: Move, comparison: Comparison | None) -> None:
        """What everybody was told of a ply, and this seat of its bad answer."""
        if isinstance(record, Ply):
            event = self._note_event()
            self._player.tell(encode_event(event.seen_by(self._seat)))
        elif comparison is not None and isinstance(record, FaultRecord):
            code, message, read_on = self._complaint(record, comparison)
            if record.outcome == "default":
                code, message = "refused", f"{message}; {self._playback.default} was played in its place"
            error = Error(code, comparison.request, verdicts.with_page(message, read_on))
            self._player.reproach(encode_message(error))

    def _note_event(self) -> Event:
        """What the last ply came to, which is part of what has happened from now on."""
        event = self._playback.event
        assert event is not None
        self._story.append(event)
        return event

    def _complaint(self, record: FaultRecord, comparison: Comparison) -> tuple[ErrorCode, str, str]:
        """How the seat was told of its fault: in the words of now where it was done again, else as far as they follow.

        A record keeps the reason of a forfeit only, and neither code nor page.
        """
        now, seat, answer, end = comparison.now, self._seat, record.answer or "", self._replay.end
        if comparison.is_same and now.code is not None:
            return now.code, now.reason, now.read_on
        if record.outcome == "forfeit":
            code: ErrorCode = record.kind if record.kind in _CODES else "protocol"  # type: ignore[assignment]
            return code, end.result.reason if end else record.kind, verdicts.READ_ON[record.kind]
        try:
            self._playback.game.copy().apply(answer)
        except (IllegalAction, NotationError) as error:
            offence = verdicts.refused_action(seat, answer, error, record.ms)
            return offence.code, offence.reason, offence.read_on
        reason = f"seat {seat} answered {verdicts.shown(answer)}: expected @{comparison.request} {answer}"
        return "malformed", reason, verdicts.READ_ON["malformed"]
