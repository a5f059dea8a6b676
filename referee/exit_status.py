"""What the ``referee`` command leaves behind as its exit status."""

from __future__ import annotations

from typing import Final

FINE: Final = 0
NEGATIVE: Final = 1
"""A negative finding: a replay differs, or is not whole; a machine is not fit for rated play."""
WRONG_ARGUMENTS: Final = 2
REFEREE_FAULT: Final = 3
"""The referee could not do its work."""
UNDECIDED: Final = 4
"""A comparison came to its limit and could not tell the two bots apart."""
EQUAL: Final = 5
"""A comparison found two bots to be equal within the margin that was asked for."""
INTERRUPTED: Final = 130
UNREAD: Final = 141
"""The reader of standard output left before the end: the status of any program that SIGPIPE ends."""
