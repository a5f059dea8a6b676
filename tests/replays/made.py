"""Records of matches made without bots, whole and signed, for what no golden has."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from engine import COMPETITION, RULES_VERSION, Game, Rules
from protocol import PROTOCOL_VERSION
from protocol.digests import GameDigest, RecordDigest, seed_commitment
from protocol.messages import MatchTerms, ResultRecord
from protocol.replay_records import (
    REPLAY_FORMAT,
    End,
    FaultKind,
    FaultOutcome,
    FaultRecord,
    Header,
    Ply,
    Record,
    SeatRecord,
    encode_record,
)

NONCE: Final = "ab" * 32
TIME_CONTROL: Final = {"start_ms": 10_000, "move_ms": 1_000, "reserve_ms": 30_000, "increment_ms": 0}
_TIME: Final = "2026-11-30T12:00:00Z"


class MadeRecord:
    """A game and the lines of its record so far. ``terms`` take the place of a match's usual settings."""

    def __init__(
        self,
        rules: Rules = COMPETITION,
        seed: str = "made",
        time_control: dict[str, int] | None = TIME_CONTROL,
        **terms: Any,
    ) -> None:
        self.game = Game(rules, seed=seed)
        self.lines: list[bytes] = []
        self._seed, self._choose = seed, random.Random(seed).choice
        board = self.game.board
        self._digest = GameDigest(RULES_VERSION, rules.as_dict(), board.terrain, board.tokens, board.harbours)
        usual = MatchTerms("forfeit", refusals=3, ply_cap=5000, freeze=False, events="with_request")
        self._add(
            Header(
                format=REPLAY_FORMAT,
                rules_version=RULES_VERSION,
                protocol=PROTOCOL_VERSION,
                referee="0.1.0",
                match_id="m-MADE",
                block=None,
                rules=rules.as_dict(),
                match={**msgspec.structs.asdict(usual), **terms},
                time_control=time_control,
                terrain=list(board.terrain),  # type: ignore[arg-type]  # the engine's names are the wire's, by test
                tokens=list(board.tokens),
                harbours=list(board.harbours),  # type: ignore[arg-type]
                seed_commitment=seed_commitment(NONCE, seed),
                seats=[SeatRecord("made", "1", None)] * rules.seats,
                sandbox="none",
                started=_TIME,
            )
        )

    def play(self, plies: int) -> MadeRecord:
        """So many actions at random."""
        for _ in range(plies):
            self.apply(self._choose(self.game.legal_actions()))
        return self

    def apply(self, action: str) -> MadeRecord:
        """One action."""
        (event,) = self.game.apply(action)
        chance: Any = event.chance
        state_hash = self.game.state_hash()
        self._digest.add_ply(event.seat, event.action, chance, state_hash)
        self._add(Ply(event.ply, event.seat, event.action, chance, 1, state_hash))
        return self

    def fault(
        self, seat: int, kind: FaultKind, answer: str | None = None, outcome: FaultOutcome = "forfeit"
    ) -> MadeRecord:
        """A line that says so; the game goes on all the same."""
        self._add(FaultRecord(self.game.ply, seat, kind, answer, 1, outcome))
        return self

    def forfeited(self, seats: Sequence[int], verdict: str, reason: str = "because") -> list[bytes]:
        """The whole record of a match that ends here by the fault of these seats."""
        self.game.forfeit(seats, reason, verdict=verdict)
        return self.ended()

    def scored(self, verdict: str) -> list[bytes]:
        """The whole record of a match that is scored here."""
        self.game.score_now("because", verdict=verdict)
        return self.ended()

    def cancelled(self) -> list[bytes]:
        """The whole record of a match that is broken off here."""
        self.game.abandon("because", verdict="cancelled")
        return self.ended()

    def ended(self) -> list[bytes]:
        """The whole record of a match that is over."""
        assert self.game.result is not None
        result = msgspec.convert(self.game.result.as_dict(), ResultRecord)
        end = End(result, self._seed, NONCE, self._digest.hexdigest(), "", _TIME)
        record = RecordDigest()
        for line in self.lines:
            record.add_line(line)
        signed = msgspec.structs.replace(end, record_digest=record.with_end(encode_record(end), ""))
        return [*self.lines, encode_record(signed)]

    def _add(self, record: Record) -> None:
        self.lines.append(encode_record(record))
