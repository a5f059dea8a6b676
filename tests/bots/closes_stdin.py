"""Closes its standard input after ready and waits."""

import os
import time

from tests.bots.manners import say

say("ready deaf")
os.close(0)
time.sleep(600)
