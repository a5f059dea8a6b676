"""A record that can be played again from its file: it is whole as far as it goes, and its seed is known."""

from __future__ import annotations

from pathlib import Path

from referee.replays.reader import Replay, ReplayError, read_replay
from referee.replays.seed_file import Secret, SeedFileError, seed_beside
from referee.replays.verify import revealed_seed, verify_replay


class UnplayableError(ValueError):
    """A record that can't be played again, or has no such seat; the text says why."""


def read_playable(path: Path, seat: int | None) -> tuple[Replay, Secret]:
    """A record that plays back, with its seed, revealed or from the file beside it, and with this seat if one is given.

    It may be of a match that was interrupted. Raises ``UnplayableError``, and ``OSError`` where it can't be read.
    """
    replay, secret = read_with_seed(path)
    found = verify_replay(replay, secret)
    if found.status == "differs":
        raise UnplayableError(found.complaint)
    if seat is not None and seat not in range(len(replay.header.seats)):
        raise UnplayableError(f"there is no seat {seat}: it has seats 0 to {len(replay.header.seats) - 1}")
    return replay, secret


def read_with_seed(path: Path) -> tuple[Replay, Secret]:
    """A record and its seed, revealed or from the file beside it; whether they fit only playing it shows.

    Raises ``UnplayableError``, and ``OSError`` where it can't be read.
    """
    try:
        replay = read_replay(path)
    except ReplayError as error:
        raise UnplayableError(str(error)) from None
    return replay, seed_of(replay, path)


def seed_of(replay: Replay, path: Path) -> Secret:
    """The seed of a record that was read from this file, revealed or from the file beside it.

    Raises ``UnplayableError`` where it is not known.
    """
    try:
        secret = revealed_seed(replay) or seed_beside(path)
    except SeedFileError as error:
        raise UnplayableError(str(error)) from None
    if secret is None:
        raise UnplayableError("its seed is neither revealed nor in a file beside it: it can't be played again")
    return secret
