"""Forks, its children fork, and theirs, eleven generations or 2,048 processes that all count and never answer."""

import contextlib
import os

from tests.bots.manners import play_until, say

say("ready bomb")
play_until(1)
for _ in range(11):
    with contextlib.suppress(OSError):  # no room for one more
        os.fork()
while True:
    pass
