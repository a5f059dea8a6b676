"""Reveals a sealed seed: one more line in the record, after which anybody can play the match again."""

from __future__ import annotations

from pathlib import Path

from protocol.replay_records import Reveal, encode_record
from referee.replays.adding import add_line, read_to_add
from referee.replays.reader import Replay, ReplayError
from referee.replays.seed_file import Secret, SeedFileError, seed_beside, seed_file
from referee.replays.verify import revealed_seed, verify_replay


class RevealError(ValueError):
    """A record whose seed can't be revealed; the text says why."""


def reveal(path: Path) -> Reveal:
    """Add the seed that lies beside this record to it as its last line, then remove the file beside it.

    Before, the whole match is played with that seed, so what is added fits the commitment and the record is right.
    Returns the line. Raises ``RevealError`` for a record that is not sealed, differs or was interrupted, and
    ``OSError`` where a file can't be read or written, and the record is as it was then, or where the file beside it
    can't be removed from a record that now reveals the seed.
    """
    replay, secret = _read(path)
    line = _checked_line(path, replay, secret)
    add_line(path, encode_record(line))
    seed_file(path).unlink()
    return line


def reveal_if_sealed(path: Path) -> None:
    """Bring the record to where ``reveal`` leaves it, from wherever a crash in the middle of that left it.

    So the seeds of a whole block can be revealed together, and all again where it is not known how far that came. Of a
    record that shows its seed only the file beside it is removed, if it is still there. Raises as ``reveal`` does, and
    ``RevealError`` where the seed in that file is another.
    """
    replay, secret = _read(path)
    shown = revealed_seed(replay)
    if shown is None:
        reveal(path)
    elif secret == shown:
        seed_file(path).unlink()
    elif secret is not None:
        raise RevealError(f"shows another seed than {seed_file(path).name} beside it")


def _read(path: Path) -> tuple[Replay, Secret | None]:
    try:
        return read_to_add(path), seed_beside(path)
    except (ReplayError, SeedFileError) as error:
        raise RevealError(str(error)) from None


def _checked_line(path: Path, replay: Replay, secret: Secret | None) -> Reveal:
    if replay.end is None:
        raise RevealError("was interrupted: only the seed of a match that has ended can be revealed")
    if revealed_seed(replay) is not None:
        raise RevealError("is not sealed: its seed is revealed already")
    if secret is None:
        raise RevealError(f"there is no {seed_file(path).name} beside it, or none that you may read")
    found = verify_replay(replay, secret)
    if found.status != "ok":
        raise RevealError(found.complaint)
    return Reveal(secret.seed, secret.nonce)
