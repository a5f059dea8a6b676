"""What a bot wrote to its standard output, kept for its author should the match end by its fault."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final

KEPT_BYTES: Final = 256 * 1024
"""How much is kept: the last of it."""
_MOST_READS: Final = 8_192  # of a bot that writes byte by byte each read costs a hundred times its byte


class OwnLines:
    """The last of what came from one bot, as it was read, with the times. Keeping costs a ply next to nothing."""

    def __init__(self, started_ns: int) -> None:
        """``started_ns`` is the time from which milliseconds are counted, of the clock that ``add`` is told."""
        self._started_ns = started_ns
        self._reads: deque[tuple[int, bytes]] = deque()
        self._bytes = 0
        self._closed_ns: int | None = None
        self.is_cut = False
        """Whether the beginning is lost."""

    def input_is_closed(self, now_ns: int) -> None:
        """The bot is sent nothing more from now on: what it writes yet it was not asked for."""
        self._closed_ns = now_ns

    def add(self, now_ns: int, data: bytes) -> None:
        """Keep what has been read."""
        self._reads.append((now_ns, data))
        self._bytes += len(data)
        if self._bytes > KEPT_BYTES or len(self._reads) > _MOST_READS:
            self._cut()

    def _cut(self) -> None:
        self.is_cut = True
        while self._bytes > KEPT_BYTES or len(self._reads) > _MOST_READS:
            self._bytes -= len(self._reads.popleft()[1])

    def lines(self) -> list[tuple[float, str]]:
        """Milliseconds and text of each line, a last one without its end included; the time is that of its end.

        Bytes that are not UTF-8 stand as escapes such as ``\\\\xe9``.
        """
        return self._lines_of(self._reads)

    def late_lines(self) -> list[tuple[float, str]]:
        """Those that came when its input was closed: of a bot that ends then, what had lain in its buffer."""
        closed_ns = self._closed_ns
        return [] if closed_ns is None else self._lines_of(read for read in self._reads if read[0] >= closed_ns)

    def _lines_of(self, reads: Iterable[tuple[int, bytes]]) -> list[tuple[float, str]]:
        lines: list[tuple[float, str]] = []
        begun, ms = b"", 0.0
        for now_ns, data in reads:
            ms = round((now_ns - self._started_ns) / 1_000_000, 3)
            *ended, rest = data.split(b"\n")
            for piece in ended:
                lines.append((ms, _text(begun + piece)))
                begun = b""
            begun += rest
        if begun:
            lines.append((ms, _text(begun)))
        return lines


def _text(line: bytes) -> str:
    return line.decode("utf-8", "backslashreplace")
