"""Answers into a buffer that it never flushes."""

import sys

from tests.bots.manners import play_until, say

say("ready buffered")
print(play_until(1).answer)
for _ in sys.stdin:
    pass
