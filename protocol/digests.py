"""The two digests of a replay, kept up line by line.

``game_digest`` is the match itself, equal on any machine: rules, island, and each ply's seat, action, chance
and state hash. ``record_digest`` is the record as written: every byte of every line, clocks included; in the end
line, which carries it, its own place counts as empty.
"""

import json
import re
from collections.abc import Mapping, Sequence
from hashlib import blake2b, sha256

_DIGEST_BYTES = 32
_NONCE = re.compile("[0-9a-f]{64}")


class GameDigest:
    """BLAKE2b-256 over one JSON line for rules and island and one for each ply."""

    def __init__(
        self,
        rules_version: int,
        rules: Mapping[str, object],
        terrain: Sequence[str],
        tokens: Sequence[int | None],
        harbours: Sequence[str],
    ) -> None:
        self._digest = blake2b(digest_size=_DIGEST_BYTES)
        island = [list(terrain), list(tokens), list(harbours)]
        named = {key: value for key, value in rules.items() if key != "name"}
        fixed = json.dumps([rules_version, named, island], sort_keys=True, separators=(",", ":"))
        self._digest.update(fixed.encode() + b"\n")

    def add_ply(self, seat: int, action: str, chance: Sequence[int] | str | None, state_hash: str) -> None:
        """Take in one applied action."""
        decided = "" if chance is None else chance if isinstance(chance, str) else "+".join(map(str, chance))
        self._digest.update(f"{seat} {action} {decided} {state_hash}\n".encode())

    def hexdigest(self) -> str:
        """The digest of what was taken in so far."""
        return self._digest.hexdigest()


class RecordDigest:
    """BLAKE2b-256 over the lines of a record as they stand in the file."""

    def __init__(self) -> None:
        self._digest = blake2b(digest_size=_DIGEST_BYTES)

    def add_line(self, line: bytes) -> None:
        """Take in a line, its LF included."""
        self._digest.update(line)

    def with_end(self, end_line: bytes, own: str) -> str:
        """The digest of the whole record, its end line included; ``own`` is the digest which that line carries."""
        whole = self._digest.copy()
        whole.update(end_line.replace(f'"record_digest":"{own}"'.encode(), b'"record_digest":""'))
        return whole.hexdigest()


def seed_commitment(nonce: str, seed: str) -> str:
    """What binds the referee to a seed before the first action: SHA-256 of the nonce's bytes and the seed.

    ``nonce`` is 32 bytes as 64 lower-case hex digits. ``ValueError`` for any other: with a length left open, one
    commitment could be opened as several seeds, by moving bytes from the nonce's end to the seed's beginning.
    """
    if not _NONCE.fullmatch(nonce):
        raise ValueError(f"a nonce is 64 lower-case hex digits, not {nonce!r}")
    return "sha256:" + sha256(bytes.fromhex(nonce) + seed.encode()).hexdigest()
