"""The pipes between the referee and a program."""

from __future__ import annotations

import os
from collections.abc import Iterable


def three_pipes() -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """(stdin, stdout, stderr) as the program gets them, and our ends of the same, which never block."""
    ends: list[int] = []
    try:
        for _ in range(3):
            ends += os.pipe()
    except OSError:
        close_all(ends)
        raise
    stdin_read, stdin_write, stdout_read, stdout_write, stderr_read, stderr_write = ends
    ours = (stdin_write, stdout_read, stderr_read)
    for end in ours:
        os.set_blocking(end, False)
    return (stdin_read, stdout_write, stderr_write), ours


def close_all(ends: Iterable[int]) -> None:
    """Close them."""
    for end in ends:
        os.close(end)
