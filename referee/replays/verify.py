"""Plays a recorded match again and names the first line that differs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from engine import RULES_VERSION, EngineError, Game, IllegalAction, NotationError, Rules, RulesError
from engine.rules import FIELD_NAMES
from protocol.digests import GameDigest, RecordDigest, seed_commitment
from protocol.replay_records import End, FaultRecord, Header, Ply
from referee.replays.reader import Replay, ReplayError, read_replay, seed_beside

_CAPPED: Final = ("ply_cap", "time_cap")
_WITHOUT_WINNER: Final = ("cancelled", "referee_fault", "infrastructure_error")


@dataclass(frozen=True)
class Verification:
    """What playing a record again has shown.

    ``status``: ``ok`` (consistent: it plays back to every hash, the result and both digests), ``differs`` (``line``
    and ``reason`` say where first and how) or ``interrupted`` (no end line; consistent up to ``plies``).
    An unsigned record that is ``ok`` is consistent, not authenticated: only a digest kept elsewhere can show that
    it was not replaced as a whole.
    """

    status: str
    plies: int
    line: int | None = None
    reason: str = ""
    game_digest: str | None = None
    record_digest: str | None = None


def verify(path: Path) -> Verification:
    """Play the record in this file again. Raises ``OSError`` where it can't be read."""
    try:
        replay = read_replay(path)
        sealed = None if replay.end else seed_beside(path)
    except ReplayError as error:
        return Verification("differs", 0, error.line, error.reason)
    return verify_replay(replay, sealed)


def verify_replay(replay: Replay, sealed: tuple[str, str] | None = None) -> Verification:
    """Play a record again; ``sealed`` is (seed, nonce) where the record does not reveal them."""
    playback = _Playback(replay)
    try:
        seed, nonce = playback.secret(sealed)
        playback.begin(seed, nonce)
        for number, record in replay.moves():
            playback.take(number, record)
    except ReplayError as error:
        return Verification("differs", playback.plies, error.line, error.reason)
    except _StillSealedError:
        return Verification("interrupted", 0, reason="its seed is not revealed, so it can't be played again")
    if replay.end is None:
        return Verification("interrupted", playback.plies, reason=f"interrupted after ply {playback.plies - 1}")
    return Verification(
        "ok", playback.plies, game_digest=replay.end.game_digest, record_digest=replay.end.record_digest
    )


class _StillSealedError(Exception):
    """Neither the record nor the organiser has revealed the seed."""


class _Playback:
    """A game that follows a record, complaining with ``ReplayError`` at the first line that differs."""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self._header: Header = replay.header
        self._offenders: dict[int, FaultRecord] = {}
        self.plies = 0

    def secret(self, sealed: tuple[str, str] | None) -> tuple[str, str]:
        """Seed and nonce, from the end line or from beside the record."""
        end = self._replay.end
        if end is not None and end.seed is not None and end.nonce is not None:
            return end.seed, end.nonce
        if sealed is None:
            raise _StillSealedError
        return sealed

    def begin(self, seed: str, nonce: str) -> None:
        """Check commitment, rules and island."""
        header, last = self._header, len(self._replay.lines)
        if header.rules_version != RULES_VERSION:
            raise ReplayError(1, f"rules_version {header.rules_version}: this referee plays {RULES_VERSION}")
        try:
            commitment = seed_commitment(nonce, seed)
        except ValueError:
            raise ReplayError(last, f"nonce {nonce!r} is not hexadecimal") from None
        if commitment != header.seed_commitment:
            raise ReplayError(last, "seed and nonce are not those that line 1 is committed to")
        if missing := [field for field in FIELD_NAMES if field not in header.rules]:
            raise ReplayError(1, f"the rules lack {', '.join(missing)}")
        try:
            rules = Rules.from_dict(dict(header.rules))
        except RulesError as error:
            raise ReplayError(1, str(error)) from None
        self._game = Game(rules, seed=seed)
        board = self._game.board
        for key in ("terrain", "tokens", "harbours"):
            if getattr(header, key) != list(getattr(board, key)):
                raise ReplayError(1, f"{key} is not what the seed deals")
        if len(header.seats) != rules.seats:
            raise ReplayError(1, f"names {len(header.seats)} seats, the rules have {rules.seats}")
        self._digest = GameDigest(RULES_VERSION, rules.as_dict(), board.terrain, board.tokens, board.harbours)
        self._record = RecordDigest()
        self._record.add_line(self._replay.lines[0])

    def take(self, number: int, record: Ply | FaultRecord | End) -> None:
        """Follow one line."""
        if isinstance(record, Ply):
            self._take_ply(number, record)
        elif isinstance(record, FaultRecord):
            self._take_fault(number, record)
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
        if ply.seat != game.to_act:
            raise ReplayError(number, f"ply {ply.n} is seat {ply.seat}'s, but seat {game.to_act} is to act")
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
        self._digest.add_ply(ply.seat, ply.action, chance, state_hash)
        self.plies += 1

    def _take_fault(self, number: int, fault: FaultRecord) -> None:
        game = self._game
        if fault.n != game.ply:
            raise ReplayError(number, f"is a fault at ply {fault.n}, but ply {game.ply} comes next")
        if fault.outcome != "forfeit":
            return
        if fault.kind == "no_start":
            if game.ply:
                raise ReplayError(number, f"seat {fault.seat} had started: {game.ply} plies were played")
        elif fault.seat != game.to_act:
            raise ReplayError(number, f"seat {fault.seat} is at fault, but seat {game.to_act} was to act")
        if fault.kind == "illegal" and (fault.answer is None or self._accepts(fault.answer)):
            raise ReplayError(number, f"{fault.answer!r} is said to be illegal and is not")
        self._offenders[fault.seat] = fault

    def _accepts(self, answer: str) -> bool:
        try:
            self._game.copy().apply(answer)
        except IllegalAction:
            return False
        except NotationError:
            return True  # malformed, not illegal: the record says something else than it was
        return True

    def _take_end(self, number: int, end: End) -> None:
        if number < len(self._replay.lines):
            raise ReplayError(number + 1, "comes after the end")
        self._reach_result(number, end)
        result = msgspec.to_builtins(end.result)
        assert self._game.result is not None
        played = self._game.result.as_dict()
        for key, value in played.items():
            if result[key] != value:
                raise ReplayError(number, f"result: {key} is {value!r}, the record says {result[key]!r}")
        if end.game_digest != self._digest.hexdigest():
            raise ReplayError(number, f"game_digest is {self._digest.hexdigest()}, the record says {end.game_digest}")
        for line in self._replay.lines[1 : number - 1]:
            self._record.add_line(line)
        digest = self._record.with_end(self._replay.lines[number - 1], end.record_digest)
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
        elif verdict in _CAPPED:
            self._check_cap(number, verdict)
            game.score_now(reason, verdict=verdict)
        elif verdict in _WITHOUT_WINNER:
            game.abandon(reason, verdict=verdict)
        else:
            raise ReplayError(number, f"result: verdict is {verdict}, but the match is not over")

    def _check_cap(self, number: int, verdict: str) -> None:
        cap = self._header.match.get("ply_cap")
        if verdict == "ply_cap" and cap != self._game.ply:
            raise ReplayError(number, f"result: {self._game.ply} plies are not the cap of {cap}")
