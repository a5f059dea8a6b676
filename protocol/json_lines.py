"""One JSON object on one ASCII line: how everything we send or store is written.

ASCII, so that a bot in a language with awkward text handling can read bytes and be right. `msgspec` writes
UTF-8, so the rare line with other characters (a bot's name inside a reason) takes a second, slower step.
"""

import json
import re

import msgspec

from protocol.errors import LineTooLongError

MAX_LINE_BYTES = 64 * 1024
"""Ceiling of a line to a bot, its LF included. Records are not bound by it."""

_encode = msgspec.json.Encoder().encode
_NON_ASCII = re.compile(r"[^\x00-\x7f]")


def encode_line(value: object) -> bytes:
    """Encode a Struct or built-ins as one ASCII line ending in LF; the order of keys is kept."""
    raw = _encode(value)
    if not raw.isascii():
        raw = _escape_non_ascii(raw)
    return raw + b"\n"


def encode_line_to_bot(value: object) -> bytes:
    """`encode_line`, refusing with LineTooLongError what bots are promised never to be sent."""
    line = encode_line(value)
    if len(line) > MAX_LINE_BYTES:
        raise LineTooLongError(f"a line to a bot has at most {MAX_LINE_BYTES} bytes, this one {len(line)}")
    return line


def _escape_non_ascii(raw: bytes) -> bytes:
    # JSON has characters beyond ASCII only inside strings, where `\u` escapes may stand for them.
    text = _NON_ASCII.sub(lambda found: json.dumps(found.group())[1:-1], raw.decode())
    return text.encode("ascii")
