"""What a program that tries what it should not be able to do could do, told in one line; standard library only.

The line is JSON, ``{"could": ["read /etc/shadow"], "could_not": {"mount": "EPERM"}}`` and whatever else a program
found out, and the last that the program writes to its standard error: a test reads it from ``Outcome.last_words``.
"""

import errno
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager


class Findings:
    """The deeds tried so far, each with how it went."""

    def __init__(self) -> None:
        self._could: list[str] = []
        self._could_not: dict[str, str] = {}

    @contextmanager
    def trying(self, deed: str) -> Iterator[None]:
        """The block is an attempt at the deed; an ``OSError`` out of it is the system's no, any other is ours."""
        try:
            yield
        except OSError as error:
            self._could_not[deed] = errno.errorcode.get(error.errno or 0, str(error))
        else:
            self._could.append(deed)

    def report(self, **more: object) -> None:
        """Write the line."""
        line = {"could": self._could, "could_not": self._could_not, **more}
        print(json.dumps(line), file=sys.stderr, flush=True)
