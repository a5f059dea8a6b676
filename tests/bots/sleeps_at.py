"""Falls asleep instead of answering: sleeps_at NUMBER."""

import sys
import time

from tests.bots.manners import play_until, say

say("ready sleeps")
play_until(int(sys.argv[1]))
time.sleep(600)
