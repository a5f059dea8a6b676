"""Ends in the middle of the match, with the status given: exits_at NUMBER STATUS."""

import sys

from tests.bots.manners import play_until, say

say("ready exits")
play_until(int(sys.argv[1]))
sys.exit(int(sys.argv[2]))
