"""Plays well, then ends with status 3 when asked for the time of this number: leaves_an_heir NUMBER.

A child that it starts at that moment, in a session of its own, holds every pipe until its input ends.
"""

import os
import sys

from tests.bots.manners import play_until, say

say("ready testator")
play_until(int(sys.argv[1]))
if os.fork() == 0:
    os.setsid()
    sys.stdin.read()
    os._exit(0)
os._exit(3)
