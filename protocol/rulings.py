"""A ruling: what an adjudicator decided about a recorded match, in a file of its own. The replay is never changed."""

from hashlib import blake2b
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from protocol.json_lines import encode_line
from protocol.vocabulary import Seat

RULING_FORMAT = 1
"""The value of `format`."""

RulingVerdict = Literal["adjudicated", "void", "upheld"]
"""What was decided.

`adjudicated`: the match counts with the ruling's ranking. `void`: it does not count. `upheld`: it counts with the
result on record; for a protest that was turned down, or to take back an earlier ruling.
"""


class Ruling(Struct, frozen=True, tag_field="t", tag="ruling"):
    """One decision about one replay, named by both its digests; field order is the order of keys in the file."""

    format: Annotated[int, Meta(ge=RULING_FORMAT, le=RULING_FORMAT)]
    match_id: str
    game_digest: str
    record_digest: str
    verdict: RulingVerdict
    ranking: Annotated[list[Seat], Meta(min_length=3, max_length=4)] | None
    """All seats, the best first, where the verdict is `adjudicated`; else null."""
    reason: Annotated[str, Meta(min_length=1)]
    by: str
    ruled: str
    """UTC, as `2026-11-30T12:00:00Z`."""
    replaces: str | None
    """The digest of an earlier ruling on the same replay that no longer holds; null where there is none."""
    key: str
    """`ed25519:` and the public key in base64."""
    signature: str
    """Ed25519, in base64, over `protocol.signed.ruling_message`."""

    def unsigned(self) -> "Ruling":
        """The same with an empty signature."""
        return msgspec.structs.replace(self, signature="")


def ruling_digest(content: bytes) -> str:
    """What a ruling is named by: `b2:` and the BLAKE2b-256 of its file in hex."""
    return "b2:" + blake2b(content, digest_size=32).hexdigest()


def encode_ruling(ruling: Ruling) -> bytes:
    """The file of a ruling: one line, LF included."""
    return encode_line(ruling)
