"""The file beside a record that keeps its seed while the record itself may not show it.

A match has one while it runs. It stays where a match was interrupted or its seed was sealed, until it is revealed.
"""

from __future__ import annotations

from pathlib import Path

import msgspec


class SeedFileError(ValueError):
    """The file beside a record that should hold its seed can't be read; the text names it and says why."""


class Secret(msgspec.Struct, frozen=True):
    """What a referee keeps to itself until it reveals the seed. ``nonce``: 64 lower-case hex digits."""

    seed: str
    nonce: str


def seed_file(replay: Path) -> Path:
    """Where the seed of the record in this file lies: ``final.jsonl.seed``, also of ``final.jsonl.gz``."""
    return replay.with_name(replay.name.removesuffix(".gz") + ".seed")


def seed_beside(replay: Path) -> Secret | None:
    """Seed and nonce from the file beside this record.

    None where there is no such file, or none for our eyes. Raises ``SeedFileError`` for one that is damaged.
    """
    file = seed_file(replay)
    try:
        return msgspec.json.decode(file.read_bytes(), type=Secret)
    except (FileNotFoundError, PermissionError):
        return None
    except OSError as error:
        raise SeedFileError(f"{file.name}: {error.strerror}") from None
    except (msgspec.DecodeError, RecursionError):
        raise SeedFileError(f"{file.name} is damaged") from None
