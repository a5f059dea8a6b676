"""Answers with the id of the request before."""

import sys

from tests.bots.manners import play_until, say

say("ready confused")
request = play_until(1)
say(f"@{request.id - 1} {request.choice}")
for _ in sys.stdin:
    pass
