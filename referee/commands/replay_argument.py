"""Replays that are named on a command line, to be played again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from referee.commands.arguments import UsageError
from referee.replays.batch import replays_in
from referee.replays.playable import UnplayableError, read_playable
from referee.replays.plies import NoSuchPlyError, plies_through
from referee.replays.reader import Replay
from referee.replays.seed_file import Secret


def playable(file: Path, seat: int | None = None) -> tuple[Replay, Secret]:
    """The record, which plays back and has this seat, and its seed. Raises ``UsageError`` where it can't be had."""
    try:
        return read_playable(file, seat)
    except UnplayableError as error:
        raise UsageError(f"{file}: {error}") from None
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror or error}") from None


def plies_asked(replay: Replay, ply: int | None) -> int:
    """How many plies of the record ``--ply`` asks for. Raises ``UsageError`` for one that it has not."""
    try:
        return plies_through(replay, ply)
    except NoSuchPlyError as error:
        raise UsageError(f"--ply {ply}: {error}") from None


def replays_among(named: Sequence[Path], unread: list[str]) -> list[Path]:
    """The files named, and those in the folders named; folders that give none are added to ``unread``, with why."""
    replays = []
    for path in named:
        try:
            inside = replays_in(path) if path.is_dir() else [path]
        except OSError as error:
            unread.append(f"{error.filename}: {error.strerror}")
            continue
        if not inside:
            unread.append(f"{path}: is a folder without replays (.jsonl, .jsonl.gz)")
        replays += inside
    return replays
