"""Plays a recorded match again and names the first line that differs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from protocol.replay_records import Ply
from referee.replays.playback import Playback
from referee.replays.reader import (
    Replay,
    ReplayError,
    Secret,
    SeedFileError,
    UnbegunError,
    read_replay,
    seed_beside,
    seed_file_of,
)


@dataclass(frozen=True)
class Verification:
    """What playing a record again has shown.

    ``status``: ``ok`` (consistent: it plays back to every hash, the result and both digests), ``differs`` (``line``
    and ``reason`` say where first and how) or ``interrupted`` (no end line, or a seed that is not revealed;
    consistent for the ``plies`` that could be played again). An unsigned record that is ``ok`` is consistent, not
    authenticated: only a digest kept elsewhere can show that it was not replaced as a whole.
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
    except UnbegunError as error:
        if seed_file_of(path).exists():
            return Verification("interrupted", 0, reason=_interrupted_after(0))
        return Verification("differs", 0, error.line, error.reason)
    except ReplayError as error:
        return Verification("differs", 0, error.line, error.reason)
    try:
        return verify_replay(replay, None if replay.end else seed_beside(path))
    except SeedFileError as error:
        return _read_only(replay, str(error))


def verify_replay(replay: Replay, sealed: Secret | None = None) -> Verification:
    """Play a record again; ``sealed`` is the secret that lay beside it where the record does not reveal it."""
    secret = _revealed(replay) or sealed
    if secret is None:
        return _read_only(replay, "its seed is not revealed")
    playback = Playback(replay)
    try:
        playback.begin(secret)
        for number, record in replay.moves():
            playback.take(number, record)
    except ReplayError as error:
        return Verification("differs", playback.plies, error.line, error.reason)
    if replay.end is None:
        return Verification("interrupted", playback.plies, reason=_interrupted_after(playback.plies))
    return Verification(
        "ok", playback.plies, game_digest=replay.end.game_digest, record_digest=replay.end.record_digest
    )


def _revealed(replay: Replay) -> Secret | None:
    end = replay.end
    return Secret(end.seed, end.nonce) if end and end.seed is not None and end.nonce is not None else None


def _read_only(replay: Replay, why: str) -> Verification:
    """Read a record that can't be played again, and why: every line must be one, and the plies in order."""
    plies = 0
    try:
        for number, record in replay.moves():
            if isinstance(record, Ply):
                if record.n != plies:
                    raise ReplayError(number, f"is ply {record.n}, but ply {plies} comes next")
                plies += 1
    except ReplayError as error:
        return Verification("differs", 0, error.line, error.reason)
    ending = "the match has ended" if replay.end else _interrupted_after(plies)
    return Verification("interrupted", 0, reason=f"{ending}; {why}, so it can't be played again")


def _interrupted_after(plies: int) -> str:
    return f"interrupted after ply {plies - 1}" if plies else "interrupted before the first ply"
