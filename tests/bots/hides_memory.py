"""Eats 4 GiB that no process has in its own space, in files without a name; ends where it gets none of them."""

import contextlib
import os
import time

from tests.bots.manners import play_until, say

BLOCK = b"x" * 1024 * 1024
FILES = 256
BLOCKS_EACH = 16

say("ready iceberg")
play_until(1)
os.memfd_create("the first")
with contextlib.suppress(OSError):  # no more files, whose number is limited too
    for number in range(FILES):
        file = os.memfd_create(str(number))
        with contextlib.suppress(OSError):  # no larger file
            for _ in range(BLOCKS_EACH):
                os.write(file, BLOCK)
time.sleep(600)
