"""Says ready and never reads: what it is sent fills the pipe."""

import time

from tests.bots.manners import say

say("ready deaf")
time.sleep(600)
