"""Takes its time before it says ready, and plays well: starts_slowly SECONDS."""

import sys
import time

from tests.bots.manners import requests, say

time.sleep(float(sys.argv[1]))
say("ready late-riser")
for request in requests():
    say(request.answer)
