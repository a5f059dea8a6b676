"""Closes its standard output when asked, and lives on until its input ends."""

import os
import sys

from tests.bots.manners import play_until, say

say("ready closes")
play_until(1)
os.close(1)
for _ in sys.stdin:
    pass
os._exit(0)  # the interpreter would complain about the stream that is gone
