"""Framing from bot to referee: bytes in, whole lines out, never more held than one line may have.

A line ends with LF; a CR before it is the caller's to strip and counts towards the limit.
"""

from msgspec import Struct

MAX_LINE_BYTES = 4096
"""Default limit of a bot's line, its LF not counted."""

OVERLONG_HEAD_BYTES = 200
"""How much of an overlong line is kept as evidence."""


class Overlong(Struct, frozen=True):
    """A line has passed the limit: reported at once, since its end may never come. `head` is how it begins."""

    head: bytes


class Discarded(Struct, frozen=True):
    """So many more bytes of the overlong line reported before went by unkept."""

    count: int


Framed = bytes | Overlong | Discarded


class LineBuffer:
    """Cuts a stream of bytes into lines, whatever chunks it arrives in."""

    def __init__(self, max_line_bytes: int = MAX_LINE_BYTES) -> None:
        self._max = max_line_bytes
        self._partial = b""
        self._discarding = False

    @property
    def partial(self) -> bytes:
        """A line begun and not ended yet; at most the limit."""
        return self._partial

    def feed(self, data: bytes) -> list[Framed]:
        """Take what has arrived; return the lines it completed, without their LF, and markers for overlong ones.

        What the markers add up to does not depend on how the stream is cut into chunks.
        """
        if (
            not self._partial
            and not self._discarding
            and data.find(b"\n") == len(data) - 1
            and 0 < len(data) <= self._max
        ):
            return [data[:-1]]
        framed: list[Framed] = []
        *ended, rest = data.split(b"\n")
        for piece in ended:
            self._extend(piece, framed)
            self._end_line(framed)
        self._extend(rest, framed)
        return framed

    def _extend(self, piece: bytes, framed: list[Framed]) -> None:
        if not self._discarding:
            room = self._max - len(self._partial)
            if len(piece) <= room:
                self._partial += piece
                return
            kept = self._partial + piece[:room]
            framed.append(Overlong(kept[:OVERLONG_HEAD_BYTES]))
            piece = piece[room:]
            self._partial = b""
            self._discarding = True
        if piece:
            framed.append(Discarded(len(piece)))

    def _end_line(self, framed: list[Framed]) -> None:
        if self._discarding:
            self._discarding = False
            return
        framed.append(self._partial)
        self._partial = b""
