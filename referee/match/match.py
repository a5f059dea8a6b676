"""One match from hello to result: the bots, one game, one record.

The order of checks is fixed. Failures to start are judged together. Then, ply by ply: ask the seat to act, charge
its clock, judge what came (silence, an end, a line that is no answer, an action that is not legal), apply,
record, and let everybody know. Whatever goes wrong on our side ends the match without a winner, never at a
bot's cost.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import msgspec
import structlog

from engine import Event, Game, IllegalAction, NotationError
from protocol import PROTOCOL_VERSION
from protocol.board import Board
from protocol.digests import seed_commitment
from protocol.messages import (
    Error,
    MatchEnd,
    MatchStart,
    ResultRecord,
    encode_event,
    encode_message,
    encode_request,
)
from protocol.replay_records import SeatRecord
from protocol.session import Answer, Fault
from protocol.vocabulary import ErrorCode
from referee.match import verdicts
from referee.match.clock import MatchClock
from referee.match.outcome import Outcome
from referee.match.player import Gone, Player, TimedOut, end_all
from referee.match.recorder import Recorder
from referee.match.settings import MatchSettings
from referee.match.verdicts import Offence
from referee.match.watcher import Watcher

log = structlog.get_logger()


class Match:
    """One match, ready to be played once by ``play``.

    ``digests`` identify the bots' programs where known. ``nonce`` is 32 random bytes in hex, from which and the
    seed the commitment is made that bots and the record carry.
    """

    def __init__(
        self,
        *,
        match_id: str,
        settings: MatchSettings,
        seed: str,
        nonce: str,
        players: Sequence[Player],
        recorder: Recorder,
        digests: Sequence[str | None],
        watcher: Watcher | None = None,
    ) -> None:
        self.match_id = match_id
        self.settings = settings
        self.game = Game(settings.rules, seed=seed)
        self.clock = MatchClock(settings.time_control, settings.rules.seats)
        self.players = players
        self._seed, self._nonce = seed, nonce
        self._recorder = recorder
        self._digests = digests
        self._watcher = watcher
        self._offences: list[Offence] = []
        self._request_id = 0

    async def play(self) -> Outcome:
        """Play to the end. Every bot has ended and the record is closed when this returns, whatever it raises.

        A cancelled match is recorded as such, with its bots killed, before the cancellation goes on; one whose result
        is on record already returns it. Raises ``OSError`` where record or transcript can't be written; what fails
        after the result is on record changes nothing of it.
        """
        started = time.monotonic()
        try:
            await self._play_to_result()
            outcome = self._close_record(started)
        except asyncio.CancelledError:
            await self._break_off("cancelled", "broken off by the organiser")
            raise
        except (Exception, SystemExit, KeyboardInterrupt) as error:
            log.error("referee fault", match_id=self.match_id, ply=self.game.ply, error=repr(error))
            await self._break_off("referee_fault", f"the referee failed: {type(error).__name__}: {error}")
            raise
        try:
            await self._part(outcome.result)
        except asyncio.CancelledError:
            log.info("cancelled after the end", match_id=self.match_id)  # its bots have ended, only sooner
        except OSError as error:
            result = outcome.result
            log.error("failed after the end", verdict=result.verdict, winner=result.winner, error=repr(error))
            raise
        self._report(lambda watcher: watcher.finished(msgspec.to_builtins(outcome.result)))
        return replace(outcome, last_words=tuple(player.last_words for player in self.players))

    # -- the course of a match ------------------------------------------------------------------------------

    async def _play_to_result(self) -> None:
        await self._start()
        while self.game.result is None:
            await self._ply()
            if self.game.result is None and self.game.ply >= self.settings.ply_cap:
                cap = self.settings.ply_cap
                self.game.score_now(f"no seat reached the points to win in {cap} plies", verdict="ply_cap")

    async def _start(self) -> None:
        """Wait for every ``ready``, judge those that did not come, then send the island to the others."""
        control = self.settings.time_control
        within_s = None if control is None else control.start_ms / 1000
        are_ready = await asyncio.gather(*(player.ready(within_s) for player in self.players))
        commitment = seed_commitment(self._nonce, self._seed)
        seats = [SeatRecord(p.name, p.version, digest) for p, digest in zip(self.players, self._digests, strict=True)]
        self._recorder.header(self.game, self.settings, self.match_id, commitment, seats)
        names = [player.name for player in self.players]
        self._report(lambda watcher: watcher.started(self.game.board, self.settings.rules.as_dict(), names))
        failures = [
            verdicts.never_ready(player.seat, await self._why_not_ready(player))
            for player, is_ready in zip(self.players, are_ready, strict=True)
            if not is_ready
        ]
        if failures:
            self._forfeit(failures)
            return
        for player in self.players:
            player.tell(encode_message(self._match_start(player, commitment)))
            player.send_pending()

    async def _why_not_ready(self, player: Player) -> str:
        if player.link is None:
            return player.start_error
        fault = player.start_fault or player.flood
        if fault is not None:
            return f"{fault.detail}; it wrote {verdicts.shown(fault.text)}" if fault.text else fault.detail
        unfinished = player.session.unfinished_text
        hint = f"; it wrote {verdicts.shown(unfinished)} without a line end" if unfinished else ""
        if player.is_gone:
            status = await player.link.exit_status(within_s=1.0)
            return f"it {player.link.departure(status).words} before it was ready{hint}"
        assert self.settings.time_control is not None
        return f"no ready within {self.settings.time_control.start_ms} ms (is it printed, with \\n, and flushed?){hint}"

    async def _ply(self) -> None:
        """One action of the seat to act; a bad answer is a forfeit or is refused, as the match has it."""
        seat = self.game.to_act
        assert seat is not None
        attempts = self.settings.attempts
        for attempt in range(1, attempts + 1):
            answer, ms = await self._ask(seat, attempt)
            if not isinstance(answer, Offence):
                try:
                    (event,) = self.game.apply(answer)
                except (IllegalAction, NotationError) as error:
                    answer = verdicts.refused_action(seat, answer, error, ms)
                else:
                    self._played(event, ms)
                    return
            if self.settings.on_illegal == "forfeit" or answer.kind not in verdicts.REFUSED:
                self._forfeit([answer])
                return
            if attempt < attempts:
                self._refuse(answer)
            else:
                self._play_default(answer)

    def _played(self, event: Event, ms: int) -> None:
        """An action was applied: record it and tell everybody what they may know of it."""
        self._recorder.ply(event, ms, self.game.state_hash())
        if event.is_secret:
            for player in self.players:
                player.tell(encode_event(event.seen_by(player.seat)))
        else:
            line = encode_event(event.seen_by(None))
            for player in self.players:
                player.tell(line)
        if self._watcher is not None:
            state, reserve_ms = self.game.public_state(None), self.clock.reserve_ms()
            self._report(lambda watcher: watcher.moved(event.seen_by(None), state, reserve_ms))

    async def _ask(self, seat: int, attempt: int) -> tuple[str | Offence, int]:
        """The seat's answer, or what it did instead of answering, and the milliseconds charged to its clock."""
        game = self.game
        request = encode_request(
            self._request_id,
            attempt,
            self.clock.on_the_wire(self.settings.attempts + 1 - attempt),
            game.legal_actions(),
            game.free_form_verbs(),
            game.public_state(seat),
        )
        reply, used_ns = await self.players[seat].ask(self._request_id, request, self.clock.allowance_ns(seat))
        self._request_id += 1
        charge = self.clock.charge(seat, used_ns)
        ms = charge.used_ms
        if isinstance(reply, Answer):
            return reply.text, ms
        if isinstance(reply, Fault):
            return verdicts.bad_line(seat, reply, ms), ms
        if isinstance(reply, Gone):
            return verdicts.departed(seat, reply, ms), ms
        assert isinstance(reply, TimedOut)
        assert self.settings.time_control is not None
        return verdicts.late(seat, reply, charge, self.settings.time_control), ms

    def _refuse(self, offence: Offence) -> None:
        """Put the bad answer on record and tell its seat why, to be read with the next request."""
        self._recorder.fault(self.game.ply, offence, "refused")
        self._complain(offence, offence.code, offence.reason)

    def _play_default(self, offence: Offence) -> None:
        """The last bad answer that is taken: the default action is played in its place."""
        self._recorder.fault(self.game.ply, offence, "default")
        action = self.game.default_action()
        self._complain(offence, "refused", f"{offence.reason}; {action} was played in its place")
        (event,) = self.game.apply(action)
        self._played(event, 0)

    def _complain(self, offence: Offence, code: ErrorCode, message: str) -> None:
        self.players[offence.seat].tell(encode_message(Error(code, self._request_id - 1, message)))

    def _forfeit(self, offences: Sequence[Offence]) -> None:
        """End the match by these seats' fault, on record and in the game, then tell each of them what was wrong."""
        self._offences += offences
        for offence in offences:
            self._recorder.fault(self.game.ply, offence, "forfeit")
        reason = "; ".join(offence.reason for offence in offences)
        self.game.forfeit([offence.seat for offence in offences], reason, verdict=offences[0].verdict)
        for offence in offences:
            about = None if offence.kind == "no_start" else self._request_id - 1
            self.players[offence.seat].tell(encode_message(Error(offence.code, about, offence.reason)))

    def _report(self, report: Callable[[Watcher], None]) -> None:
        """Tell the watcher. One that fails is told no more, and the match goes on: nobody plays by its picture."""
        if self._watcher is None:
            return
        try:
            report(self._watcher)
        except Exception as error:
            log.warning("watcher failed", match_id=self.match_id, error=repr(error))
            self._watcher = None

    # -- what is sent and written ---------------------------------------------------------------------------

    def _match_start(self, player: Player, commitment: str) -> MatchStart:
        names = None if self.settings.anonymous else [p.name for p in self.players]
        return MatchStart(
            protocol=PROTOCOL_VERSION,
            match_id=self.match_id,
            seat=player.seat,
            seats=len(self.players),
            names=names,
            rules=self.settings.rules.as_dict(),
            time_control=self.settings.time_control,
            match=self.settings.terms(player.events),
            board=msgspec.convert(self.game.board.as_wire(), Board),
            seed_commitment=commitment,
            history=[],
        )

    def _close_record(self, started: float) -> Outcome:
        result = self._result()
        game_digest, record_digest = self._recorder.end(result)
        return Outcome(
            result=result,
            game_digest=game_digest,
            record_digest=record_digest,
            names=tuple(player.name for player in self.players),
            versions=tuple(player.version for player in self.players),
            used_ns=tuple(self.clock.used_ns),
            slowest_ns=tuple(self.clock.slowest_ns),
            offences=tuple(self._offences),
            wall_ms=round(1000 * (time.monotonic() - started)),
            seed=self._seed,
        )

    def _result(self) -> ResultRecord:
        assert self.game.result is not None
        return msgspec.convert(self.game.result.as_dict(), ResultRecord)

    async def _part(self, result: ResultRecord) -> None:
        """Tell everybody the result, and end every bot whatever fails on the way."""
        names = [player.name for player in self.players]
        line = encode_message(MatchEnd(result, names, self._seed, self._nonce))
        try:
            for player in self.players:
                player.tell(line)
        finally:
            await end_all(player.end() for player in self.players)

    async def _break_off(self, verdict: str, reason: str) -> None:
        """End without a winner, unless the game has its result: the bots by force, the record with this verdict."""
        try:
            await asyncio.shield(end_all(player.kill() for player in self.players))
        finally:
            if self.game.result is None:
                self.game.abandon(reason, verdict=verdict)
            self._recorder.break_off(self._result())
