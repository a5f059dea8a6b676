"""Signs a record: one more line in it, by which somebody stands for the record as it is."""

from __future__ import annotations

from pathlib import Path

from protocol.replay_records import Signature, encode_record
from protocol.signed import replay_message
from referee.replays.adding import add_line, read_to_add
from referee.replays.additions import MOST_SIGNATURES
from referee.replays.reader import ReplayError
from referee.replays.seed_file import SeedFileError, seed_beside
from referee.replays.verify import revealed_seed, verify_replay
from referee.signing.keys import PrivateKey


class SignError(ValueError):
    """A record that can't be signed; the text says why."""


def sign(path: Path, key: PrivateKey) -> Signature:
    """Sign the record in this file: check that it plays back, and add the signature as its last line.

    Raises ``SignError`` for a record that differs, was interrupted, can't be played for want of its seed or is signed
    by this key already, ``SigningUnavailable``, and ``OSError``; the record is as it was then.
    """
    line = _signature(path, key)
    add_line(path, encode_record(line))
    return line


def _signature(path: Path, key: PrivateKey) -> Signature:
    public = key.public()
    try:
        replay = read_to_add(path)
        found = verify_replay(replay, None if revealed_seed(replay) else seed_beside(path))
    except (ReplayError, SeedFileError) as error:
        raise SignError(str(error)) from None
    if found.status == "interrupted":
        raise SignError("was interrupted: only a record with an end can be signed")
    if found.status != "ok" or found.record_digest is None:
        raise SignError(found.complaint)
    if public.text in [signature.key for signature in replay.signatures.values()]:
        raise SignError(f"is signed by this key already ({public.name})")
    if len(replay.signatures) >= MOST_SIGNATURES:
        raise SignError(f"has {MOST_SIGNATURES} signatures, and can't have more")
    return Signature(public.text, public.name, key.sign(replay_message(found.record_digest, public.name)))
