"""What may stand behind the end of a record: a seed that was sealed, and signatures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from protocol.replay_records import End, Reveal, Signature, encode_record

Addition = Reveal | Signature

BEGINNINGS: Final = (b'{"t":"reveal"', b'{"t":"signature"')
"""How a line begins that may be one."""
MOST_SIGNATURES: Final = 16
"""As many as a record may have: to check one takes as long as to play ten plies."""


def objection(addition: Addition, line: bytes, before: Sequence[Addition], end: End) -> str | None:
    """Why this can't stand, in this spelling, behind the end and the additions ``before`` it; None where it can.

    No digest covers these lines, so they have only one spelling: whatever is changed in them is found.
    """
    if encode_record(addition) != line:
        return "is not spelled as a referee spells it"
    if isinstance(addition, Reveal):
        if end.seed is not None:
            return "reveals a seed that was not sealed"
        return "reveals the seed once more" if any(isinstance(other, Reveal) for other in before) else None
    keys = [other.key for other in before if isinstance(other, Signature)]
    if addition.key in keys:
        return f"is a second signature by the key {addition.key}"
    return f"is a signature too many: a record has at most {MOST_SIGNATURES}" if len(keys) >= MOST_SIGNATURES else None
