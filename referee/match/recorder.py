"""Writes the record of a match while it is played, a line at a time, so that a crash loses nothing."""

from __future__ import annotations

import gzip
import json
import os
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from engine import RULES_VERSION, Event, Game
from protocol import PROTOCOL_VERSION
from protocol.digests import GameDigest, RecordDigest
from protocol.messages import ResultRecord
from protocol.replay_records import (
    REPLAY_FORMAT,
    End,
    FaultOutcome,
    FaultRecord,
    Header,
    Ply,
    Record,
    SeatRecord,
    encode_record,
)
from referee import __version__
from referee.match.settings import MatchSettings
from referee.match.verdicts import Offence


def utc_now() -> str:
    """The time as records carry it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def seed_file(replay: Path) -> Path:
    """Where a running match keeps its seed: beside the record, for the owner's eyes only."""
    plain = plain_file(replay)
    return plain.with_name(plain.name + ".seed")


def plain_file(replay: Path) -> Path:
    """Where the lines of a running match are written: the name without ``.gz``."""
    return replay.with_suffix("") if replay.suffix == ".gz" else replay


class Recorder:
    """The record of one match, and its digests. Raises ``OSError`` where the file can't be written.

    Lines go to ``path`` as they happen; a name that ends in ``.gz`` is compressed when the match is over. While
    the match runs its seed and nonce lie in a file of mode 0600 beside the record, which carries only the
    commitment.
    """

    def __init__(self, path: Path, seed: str, nonce: str) -> None:
        self.path = path
        self._plain = plain_file(path)
        self._seed, self._nonce = seed, nonce
        self._record_digest = RecordDigest()
        self._game_digest: GameDigest | None = None
        self._file = os.open(self._plain, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o644)
        try:
            self._keep_secret()
        except OSError:
            os.close(self._file)
            self._plain.unlink()
            raise

    def _keep_secret(self) -> None:
        """Anew, so that nobody's file or link with another mode is written to."""
        seed_file(self.path).unlink(missing_ok=True)
        secret = os.open(seed_file(self.path), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(secret, "w") as file:
            json.dump({"seed": self._seed, "nonce": self._nonce}, file)

    def header(
        self, game: Game, settings: MatchSettings, match_id: str, commitment: str, seats: list[SeatRecord]
    ) -> None:
        """Everything that is fixed before the first action."""
        board, rules, terms = game.board, settings.rules.as_dict(), settings.terms()
        self._game_digest = GameDigest(RULES_VERSION, rules, board.terrain, board.tokens, board.harbours)
        self._write(
            Header(
                format=REPLAY_FORMAT,
                rules_version=RULES_VERSION,
                protocol=PROTOCOL_VERSION,
                referee=__version__,
                match_id=match_id,
                block=None,
                rules=rules,
                match={name: getattr(terms, name) for name in terms.__struct_fields__},
                time_control=_time_control(settings),
                terrain=list(board.terrain),  # type: ignore[arg-type]  # the engine's names are the wire's, by test
                tokens=list(board.tokens),
                harbours=list(board.harbours),  # type: ignore[arg-type]
                seed_commitment=commitment,
                seats=seats,
                sandbox="none",
                started=utc_now(),
            )
        )

    def ply(self, event: Event, ms: int, state_hash: str) -> None:
        """One applied action."""
        assert self._game_digest is not None
        chance: Any = event.chance
        self._game_digest.add_ply(event.seat, event.action, chance, state_hash)
        self._write(Ply(event.ply, event.seat, event.action, chance, ms, state_hash))

    def fault(self, n: int, offence: Offence, outcome: FaultOutcome) -> None:
        """Something that a seat did wrong when ply ``n`` was to be played."""
        self._write(FaultRecord(n, offence.seat, offence.kind, offence.answer, offence.ms, outcome))

    def end(self, result: ResultRecord) -> tuple[str, str]:
        """The last line, with the seed revealed. Returns (game_digest, record_digest) and closes the file."""
        assert self._game_digest is not None
        game_digest = self._game_digest.hexdigest()
        draft = End(result, self._seed, self._nonce, game_digest, "", utc_now())
        record_digest = self._record_digest.with_end(encode_record(draft), "")
        self._write(End(result, self._seed, self._nonce, game_digest, record_digest, draft.ended))
        os.close(self._file)
        if self._plain != self.path:
            with self._plain.open("rb") as plain, gzip.open(self.path, "wb") as packed:
                shutil.copyfileobj(plain, packed)
            self._plain.unlink()
        seed_file(self.path).unlink()
        return game_digest, record_digest

    def break_off(self, result: ResultRecord) -> None:
        """End the record of a match that does not count; one that has not begun leaves no file."""
        if self._game_digest is not None:
            self.end(result)
        else:
            self.discard()

    def discard(self) -> None:
        """Forget a match that has not begun."""
        os.close(self._file)
        self._plain.unlink()
        seed_file(self.path).unlink()

    def _write(self, record: Record) -> None:
        line = encode_record(record)
        self._record_digest.add_line(line)
        while line:
            line = line[os.write(self._file, line) :]


def _time_control(settings: MatchSettings) -> dict[str, int] | None:
    control = settings.time_control
    return None if control is None else {name: getattr(control, name) for name in control.__struct_fields__}
