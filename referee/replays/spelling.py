"""What JSON leaves open and a record must not: each line has one reading, in any language's JSON library."""

from __future__ import annotations

import json
from typing import Final

from protocol.replay_records import Record, encode_record

_BEGINNING: Final = b'{"t":"'


def objection(line: bytes, record: Record) -> str | None:
    """Why this line, which was read as this record, may be read as another elsewhere; None where it can't be.

    A line that we would write in just this way has one reading. Any other, one with keys of a later version say, is
    searched for what has two: a key that comes twice, of which some libraries take the first and some the last,
    a line whose ``t`` is not where readers look for it, and characters at which some end a line (U+2028, CR).
    """
    if encode_record(record) == line:
        return None
    if not line.isascii():
        return "is not in ASCII; other characters stand as \\uXXXX"
    if not line.endswith(b"}\n"):
        return "does not end in } and LF"
    if not line.startswith(_BEGINNING):
        return 'does not begin with its type, {"t":"...'
    try:
        json.loads(line, object_pairs_hook=_refuse_twice, parse_int=str, parse_float=str)
    except _KeyComesTwiceError as error:
        return f"has the key {error.args[0]!r} twice"
    except RecursionError:
        return "is nested too deeply"
    except ValueError as error:  # bytes that are no UTF-8 in a key that a decoder passes over
        return f"is no JSON: {error}"
    return None


class _KeyComesTwiceError(Exception):
    """A JSON object has a key, which is the argument, more than once."""


def _refuse_twice(pairs: list[tuple[str, object]]) -> dict[str, object]:
    keys = dict(pairs)
    if len(keys) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _KeyComesTwiceError(key)
            seen.add(key)
    return keys
