"""Dies of the signal given: killed_at NUMBER SIGNAL."""

import os
import signal
import sys

from tests.bots.manners import play_until, say

say("ready killed")
play_until(int(sys.argv[1]))
os.kill(os.getpid(), signal.Signals[sys.argv[2]])
