"""A game that follows a record line by line and complains where they part."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from engine import RULES_VERSION, EngineError, Event, Game, Rules, RulesError
from engine.rules import FIELD_NAMES
from protocol.digests import GameDigest, seed_commitment
from protocol.messages import MatchTerms, TimeControl
from protocol.replay_records import End, EvidenceRecord, FaultRecord, Header, Ply
from referee.replays import evidence, faults
from referee.replays.caps import Caps
from referee.replays.reader import Move, Replay, ReplayError
from referee.replays.requests import RecordedRequests
from referee.replays.seed_file import Secret

_OUR_FAILURES: Final = ("referee_fault", "infrastructure_error")
_CAPS: Final = ("ply_cap", "time_cap")
_WITHOUT_WINNER: Final = ("cancelled", *_OUR_FAILURES)


class Playback:
    """One record played again: ``begin``, then ``take`` for each line. ``plies`` counts those that agreed.

    Both raise ``ReplayError`` at the first line that differs.
    """

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self._header: Header = replay.header
        self._offenders: dict[int, FaultRecord] = {}
        self._proven: list[int] = []
        self._refused = 0
        self._default: str | None = None
        self.plies = 0
        self.prelude = 0
        """How many plies nobody was asked for: the match was begun with them."""
        self.event: Event | None = None
        """What the last ply came to."""

    @property
    def game(self) -> Game:
        """The match as it stands after the lines taken so far; to look at."""
        return self._game

    @property
    def requests(self) -> RecordedRequests:
        """What the seats are asked, up to the request that comes next."""
        return self._requests

    @property
    def default(self) -> str | None:
        """The action that must come next because its seat's attempts are used up; None: the next is an answer."""
        return self._default

    def asked(self, record: Move) -> int | None:
        """The seat that was asked for what the next line, which is this, tells of; None: nobody was."""
        if isinstance(record, Ply):
            return record.seat if self._default is None and record.n >= self.prelude else None
        if isinstance(record, FaultRecord) and record.outcome != "noted" and record.kind != "no_start":
            return record.seat
        return None

    # -- the header -----------------------------------------------------------------------------------------

    def begin(self, secret: Secret) -> None:
        """Check commitment, settings, rules and island."""
        header = self._header
        if header.rules_version != RULES_VERSION:
            raise ReplayError(1, f"rules_version {header.rules_version}: this referee plays {RULES_VERSION}")
        self._check_commitment(secret)
        try:
            self._terms = msgspec.convert(header.match, MatchTerms)
        except msgspec.ValidationError as error:
            raise ReplayError(1, f"match: {error}") from None
        try:
            control = msgspec.convert(header.time_control, TimeControl | None)
        except msgspec.ValidationError as error:
            raise ReplayError(1, f"time_control: {error}") from None
        self.prelude = self._read_prelude()
        self._caps = Caps(self._terms.ply_cap, 0 if control is None else control.match_ms)
        rules = self._read_rules()
        self._game = Game(rules, seed=secret.seed)
        self._requests = RecordedRequests(control, self._terms, rules.seats)
        board = self._game.board
        for key in ("terrain", "tokens", "harbours"):
            if getattr(header, key) != list(getattr(board, key)):
                raise ReplayError(1, f"{key} is not what the seed deals")
        self._digest = GameDigest(RULES_VERSION, rules.as_dict(), board.terrain, board.tokens, board.harbours)

    def _read_prelude(self) -> int:
        prelude = self._header.match.get("prelude", 0)
        if type(prelude) is not int or prelude < 0:
            raise ReplayError(1, f"match: prelude is {prelude!r}, must be a number of plies")
        return prelude

    def _check_commitment(self, secret: Secret) -> None:
        line = self._replay.seed_line
        try:
            commitment = seed_commitment(secret.nonce, secret.seed)
        except ValueError as error:
            raise ReplayError(line, str(error)) from None
        if commitment != self._header.seed_commitment:
            raise ReplayError(line, "seed and nonce are not those that line 1 is committed to")

    def _read_rules(self) -> Rules:
        header = self._header
        if missing := [field for field in FIELD_NAMES if field not in header.rules]:
            raise ReplayError(1, f"the rules lack {', '.join(missing)}")
        try:
            rules = Rules.from_dict(dict(header.rules))
        except RulesError as error:
            raise ReplayError(1, str(error)) from None
        if len(header.seats) != rules.seats:
            raise ReplayError(1, f"names {len(header.seats)} seats, the rules have {rules.seats}")
        return rules

    # -- plies and faults -----------------------------------------------------------------------------------

    def take(self, number: int, record: Move) -> None:
        """Follow one line."""
        if isinstance(record, Ply):
            self._take_ply(number, record)
        elif isinstance(record, FaultRecord):
            self._take_fault(number, record)
        elif isinstance(record, EvidenceRecord):
            self._take_evidence(number, record)
        else:
            self._take_end(number, record)

    def _take_ply(self, number: int, ply: Ply) -> None:
        game = self._game
        if ply.n != game.ply:
            raise ReplayError(number, f"is ply {ply.n}, but ply {game.ply} comes next")
        if game.result is not None:
            raise ReplayError(number, f"ply {ply.n} comes after the match was over: {game.result.reason}")
        if self._offenders:
            raise ReplayError(number, f"ply {ply.n} comes after a forfeit")
        if self._caps.reached:
            raise ReplayError(number, f"ply {ply.n} comes after {self._caps.words()}")
        if ply.seat != game.to_act:
            raise ReplayError(number, f"ply {ply.n} is seat {ply.seat}'s, but seat {game.to_act} is to act")
        if self._default not in (None, ply.action):
            raise ReplayError(number, f"ply {ply.n} is {ply.action}, but the default {self._default} was to be played")
        is_answer = self.default is None and ply.n >= self.prelude
        self._refused, self._default = 0, None
        try:
            (event,) = game.apply(ply.action)
        except EngineError as error:
            raise ReplayError(number, f"ply {ply.n} can't be played: {error}") from None
        chance: Any = ply.chance
        if event.action != ply.action:
            raise ReplayError(number, f"ply {ply.n}: {ply.action} is written {event.action}")
        if event.chance != chance:
            raise ReplayError(number, f"ply {ply.n}: chance decided {event.chance}, the record says {chance}")
        state_hash = game.state_hash()
        if state_hash != ply.hash:
            raise ReplayError(number, f"ply {ply.n}: the state has hash {state_hash}, the record says {ply.hash}")
        self.event = event
        self._digest.add_ply(ply.seat, ply.action, chance, state_hash)
        if is_answer:
            self._requests.was_played(ply.seat, ply.ms)
        elif ply.n >= self.prelude:
            self._requests.default_was_played()
        self._caps.take_ply(ply.ms)
        self.plies += 1

    def _take_fault(self, number: int, fault: FaultRecord) -> None:
        end = self._replay.end
        why = faults.objection(
            fault,
            self._game,
            self._terms,
            has_clock=self._header.time_control is not None,
            reason=end.result.reason if end else None,
        )
        if why is not None:
            raise ReplayError(number, why)
        if self._game.ply < self.prelude and fault.kind != "no_start":
            raise ReplayError(number, f"a fault at ply {self._game.ply}: nobody is asked before ply {self.prelude}")
        if self._proven or (self._offenders and not self._is_judged_with_others(fault)):
            raise ReplayError(number, "a fault comes after a forfeit")
        if self._caps.reached:
            raise ReplayError(number, f"a fault comes after {self._caps.words()}")
        self._caps.take_fault(fault.ms)
        if fault.outcome == "forfeit":
            self._offenders[fault.seat] = fault
        elif fault.outcome != "noted":
            self._take_refusal(number, fault)

    def _take_refusal(self, number: int, fault: FaultRecord) -> None:
        """So many bad answers are refused, and the one after them gives way to the default action."""
        expected = "refused" if self._refused < self._terms.refusals else "default"
        if self._default is not None:
            raise ReplayError(number, f"a fault comes after the one in whose place {self._default} was to be played")
        if fault.outcome != expected:
            raise ReplayError(
                number, f"the outcome is {expected} after {self._refused} refusals, the record says {fault.outcome}"
            )
        self._refused += 1
        self._requests.was_refused(fault.seat, fault.ms)
        if expected == "default":
            self._default = self._game.default_action()

    def _is_judged_with_others(self, fault: FaultRecord) -> bool:
        """Programs that don't start are judged together, in the order of their seats."""
        kinds = {offence.kind for offence in (*self._offenders.values(), fault)}
        return kinds == {"no_start"} and fault.seat > max(self._offenders)

    def _take_evidence(self, number: int, record: EvidenceRecord) -> None:
        """Each offender's, in the order of the faults; there may be none, as where the referee was interrupted."""
        seat, end = record.seat, self._replay.end
        if seat not in self._offenders:
            raise ReplayError(number, f"is evidence against seat {seat}, which has not forfeited")
        if self._proven and seat <= self._proven[-1]:
            raise ReplayError(number, f"is evidence against seat {seat} after that against seat {self._proven[-1]}")
        reason = end.result.reason if end else None
        why = evidence.objection(record, self._offenders[seat], self._game, self._requests, reason)
        if why is not None:
            raise ReplayError(number, why)
        self._proven.append(seat)

    # -- the end --------------------------------------------------------------------------------------------

    def _take_end(self, number: int, end: End) -> None:
        if 0 < self.plies <= self.prelude and (self._game.result is not None or self._caps.reached):
            last = f"play was over with ply {self.plies - 1}"
            raise ReplayError(
                1, f"match: prelude is {self.prelude}, but {last}: no match begins with all there is to play"
            )
        self._reach_result(number, end)
        result = msgspec.to_builtins(end.result)
        assert self._game.result is not None
        played = self._game.result.as_dict()
        for key, value in played.items():
            if result[key] != value:
                raise ReplayError(number, f"result: {key} is {value!r}, the record says {result[key]!r}")
        if end.game_digest != self._digest.hexdigest():
            raise ReplayError(number, f"game_digest is {self._digest.hexdigest()}, the record says {end.game_digest}")
        digest = self._replay.record_digest(number, end)
        if end.record_digest != digest:
            raise ReplayError(
                number,
                f"record_digest is {digest}, the record says {end.record_digest}: the match plays back, but something "
                "beside it was changed in a line above (a time, a name, a date, spaces)",
            )

    def _reach_result(self, number: int, end: End) -> None:
        """End the game as the record says it ended, where play itself has not ended it."""
        game, verdict, reason = self._game, end.result.verdict, end.result.reason
        if game.result is not None:
            return
        if self._offenders:
            expected = f"forfeit_{next(iter(self._offenders.values())).kind}"
            if verdict != expected:
                raise ReplayError(number, f"result: verdict is {expected}, the record says {verdict}")
            game.forfeit(self._offenders, reason, verdict=verdict)
        elif self._caps.reached and verdict not in _OUR_FAILURES:
            if verdict != self._caps.reached:
                raise ReplayError(number, f"result: verdict is {self._caps.reached}, the record says {verdict}")
            game.score_now(reason, verdict=verdict)
        elif verdict in _WITHOUT_WINNER:
            game.abandon(reason, verdict=verdict)
        else:
            why = f": {self._caps.why_not(verdict)}" if verdict in _CAPS else ""
            raise ReplayError(number, f"result: verdict is {verdict}, but the match is not over{why}")
