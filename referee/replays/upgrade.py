"""Records of older formats, as they would stand in the newest: one step for each format, line by line.

Format 1 is the first and the newest, so there is no step yet. A format that follows it adds the step that makes its
own lines of the lines before it; a line of format 1 then goes through all of them. Digests are of the lines as
written, and no step touches those. How a line is spelled (``spelling``, ``additions``) is asked of lines as written
too: a step that changes the keys of a reveal or a signature has to bring that question along.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

Step = Callable[[dict[str, Any]], dict[str, Any] | None]
"""Makes of one line's keys and values in a format those of the next; None: the next has no such line.

The machinery sets the ``format`` of the header. A step may assume nothing: what is no record of its format, it
leaves as it is, and the types of the newest format refuse it.
"""

STEPS: Final[tuple[Step, ...]] = ()
"""The first makes format 2 of format 1, and so on."""

_FIRST_FORMAT: Final = 1


class FormatError(ValueError):
    """A record of a format that this referee does not read; the text says which it reads, and what would read it."""


class Opening(msgspec.Struct, frozen=True):
    """What a first line says of itself, whatever its format: later formats may change all but these keys."""

    t: str
    format: int
    referee: str | None = None
    view: int | str | None = None


def opening(line: bytes) -> Opening | None:
    """How a record begins; None where the line says nothing of the kind."""
    try:
        return msgspec.json.decode(line, type=Opening)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def steps_from(found: Opening, steps: tuple[Step, ...] = STEPS) -> tuple[Step, ...]:
    """The steps from this format to the newest, which is as many steps after the first as there are.

    Raises ``FormatError`` for a format that is newer, or that never was.
    """
    newest = _FIRST_FORMAT + len(steps)
    if found.format > newest:
        wrote = f"referee {found.referee} wrote it" if found.referee else "a later referee wrote it"
        raise FormatError(
            f"format {found.format} is newer than format {newest}, the newest that this referee reads: {wrote}, "
            "and that version or a later one reads it"
        )
    if found.format < _FIRST_FORMAT:
        raise FormatError(f"format {found.format} never was: formats begin at {_FIRST_FORMAT}")
    return steps[found.format - _FIRST_FORMAT :]


def upgraded(line: bytes, steps: tuple[Step, ...]) -> bytes | None:
    """The line after these steps; None where a step leaves it out.

    What is no JSON object comes back as it is: whoever decodes it says what is wrong with it.
    """
    try:
        record = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return line
    if not isinstance(record, dict):
        return line
    for step in steps:
        is_header = record.get("t") == "header"
        number = record.get("format")
        after = step(record)
        if after is None:
            return None
        record = {**after, "format": number + 1} if is_header and type(number) is int else after
    return msgspec.json.encode(record)
