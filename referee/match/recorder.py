"""Writes the record of a match while it is played, a line at a time, so that a crash loses nothing."""

from __future__ import annotations

import gzip
import json
import os
import shutil
from pathlib import Path
from typing import Any

import msgspec

from engine import RULES_VERSION, Event, Game
from protocol import PROTOCOL_VERSION
from protocol.digests import GameDigest, RecordDigest
from protocol.messages import ResultRecord
from protocol.replay_records import (
    REPLAY_FORMAT,
    End,
    EvidenceRecord,
    FaultOutcome,
    FaultRecord,
    Header,
    Ply,
    Record,
    SeatRecord,
    encode_record,
)
from referee import __version__
from referee.match.machine import this_machine
from referee.match.settings import MatchSettings
from referee.match.verdicts import Offence
from referee.replays.seed_file import seed_file
from referee.replays.utc import utc_now


def plain_file(replay: Path) -> Path:
    """Where the lines of a running match are written: the name without ``.gz``."""
    return replay.with_suffix("") if replay.suffix == ".gz" else replay


def for_the_owner(path: str, flags: int) -> int:
    """An ``opener`` for ``open``: nobody but the owner may read a file that it makes."""
    return os.open(path, flags, 0o600)


class Recorder:
    """The record of one match, and its digests. Raises ``OSError``, naming the file, where it can't be written.

    Lines go to ``path`` as they happen; a name that ends in ``.gz`` is compressed when the match is over. While
    the match runs its seed and nonce lie in a file beside the record, which carries only the commitment. Both are
    for their owner alone: what the record says of stolen and bought cards is secret until the match is over.

    Line by line they outlast the referee. The seed, and the record when it is over, are on the disk and outlast the
    machine, so that who counts the match can show it.

    After a line that could not be written none is tried any more: what stands in the file is an interrupted match,
    and can be verified as that, by the seed that stays beside it. The seed of a sealed match stays there as well.
    """

    def __init__(self, path: Path, seed: str, nonce: str) -> None:
        self.path = path
        self._plain = plain_file(path)
        self._seed, self._nonce = seed, nonce
        self._record_digest = RecordDigest()
        self._game_digest: GameDigest | None = None
        self._is_sealed = False
        self._has_begun = False
        self._has_failed = False
        self._is_open = True
        self._file = for_the_owner(str(self._plain), os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND)
        try:
            self._keep_secret()
        except OSError:
            self._close()
            self._plain.unlink()
            raise

    def _keep_secret(self) -> None:
        """In a new file: what lies there is another match's sealed seed, or somebody's link to elsewhere."""
        secret = seed_file(self.path)
        file = open(secret, "x", encoding="utf-8", opener=for_the_owner)  # noqa: SIM115  # closed below
        try:
            with file:
                json.dump({"seed": self._seed, "nonce": self._nonce}, file)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            error.filename = str(secret)
            secret.unlink()
            raise

    def header(
        self,
        game: Game,
        settings: MatchSettings,
        match_id: str,
        commitment: str,
        seats: list[SeatRecord],
        sandbox: str,
        prelude: int = 0,
        block: str | None = None,
    ) -> None:
        """Everything that is fixed before the first action. The first ``prelude`` plies are nobody's answers."""
        board, rules = game.board, settings.rules.as_dict()
        self._is_sealed = settings.seal
        self._game_digest = GameDigest(RULES_VERSION, rules, board.terrain, board.tokens, board.harbours)
        self._write(
            Header(
                format=REPLAY_FORMAT,
                rules_version=RULES_VERSION,
                protocol=PROTOCOL_VERSION,
                referee=__version__,
                match_id=match_id,
                block=block,
                rules=rules,
                match=_match_table(settings, prelude),
                time_control=_time_control(settings),
                terrain=list(board.terrain),  # type: ignore[arg-type]  # the engine's names are the wire's, by test
                tokens=list(board.tokens),
                harbours=list(board.harbours),  # type: ignore[arg-type]
                seed_commitment=commitment,
                seats=seats,
                sandbox=sandbox,
                started=utc_now(),
                machine=this_machine(),
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

    def evidence(self, record: EvidenceRecord) -> None:
        """What a forfeit rests on; after the faults that it belongs to, and before the end."""
        self._write(record)

    @property
    def is_sound(self) -> bool:
        """Whether lines can still be added: it has begun, is not closed, and every line so far could be written."""
        return self._has_begun and self._is_open and not self._has_failed

    def end(self, result: ResultRecord) -> tuple[str, str]:
        """The last line, with the seed revealed or sealed. Returns (game_digest, record_digest), closes the file."""
        assert self._game_digest is not None
        game_digest = self._game_digest.hexdigest()
        seed, nonce = (None, None) if self._is_sealed else (self._seed, self._nonce)
        draft = End(result, seed, nonce, game_digest, "", utc_now())
        record_digest = self._record_digest.with_end(encode_record(draft), "")
        try:
            self._write(End(result, seed, nonce, game_digest, record_digest, draft.ended))
            if self._plain == self.path:
                self._put_on_disk()
        finally:
            self._close()
        if self._plain != self.path:
            self._pack()
        if not self._is_sealed:
            seed_file(self.path).unlink(missing_ok=True)
        return game_digest, record_digest

    def break_off(self, result: ResultRecord) -> None:
        """End the record of a match that goes on no longer, as far as that is possible.

        One that has not begun leaves no file. One whose file can't be written any more stays as it is, its seed
        beside it. After ``end`` there is nothing to do.
        """
        if not self._is_open:
            return
        if not self._has_begun:
            self.discard()
        elif self._has_failed:
            self._close()
        else:
            self.end(result)

    def discard(self) -> None:
        """Forget a match that has not begun."""
        self._close()
        self._plain.unlink(missing_ok=True)
        seed_file(self.path).unlink(missing_ok=True)

    def _write(self, record: Record) -> None:
        line = encode_record(record)
        try:
            rest = line
            while rest:
                rest = rest[os.write(self._file, rest) :]
        except OSError as error:
            error.filename = str(self._plain)
            self._has_failed = True
            raise
        self._has_begun = True
        self._record_digest.add_line(line)

    def _put_on_disk(self) -> None:
        try:
            os.fsync(self._file)
        except OSError as error:
            error.filename = str(self._plain)
            raise

    def _close(self) -> None:
        self._is_open = False
        os.close(self._file)

    def _pack(self) -> None:
        """Compress the whole record; where that fails it stays as it is."""
        file = open(self.path, "xb", opener=for_the_owner)  # noqa: SIM115  # closed below
        try:
            with file:
                with gzip.GzipFile(fileobj=file, mode="wb") as packed, self._plain.open("rb") as plain:
                    shutil.copyfileobj(plain, packed)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            error.filename = str(self.path)
            self.path.unlink()
            raise
        self._plain.unlink()


def _match_table(settings: MatchSettings, prelude: int) -> dict[str, Any]:
    """The settings that are neither rules nor clocks; of a prelude only where there is one."""
    table = {**msgspec.structs.asdict(settings.terms()), "anonymous": settings.anonymous}
    return {**table, "prelude": prelude} if prelude else table


def _time_control(settings: MatchSettings) -> dict[str, int] | None:
    control = settings.time_control
    return None if control is None else {name: getattr(control, name) for name in control.__struct_fields__}
