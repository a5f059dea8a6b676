"""Answers without a line end."""

import sys

from tests.bots.manners import play_until, say

say("ready endless")
print(play_until(1).answer, end="", flush=True)
for _ in sys.stdin:
    pass
