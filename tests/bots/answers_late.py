"""Answers well, but too late, and then once more."""

import time

from tests.bots.manners import play_until, say

say("ready late")
request = play_until(1)
time.sleep(1.5)
say(request.answer)
say(request.answer)
