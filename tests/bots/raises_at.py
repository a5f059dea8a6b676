"""Fails with an exception that nobody catches: raises_at NUMBER."""

import sys

from tests.bots.manners import play_until, say

say("ready raises")
request = play_until(int(sys.argv[1]))
raise RuntimeError(f"no idea what to do with {len(request.legal_actions)} actions")
