"""Whether the signatures of a record fit, and whose they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from protocol.replay_records import Signature
from protocol.signed import replay_message
from referee.replays.reader import Replay, ReplayError
from referee.signing.keys import KeyTextError, checked_key, is_available, is_signed

Authenticity = Literal["authenticated", "unknown_key", "unchecked", "unsigned"]
"""What signatures tell: one fits and its key is trusted; they fit, but no key is trusted; they could not be checked for
want of cryptography; there is none."""


def check_signatures(replay: Replay, record_digest: str) -> None:
    """Raise ``ReplayError`` at the first signature that is not of the record with this digest.

    Where cryptography is not installed, only the spelling is checked: see ``authenticity``.
    """
    for number, signature in replay.signatures.items():
        why = _objection(signature, record_digest)
        if why is not None:
            raise ReplayError(number, why)


def authenticity(signatures: Sequence[Signature], trusted: Mapping[str, str]) -> Authenticity:
    """What these signatures, after ``check_signatures``, tell who trusts these keys (names by key)."""
    if not signatures:
        return "unsigned"
    if not is_available():
        return "unchecked"
    return "authenticated" if any(signature.key in trusted for signature in signatures) else "unknown_key"


def trusted_names(signatures: Sequence[Signature], trusted: Mapping[str, str]) -> list[str]:
    """By whom the record is authenticated, in the words of who trusts the keys and not in those of the record."""
    return [trusted[signature.key] for signature in signatures if signature.key in trusted]


def _objection(signature: Signature, record_digest: str) -> str | None:
    try:
        if not is_available():
            checked_key(signature.key)
            return None
        if is_signed(replay_message(record_digest, signature.by), signature.key, signature.signature):
            return None
    except KeyTextError as error:
        return f"the signature of {signature.by!r}: {error}"
    return f"the signature of {signature.by!r} is not of this record, or not by the key {signature.key}"
