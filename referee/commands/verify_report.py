"""What ``referee replay verify`` says of one replay: a line for people, or an object for programs."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from protocol.json_lines import encode_line
from protocol.replay_records import Signature
from referee.replays.render.escape import printable
from referee.replays.signatures import Authenticity, trusted_names
from referee.replays.verify import Verification
from referee.signing.keys import NEEDS_SIGN

_LONGEST_PATH: Final = 4000
_LONGEST_REASON: Final = 2000


@dataclass(frozen=True)
class Checked:
    """A replay, what playing it again has shown, and what its signatures tell."""

    file: Path
    found: Verification
    authenticity: Authenticity


def line_of(checked: Checked, trusted: Mapping[str, str]) -> str:
    """It in one line. ``trusted`` has names by public key."""
    found, shown = checked.found, printable(str(checked.file), _LONGEST_PATH)
    whose = authenticity_words(checked.authenticity, found.signatures, trusted)
    if found.status == "ok":
        digests = f"game_digest={found.game_digest} record_digest={found.record_digest}"
        sealed = " (sealed: the seed lies beside it)" if found.is_sealed else ""
        return f"ok {shown} {found.plies} plies {digests} {whose}{sealed}"
    where = "" if found.line is None else f" at line {found.line}"
    signed = f"; {whose}" if found.signatures else ""
    return f"{found.status} {shown}{where}: {printable(found.reason, _LONGEST_REASON)}{signed}"


def object_of(checked: Checked, trusted: Mapping[str, str]) -> str:
    """It as one JSON object on a line; ``authenticity`` is null where no signature was looked at."""
    found = checked.found
    has_digest = found.status in ("ok", "sealed")
    line = encode_line(
        {
            "file": os.fsencode(checked.file).decode(errors="backslashreplace"),
            "status": found.status,
            "plies": found.plies,
            "line": found.line,
            "reason": found.reason,
            "game_digest": found.game_digest,
            "record_digest": found.record_digest,
            "is_sealed": found.is_sealed,
            "authenticity": checked.authenticity if has_digest else None,
            "authenticated_by": trusted_names(found.signatures, trusted),
            "signatures": [{"key": signature.key, "by": signature.by} for signature in found.signatures],
        }
    )
    return line.decode().removesuffix("\n")


def authenticity_words(kind: Authenticity, signatures: Sequence[Signature], trusted: Mapping[str, str]) -> str:
    """What the signatures tell, in words. What a record says of itself is escaped, and called that."""
    if kind == "authenticated":
        return "authenticated by " + " and ".join(trusted_names(signatures, trusted))
    if kind == "unsigned":
        return "consistent, not authenticated"
    keys = ", ".join(f"{signature.key} (by its own words {printable(signature.by)})" for signature in signatures)
    if kind == "unchecked":
        return f"signed by {keys}, which was not checked, so not authenticated: {NEEDS_SIGN}"
    noun = "an unknown key" if len(signatures) == 1 else "unknown keys"
    return f"signed by {noun} {keys}, so consistent, not authenticated"
