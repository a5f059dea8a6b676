"""Uses @<id> at first and then leaves it out."""

import sys

from tests.bots.manners import play_until, say

say("ready mixed")
say(play_until(1).choice)
for _ in sys.stdin:
    pass
