"""What a bot writes to its standard error: always read, kept up to a limit, logged line by line up to the same."""

from __future__ import annotations

from typing import Final

from referee.match.transcript import STDERR, Transcript

STDERR_BYTES: Final = 256 * 1024
"""How much of a bot's standard error is kept: the last of it, where tracebacks stand."""


class Complaints:
    """The standard error of the bot on one seat."""

    def __init__(self, seat: int, transcript: Transcript | None) -> None:
        self._seat, self._transcript = seat, transcript
        self._kept = bytearray()
        self._room = STDERR_BYTES
        self._line = bytearray()

    def add(self, data: bytes) -> None:
        """More came. Raises ``OSError`` where the transcript can't be written."""
        self._kept += data
        if len(self._kept) > 2 * STDERR_BYTES:
            del self._kept[:-STDERR_BYTES]
        if self._transcript is not None and self._room > 0:
            self._log(self._transcript, data)

    @property
    def kept(self) -> bytes:
        """The last of what came."""
        return bytes(self._kept[-STDERR_BYTES:])

    @property
    def last_line(self) -> str:
        """The last line with something in it; empty if there is none."""
        lines = self.kept.decode("utf-8", "replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    def log_rest(self) -> None:
        """Log a last line without its end, as a program leaves that was killed."""
        if self._transcript is not None and self._line:
            self._transcript.write(self._seat, STDERR, self._line.decode("utf-8", "replace"))
            self._line.clear()

    def _log(self, transcript: Transcript, data: bytes) -> None:
        kept = data[: self._room]
        self._room -= len(data)
        self._line += kept
        lines: list[bytearray] = []
        if b"\n" in kept:
            *lines, self._line = self._line.split(b"\n")
        if self._room <= 0:
            lines += [self._line, bytearray(b"(more on standard error is not logged)")]
            self._line = bytearray()
        for line in lines:
            transcript.write(self._seat, STDERR, line.decode("utf-8", "replace"))
