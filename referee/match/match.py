"""One match from hello to result: the bots, one game, one record.

The order of checks is fixed. Failures to start are judged together. Then, ply by ply: ask the seat to act, charge
its clock, judge what came (silence, an end, a line that is no answer, an action that is not legal), apply,
record, and let everybody know. Whatever goes wrong on our side ends the match without a winner, never at a
bot's cost.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import msgspec
import structlog

from engine import Event, Game, IllegalAction, NotationError
from protocol.digests import seed_commitment
from protocol.messages import Error, MatchEnd, ResultRecord, encode_event, encode_message, encode_request
from protocol.replay_records import SeatRecord
from protocol.session import Answer
from protocol.vocabulary import ErrorCode
from referee.bots.link import InfrastructureError
from referee.match import verdicts
from referee.match.caps import score_at_a_cap
from referee.match.clock import Charge, MatchClock
from referee.match.evidence import Asked
from referee.match.forfeits import Forfeits
from referee.match.opening import opening_lines
from referee.match.outcome import Outcome, how_it_stood
from referee.match.player import Player, end_all
from referee.match.pulse import Pulse
from referee.match.readiness import why_not_ready
from referee.match.recorder import Recorder
from referee.match.replies import Reply
from referee.match.settings import MatchSettings
from referee.match.verdicts import Offence
from referee.match.watcher import Gallery, Watcher

log = structlog.get_logger()


class Match:
    """One match, ready to be played once by ``play``. In a rated one the players keep the names that they have now.

    ``digests`` identify the bots' programs where known. ``nonce`` is 32 random bytes in hex, from which and the
    seed the commitment is made that bots and the record carry. ``prelude`` are the actions that the match begins
    with; nobody is asked for them, and the bots are told them as what has happened before. ``block`` is the name of
    the block that the match belongs to; only the record has it.
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
        sandbox: str = "none",
        prelude: Sequence[str] = (),
        block: str | None = None,
    ) -> None:
        self.match_id = match_id
        self.settings = settings
        self.game = Game(settings.rules, seed=seed)
        self.clock = MatchClock(settings.time_control, settings.rules.seats)
        self.players = players
        self._seed, self._nonce = seed, nonce
        self._recorder = recorder
        self._digests = digests
        self._gallery = Gallery(match_id, watcher)
        self._sandbox = sandbox
        self._prelude = prelude
        self._block = block
        self._story: list[Event] = []
        self._entered_as = [player.name for player in players]
        self._forfeits = Forfeits(match_id, players, recorder)
        self._request_id = 0
        self._last_asked: tuple[bytes, Reply, Charge] | None = None

    async def play(self) -> Outcome:
        """Play to the end. Every bot has ended and the record is closed when this returns, whatever it raises.

        A cancelled match is recorded as such, with its bots killed, before the cancellation goes on; one whose result
        is on record already returns it. Raises ``OSError`` where record or transcript can't be written; what fails
        after the result is on record changes nothing of it.
        """
        started = time.monotonic()
        pulse = Pulse.of_this_loop()
        pulse.match_begins()
        try:
            return await self._play(started)
        finally:
            pulse.match_ends()

    async def _play(self, started: float) -> Outcome:
        try:
            await self._play_to_result()
            outcome = self._close_record(started)
        except asyncio.CancelledError:
            await self._break_off("cancelled", "broken off by the organiser")
            raise
        except InfrastructureError as error:
            log.error("infrastructure error", match_id=self.match_id, ply=self.game.ply, error=str(error))
            await self._break_off("infrastructure_error", f"{error}; {how_it_stood(self.game)}")
            raise
        except (Exception, SystemExit, KeyboardInterrupt) as error:
            log.error("referee fault", match_id=self.match_id, ply=self.game.ply, error=repr(error))
            await self._break_off("referee_fault", f"the referee failed: {type(error).__name__}: {error}")
            raise
        try:
            await self._part()
        except asyncio.CancelledError:
            log.info("cancelled after the end", match_id=self.match_id)  # its bots have ended, only sooner
        except OSError as error:
            result = outcome.result
            log.error("failed after the end", verdict=result.verdict, winner=result.winner, error=repr(error))
            raise
        self._gallery.report(lambda watcher: watcher.finished(msgspec.to_builtins(outcome.result)))
        return replace(outcome, last_words=tuple(player.last_words for player in self.players))

    # -- the course of a match ------------------------------------------------------------------------------

    async def _play_to_result(self) -> None:
        await self._start()
        while self.game.result is None:
            await self._ply()
            if self.game.result is None:
                score_at_a_cap(self.game, self.settings, self.clock)
        if self._forfeits.offences:
            await self._forfeits.prove(self._match_end())

    async def _start(self) -> None:
        """Wait for every ``ready``, judge those that did not come, then send the island to the others."""
        control = self.settings.time_control
        within_s = None if control is None else control.start_ms / 1000
        are_ready = await asyncio.gather(*(player.ready(within_s) for player in self.players))
        if self.settings.rated:
            for player, name in zip(self.players, self._entered_as, strict=True):
                player.name = name  # that of its bot.toml, whatever it calls itself in this match
        commitment = seed_commitment(self._nonce, self._seed)
        seats = [SeatRecord(p.name, p.version, digest) for p, digest in zip(self.players, self._digests, strict=True)]
        self._recorder.header(
            self.game, self.settings, self.match_id, commitment, seats, self._sandbox, len(self._prelude), self._block
        )
        names = [player.name for player in self.players]
        self._gallery.report(lambda watcher: watcher.started(self.game.board, self.settings.rules.as_dict(), names))
        failures = [
            verdicts.never_ready(player.seat, await why_not_ready(player, control))
            for player, is_ready in zip(self.players, are_ready, strict=True)
            if not is_ready
        ]
        if failures:
            self._forfeit(failures)
            return
        for action in self._prelude:
            (event,) = self.game.apply(action)
            self._recorded(event, 0)
        for player in self.players:
            player.begin(partial(self._opening, player, commitment))

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

    def _recorded(self, event: Event, ms: int) -> None:
        """An action was applied: it is on record from now on, and part of what has happened."""
        self._recorder.ply(event, ms, self.game.state_hash())
        self._story.append(event)

    def _played(self, event: Event, ms: int) -> None:
        """Record an action that was applied, and tell everybody what they may know of it."""
        self._recorded(event, ms)
        if event.is_secret:
            for player in self.players:
                player.tell(encode_event(event.seen_by(player.seat)))
        else:
            line = encode_event(event.seen_by(None))
            for player in self.players:
                player.tell(line)
        if self._gallery:
            state, reserve_ms = self.game.public_state(None), self.clock.reserve_ms()
            self._gallery.report(lambda watcher: watcher.moved(event.seen_by(None), state, reserve_ms))

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
        charge = self.clock.charge(seat, used_ns, self.players[seat].given_back_ns)
        self._last_asked = request, reply, charge
        if isinstance(reply, Answer):
            return reply.text, charge.used_ms
        return verdicts.no_answer(seat, reply, charge, self.settings.time_control), charge.used_ms

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
        self.players[offence.seat].reproach(
            encode_message(Error(code, self._request_id - 1, verdicts.with_page(message, offence.read_on)))
        )

    def _forfeit(self, offences: Sequence[Offence]) -> None:
        """End the match by these seats' fault."""
        if self._last_asked is None:
            self._forfeits.judge(self.game, offences, None, None)
        else:
            self._forfeits.judge(self.game, offences, Asked(*self._last_asked), self._request_id - 1)

    # -- what is sent and written ---------------------------------------------------------------------------

    def _opening(self, player: Player, commitment: str) -> list[bytes]:
        settings = self.settings
        return opening_lines(
            player.seat,
            match_id=self.match_id,
            names=None if settings.anonymous else [p.name for p in self.players],
            rules=settings.rules.as_dict(),
            control=settings.time_control,
            terms=settings.terms(player.events),
            board=self.game.board,
            commitment=commitment,
            history=[event.seen_by(player.seat) for event in self._story],
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
            offences=tuple(self._forfeits.offences),
            wall_ms=round(1000 * (time.monotonic() - started)),
            seed=None if self.settings.seal else self._seed,
            sandbox=self._sandbox,
            evidence=self._forfeits.folder,
        )

    def _result(self) -> ResultRecord:
        assert self.game.result is not None
        return msgspec.convert(self.game.result.as_dict(), ResultRecord)

    def _match_end(self) -> bytes:
        names = [player.name for player in self.players]
        seed, nonce = (None, None) if self.settings.seal else (self._seed, self._nonce)
        return encode_message(MatchEnd(self._result(), names, seed, nonce))

    async def _part(self) -> None:
        """Tell everybody the result, and end every bot whatever fails on the way; offenders have left before."""
        offenders = {offence.seat for offence in self._forfeits.offences}
        players = [player for player in self.players if player.seat not in offenders]
        line = self._match_end()
        try:
            for player in players:
                player.tell(line)
        finally:
            await end_all(player.part() for player in players)

    async def _break_off(self, verdict: str, reason: str) -> None:
        """End without a winner, unless the game has its result: the bots by force, the record with this verdict."""
        try:
            await asyncio.shield(end_all(player.kill() for player in self.players))
        finally:
            if self.game.result is None:
                self.game.abandon(reason, verdict=verdict)
            try:
                if self._recorder.is_sound:
                    await self._forfeits.submit()
            finally:
                self._recorder.break_off(self._result())
