"""Reveals a sealed seed: one more line in the record, after which anybody can play the match again."""

from __future__ import annotations

from pathlib import Path

from protocol.replay_records import Reveal, encode_record
from referee.replays.adding import add_line
from referee.replays.reader import ReplayError, read_replay
from referee.replays.seed_file import SeedFileError, seed_beside, seed_file
from referee.replays.verify import verify_replay


class RevealError(ValueError):
    """A record whose seed can't be revealed; the text says why."""


def reveal(path: Path) -> Reveal:
    """Add the seed that lies beside this record to it as its last line, then remove the file beside it.

    Before, the whole match is played with that seed, so what is added fits the commitment and the record is right.
    Returns the line. Raises ``RevealError`` for a record that is not sealed, differs or was interrupted, and
    ``OSError`` where a file can't be read or written, and the record is as it was then, or where the file beside it
    can't be removed from a record that now reveals the seed.
    """
    line = _checked_line(path)
    add_line(path, encode_record(line))
    seed_file(path).unlink()
    return line


def _checked_line(path: Path) -> Reveal:
    try:
        replay, secret = read_replay(path), seed_beside(path)
    except (ReplayError, SeedFileError) as error:
        raise RevealError(str(error)) from None
    if replay.end is None:
        raise RevealError("was interrupted: only the seed of a match that has ended can be revealed")
    if replay.end.seed is not None or replay.reveal is not None:
        raise RevealError("is not sealed: its seed is revealed already")
    if secret is None:
        raise RevealError(f"there is no {seed_file(path).name} beside it, or none that you may read")
    found = verify_replay(replay, secret)
    if found.status != "ok":
        raise RevealError(found.complaint)
    return Reveal(secret.seed, secret.nonce)
