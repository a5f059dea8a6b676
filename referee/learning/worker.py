"""A worker process of a vector of games: does what it is told through a pipe until that is closed."""

from __future__ import annotations

import signal
import traceback
from multiprocessing.connection import Connection
from typing import Final

from referee.learning.rows import Rows, Terms
from referee.learning.shared_arrays import SharedArrays

RESET: Final = b"reset"
STEP: Final = b"step"
DONE: Final = b""
"""The answer when all went well; any other is a traceback."""


def work(connection: Connection, terms: Terms, block: str, first: int, last: int) -> None:
    """Play the rows from ``first`` to ``last``: one answer when ready, then one for each order."""
    # Ctrl-C reaches the whole group; the process that has the vector decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    arrays = SharedArrays(terms.shapes(), block)
    rows = Rows(terms, arrays, first, last)
    orders = {RESET: rows.reset, STEP: rows.step}
    try:
        connection.send_bytes(DONE)
        while True:
            orders[connection.recv_bytes()]()
            connection.send_bytes(DONE)
    except (EOFError, ConnectionError):  # closed, or the other end is no more
        pass
    except Exception as error:
        connection.send_bytes("".join(traceback.format_exception(error)).encode())
    finally:
        rows.close()
        arrays.close()
