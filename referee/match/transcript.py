"""The raw wire log of a match: every line both ways, with its time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TextIO

from protocol.session import Answer, Comment, Heard, Ready

TO_BOT: Final = ">"
FROM_BOT: Final = "<"
STRAY: Final = "?"
STDERR: Final = "!"


class Transcript:
    """Writes one line per line on the wire: milliseconds since the start, seat, direction, text, tab-separated.

    The direction is ``>`` to the bot, ``<`` from it (comments included), ``?`` from it when nothing was asked,
    ``!`` from its standard error. Control characters of bots are written as escapes.
    """

    def __init__(self, file: TextIO, now_ns: Callable[[], int]) -> None:
        self._file = file
        self._now_ns = now_ns
        self._start_ns = now_ns()

    def write(self, seat: int, direction: str, text: str) -> None:
        """Log one line; the file is flushed so that a crash loses nothing. Raises ``OSError`` that names the file."""
        ms = (self._now_ns() - self._start_ns) / 1_000_000
        try:
            self._file.write(f"{ms:.3f}\t{seat}\t{direction}\t{_one_line(text)}\n")
            self._file.flush()
        except OSError as error:
            error.filename = getattr(self._file, "name", None)
            raise

    def heard(self, seat: int, said: Heard) -> None:
        """Log what a bot said, as it was understood. Raises ``OSError`` as ``write`` does."""
        if isinstance(said, Ready):
            self.write(seat, FROM_BOT, f"ready {said.name} {said.version}".rstrip())
        elif isinstance(said, Answer):
            self.write(seat, FROM_BOT, said.raw)
        elif isinstance(said, Comment):
            self.write(seat, FROM_BOT, said.text)
        else:
            self.write(seat, STRAY, said.text)


def _one_line(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
