"""Plays a recorded match again and names the first line that differs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from protocol.replay_records import End, Ply, Signature
from referee.replays.playback import Playback
from referee.replays.reader import Replay, ReplayError, UnbegunError, read_replay
from referee.replays.seed_file import Secret, SeedFileError, seed_beside, seed_file
from referee.replays.signatures import check_signatures


@dataclass(frozen=True)
class Verification:
    """What playing a record again has shown.

    ``status``: ``ok`` (consistent: it plays back to every hash, the result and both digests), ``differs`` (``line``
    and ``reason`` say where first and how), ``interrupted`` (no end line; consistent for the ``plies`` that could be
    played again) or ``sealed`` (whole, but its seed is neither revealed nor beside it: ``reason`` says what could not
    be checked). ``is_sealed``: the seed that was played with lay beside the record, which does not reveal it.
    ``signatures``: of a record that is ``ok`` or ``sealed``; they fit, where that can be checked here. A record that is
    ``ok`` and has none by a key that you trust is consistent, not authenticated: only a digest kept elsewhere can show
    that it was not replaced as a whole.
    """

    status: str
    plies: int
    line: int | None = None
    reason: str = ""
    game_digest: str | None = None
    record_digest: str | None = None
    is_sealed: bool = False
    signatures: tuple[Signature, ...] = ()

    @property
    def complaint(self) -> str:
        """Of a record that is not ok: its status, the line if there is one, and the reason."""
        where = "" if self.line is None else f" at line {self.line}"
        return f"{self.status}{where}: {self.reason}"


def verify(path: Path) -> Verification:
    """Play the record in this file again. Raises ``OSError`` where it can't be read."""
    try:
        replay = read_replay(path)
    except UnbegunError as error:
        if seed_file(path).exists():
            return Verification("interrupted", 0, reason=_interrupted_after(0))
        return Verification("differs", 0, error.line, error.reason)
    except ReplayError as error:
        return Verification("differs", 0, error.line, error.reason)
    return verify_read(replay, path)


def verify_read(replay: Replay, path: Path) -> Verification:
    """Play again a record that was read from this file, beside which its seed may lie."""
    try:
        return verify_replay(replay, None if revealed_seed(replay) else seed_beside(path))
    except SeedFileError as error:
        return _read_only(replay, str(error))


def verify_replay(replay: Replay, sealed: Secret | None = None) -> Verification:
    """Play a record again; ``sealed`` is the secret that lay beside it where the record does not reveal it."""
    revealed = revealed_seed(replay)
    secret = revealed or sealed
    if secret is None:
        return _read_only(replay, "its seed is not revealed")
    playback = Playback(replay)
    try:
        playback.begin(secret)
        for number, record in replay.moves():
            playback.take(number, record)
        if replay.end is not None:
            check_signatures(replay, replay.end.record_digest)
    except ReplayError as error:
        return Verification("differs", playback.plies, error.line, error.reason)
    if replay.end is None:
        return Verification("interrupted", playback.plies, reason=_interrupted_after(playback.plies))
    return Verification(
        "ok",
        playback.plies,
        game_digest=replay.end.game_digest,
        record_digest=replay.end.record_digest,
        is_sealed=revealed is None,
        signatures=tuple(replay.signatures.values()),
    )


def revealed_seed(replay: Replay) -> Secret | None:
    """The seed that the record itself shows, in its end or in a line after it."""
    end, reveal = replay.end, replay.reveal
    if reveal is not None:
        return Secret(reveal.seed, reveal.nonce)
    return Secret(end.seed, end.nonce) if end and end.seed is not None and end.nonce is not None else None


def _read_only(replay: Replay, why: str) -> Verification:
    """Read a record that can't be played again, and why: lines and plies must be in order, and the digest fit."""
    plies = 0
    try:
        for number, record in replay.moves():
            if isinstance(record, Ply):
                if record.n != plies:
                    raise ReplayError(number, f"is ply {record.n}, but ply {plies} comes next")
                plies += 1
            if isinstance(record, End) and (digest := replay.record_digest(number, record)) != record.record_digest:
                raise ReplayError(number, f"record_digest is {digest}, the record says {record.record_digest}")
        if replay.end is not None:
            check_signatures(replay, replay.end.record_digest)
    except ReplayError as error:
        return Verification("differs", 0, error.line, error.reason)
    if replay.end is None:
        return Verification("interrupted", 0, reason=f"{_interrupted_after(plies)}; {why}, so it can't be played again")
    reason = (
        f"{plies} plies in order and record_digest={replay.end.record_digest} fits; {why}, so the island, chance, "
        "every action, the hashes, the result and the game_digest can't be checked"
    )
    return Verification("sealed", 0, reason=reason, signatures=tuple(replay.signatures.values()))


def _interrupted_after(plies: int) -> str:
    return f"interrupted after ply {plies - 1}" if plies else "interrupted before the first ply"
