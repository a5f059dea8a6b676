"""A busy machine: programs that have nothing to do with a match and want every processor all the time."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

_BURN: Final = "print('burning', flush=True)\nwhile True: pass"


@contextmanager
def burners(per_core: int = 2) -> Iterator[None]:
    """So many programs for each processor compute meanwhile, each in a session of its own, as other users' would be."""
    with ExitStack() as stack:
        for _ in range(per_core * (os.cpu_count() or 1)):
            process = subprocess.Popen(
                (sys.executable, "-S", "-E", "-c", _BURN), stdout=subprocess.PIPE, start_new_session=True
            )
            stack.enter_context(process)
            stack.callback(process.kill)
            assert process.stdout is not None
            process.stdout.readline()  # it has begun
        yield
